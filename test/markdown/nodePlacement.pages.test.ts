import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { textOfNodes, type DocumentNode } from '../../src/markdown/document.ts';
import { placePage, type PlacedPage, type NodeLines } from '../../src/markdown/index.ts';
import { createRandom } from '../sandbox/random.ts';
import { serve, type ServedPage } from './served.ts';

const root = join(import.meta.dirname, '../..');
const places = {
  'real documentation': join(root, '../shared/data/fluentd-docs'),
  'the sample': join(root, 'src/sandbox/load/sample'),
};

type Shares = Map<string, { all: number; right: number }>;

function count(shares: Shares, kind: string, isRight: boolean): void {
  const share = shares.get(kind) ?? { all: 0, right: 0 };
  shares.set(kind, { all: share.all + 1, right: share.right + (isRight ? 1 : 0) });
}

function isRight(page: PlacedPage, key: string, { start, end }: NodeLines): boolean {
  const placement = page.placements.get(key);
  return placement?.start === start && placement.end === end;
}

function share({ all, right }: { all: number; right: number }): string {
  return `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;
}

for (const [name, folder] of Object.entries(places)) {
  describe(`placement of the blocks of ${name}`, function () {
    let pages: ServedPage[] = [];

    before(function () {
      if (!existsSync(folder)) this.skip();
      pages = globSync(join(folder, '**/*.md'))
        .filter(path => !path.endsWith('SUMMARY.md'))
        .map(serve);
    });

    it('is on the lines of each block', () => {
      const shares: Shares = new Map();
      const wrong: string[] = [];
      for (const { path, markdown, document, blocks } of pages) {
        const page = placePage(document, markdown);
        for (const { block, key, isOutermost } of blocks) {
          const right = isRight(page, key, block);
          count(shares, block.type, right);
          if (isOutermost) count(shares, 'outermost', right);
          if (!right) wrong.push(`${block.type} ${block.start}-${block.end} of ${path}`);
        }
      }
      console.log(`      ${pages.length} pages and versions of pages`);
      for (const [kind, counts] of shares) console.log(`      ${kind}: ${share(counts)}`);
      assert.deepEqual(wrong, []);
      assert.ok(pages.length > 100 && (shares.get('list-item')?.all ?? 0) > 500);
    });

    it('contains the text of the nodes', () => {
      for (const { path, markdown, document } of pages) {
        const { placements } = placePage(document, markdown);
        const lines = markdown.split('\n');
        for (const node of withText(document.nodes)) {
          const { start, end } = placements.get(node.key ?? '') ?? { start: 0, end: -1 };
          const written = lines.slice(start, end + 1).join('\n');
          assert.ok(isWithin(textOfNodes([node]), written), `${node.type} at ${start} of ${path}`);
        }
      }
    });

    it('moves with the lines, and stays correct with an older document that lacks a tenth of the blocks', () => {
      const random = createRandom(7);
      let [all, right, known] = [0, 0, 0];
      for (const { markdown, document, blocks } of pages) {
        const older = { ...document, nodes: document.nodes.filter(() => !random.chance(0.1)) };
        const olderKeys = new Set(older.nodes.map(node => node.key));
        const frontMatter = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0] ?? '';
        const text = `${frontMatter}\nA new beginning.\n\n${markdown.slice(frontMatter.length)}`;
        const page = placePage(older, text);
        for (const { block, key } of blocks.filter(({ isOutermost }) => isOutermost)) {
          if (!olderKeys.has(key)) known += page.placements.has(key) ? 1 : 0;
          else {
            all++;
            right += isRight(page, key, { start: block.start + 3, end: block.end + 3 }) ? 1 : 0;
          }
        }
      }
      console.log(`      outermost blocks of older documents: ${share({ all, right })}`);
      assert.equal(known, 0, 'nodes that are not in the document have no place');
      assert.ok(right / all > 0.99, share({ all, right }));
    });

    it('is undefined on another page', () => {
      let [all, placed] = [0, 0];
      pages.forEach(({ document }, index) => {
        const other = pages[(index + 41) % pages.length];
        const texts = new Set(withText(other?.document.nodes ?? []).map(node => textOfNodes([node])));
        const { placements } = placePage(document, other?.markdown ?? '');
        const foreign = withText(document.nodes).filter(node => {
          const text = textOfNodes([node]);
          return text.length > 150 && !texts.has(text);
        });
        all += foreign.length;
        placed += foreign.filter(node => placements.has(node.key ?? '')).length;
      });
      console.log(`      long nodes found on another page: ${share({ all, right: placed })}`);
      assert.ok(placed / all < 0.05);
    });
  });
}

/** Returns the blocks that contain text themselves. Emojis and link targets are ignored. */
function withText(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap(node => {
    const holdsText = node.nodes?.some(inside => inside.object === 'text');
    return holdsText && node.key ? [node] : withText([...(node.nodes ?? []), ...(node.fragments ?? [])]);
  });
}

/**
 * Returns true if the source contains all letters and digits of a text in their order, possibly with marks between
 * them.
 */
function isWithin(text: string, written: string): boolean {
  let from = 0;
  for (const letter of text.match(/[\p{L}\p{N}]/gu) ?? []) {
    const at = written.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return true;
}
