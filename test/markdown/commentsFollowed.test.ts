import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { allBlocks, type Block } from '../../src/markdown/block.ts';
import { type CommentPlacement, describeNode, parseBlocks, placeComment, placePage } from '../../src/markdown/index.ts';
import { blockKeys, type KeyedMarkdown } from '../../src/markdown/reading/blockKeys.ts';
import { toDocument } from '../../src/markdown/reading/toDocument.ts';

const folder = join(import.meta.dirname, '../../../shared/data/fluentd-docs');

/** A page before and after a commit. */
interface Step {
  path: string;
  before: KeyedMarkdown;
  after: KeyedMarkdown;
}

// The documentation of a real project lies beside the checkouts of this project's developers only.
describe('comments on blocks of real pages', function () {
  this.timeout(60_000);

  before(function () {
    if (!existsSync(folder)) this.skip();
  });

  it('are placed on their text at the next real commit, or reported as gone', () => {
    const count = { all: 0, exact: 0 };
    const wrong: string[] = [];
    for (const { path, before, after } of commits()) {
      const follow = following(before, after);
      for (const [index, block] of allBlocks(parseBlocks(before.markdown)).entries()) {
        const placement = follow(before.keys[index] ?? assert.fail());
        if (!placement) continue;
        count.all++;
        if (placement.exactness !== 'node') continue;
        count.exact++;
        const [written, now] = [linesOf(before.markdown, block), linesOf(after.markdown, placement)];
        if (!isTheirs(written, now)) wrong.push(`${path}: ${written} > ${now}`);
      }
    }
    console.log(`      ${wrong.length} of ${count.all} on text that is not theirs; ${count.exact} on their block`);
    assert.deepEqual(wrong, []);
    assert.ok(count.all > 4000);
  });

  it('are reported as gone when other real text takes their place', () => {
    const pages = globSync(join(folder, 'space/*/*.md')).map(path => readFileSync(path, 'utf8'));
    const texts = pages.flatMap(markdown => paragraphsOf(markdown).map(block => linesOf(markdown, block)));
    const count = { all: 0, followed: 0 };
    const wrong: string[] = [];
    for (const markdown of pages) {
      const before = keyed(markdown, 'page');
      const lines = markdown.split('\n');
      const replaced = paragraphsOf(markdown).filter((_, index) => index % 3 === 1);
      for (const { start, end } of replaced) {
        lines.fill('', start, end + 1);
        lines[start] = (texts[(count.all++ * 7) % texts.length] ?? '').replace(/\n/g, ' ');
      }
      const text = lines.join('\n');
      const follow = following(before, { markdown: text, keys: blockKeys(text, before, 'page') });
      for (const [index, block] of allBlocks(parseBlocks(markdown)).entries()) {
        if (!replaced.some(({ start }) => start === block.start)) continue;
        const placement = follow(before.keys[index] ?? '');
        if (placement?.exactness !== 'node') continue;
        count.followed++;
        const [written, now] = [linesOf(markdown, block), linesOf(text, placement)];
        if (!isTheirs(written, now)) wrong.push(`${written} > ${now}`);
      }
    }
    console.log(`      ${wrong.length} of ${count.all} without a word; ${count.followed} on texts that are alike`);
    assert.deepEqual(wrong, []);
    assert.ok(count.all > 500);
  });
});

/** Returns a function that places a comment on a block of a page on a later version of the page. */
function following(before: KeyedMarkdown, after: KeyedMarkdown): (id: string) => CommentPlacement | undefined {
  const document = toDocument(before.markdown, before.keys);
  const page = placePage(toDocument(after.markdown, after.keys), after.markdown);
  return id => {
    const { preview, ...described } = describeNode(document, id) ?? {};
    if (preview === undefined) return undefined;
    return placeComment(page, { node: { id, preview }, ...described, canHaveChanged: true });
  };
}

/** Returns all changes of pages by change requests, in order. */
function commits(): Step[] {
  const versions = new Map<string, KeyedMarkdown>();
  return globSync(join(folder, 'change-requests/*/files/**/*.md'))
    .filter(path => basename(path) !== 'SUMMARY.md')
    .sort()
    .flatMap(path => {
      const name = path.replace(/^.*?change-requests\/\d+\/files\//, '');
      const base = join(folder, 'space', name);
      const before = versions.get(name) ?? (existsSync(base) ? keyed(readFileSync(base, 'utf8'), name) : undefined);
      const markdown = readFileSync(path, 'utf8');
      const after = { markdown, keys: blockKeys(markdown, before ?? [], name) };
      versions.set(name, after);
      return before ? [{ path: `${basename(dirname(path))}/${name}`, before, after }] : [];
    });
}

function keyed(markdown: string, seed: string): KeyedMarkdown {
  return { markdown, keys: blockKeys(markdown, [], seed) };
}

function paragraphsOf(markdown: string): Block[] {
  return parseBlocks(markdown).filter(({ type }) => type === 'paragraph');
}

function linesOf(markdown: string, { start, end }: Pick<Block, 'start' | 'end'>): string {
  return markdown
    .split('\n')
    .slice(start, end + 1)
    .join('\n');
}

/** Returns true if two texts share a third of the words of the shorter one. */
function isTheirs(written: string, now: string): boolean {
  const [before, after] = [wordsOf(written), wordsOf(now)];
  const rest = Map.groupBy(after, word => word);
  const sameWords = before.filter(word => rest.get(word)?.pop() !== undefined);
  return sameWords.length >= Math.min(before.length, after.length) / 3;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
