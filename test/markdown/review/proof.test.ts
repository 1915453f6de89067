import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allBlocks, type Block } from '../../../src/markdown/block.ts';
import { parseBlocks } from '../../../src/markdown/blocks.ts';
import type { BlockChange } from '../../../src/markdown/review/change.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { escapeHtml, element } from '../../../src/markdown/review/element.ts';
import { compareBlocksResumable } from '../../../src/markdown/review/compare.ts';
import { runSync } from '../../../src/markdown/resumable.ts';
import { type ComparisonLayout, rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { type ComparedRow, rowsOf } from '../../../src/markdown/review/rows.ts';
import { isFullSize } from '../../size.ts';
import { type Mutation, moves, mutationsOf } from './mutations.ts';

const root = join(import.meta.dirname, '../../..');
const places = {
  'real documentation': join(root, '../shared/data/fluentd-docs/space'),
  'the sample': join(root, 'src/sandbox/load/sample'),
};

/** Code is highlighted and formulas are rendered, to show that this hides no change. */
const html = new BlocksHtml({
  image: () => undefined,
  code: (_, source) => source.split('\n').map(line => element('span', { class: 'hljs-word' }, escapeHtml(line))),
  formula: text => element('mi', {}, escapeHtml(text)),
});

/** One in this number of possible changes is tested. `MARGINALIA_PROOF=1` tests all of them. */
const every = Number(process.env['MARGINALIA_PROOF'] ?? (isFullSize ? 4 : 20));

/** Returns the text shown as removed and the text shown as added. */
function shownOf(rows: readonly ComparedRow[], mode: ComparisonLayout): { gone: string; come: string } {
  const all = rows.filter(({ kind }) => kind !== 'same').map(row => runSync(rowHtml(html, row, mode)));
  const text = all.map(({ before = '', after = '', notes }) => `${before}${after}${notes}`).join('');
  return { gone: textIn(text, 'del'), come: textIn(text, 'ins') };
}

/** Returns the text of all elements with a name, on one line. */
function textIn(markup: string, name: string): string {
  const matches = markup.matchAll(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 'gs'));
  return plain([...matches].map(([, inside]) => inside).join(' '));
}

function plain(markup: string): string {
  const text = markup.replace(/<[^>]*>/g, '');
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))).replace(/\s+/g, ' ');
}

function compared(before: readonly Block[], after: readonly Block[]): BlockChange[] {
  return runSync(compareBlocksResumable({ blocks: before, ids: new Map() }, { blocks: after, ids: new Map() }));
}

/** Returns why a change of a block is not visible; undefined if it is. */
function unseen(before: readonly Block[], block: Block, { kind, markdown, gone, come }: Mutation): string | undefined {
  const rows = rowsOf(compared(before, parseBlocks(markdown)));
  if (rows.every(row => row.kind === 'same')) return 'nothing changed';
  const isLevelSaid = rows.some(({ notes }) => notes.some(({ what }) => what === 'Level'));
  if (kind === 'list level' && !isLevelSaid) return 'the level is not said';
  for (const mode of ['split', 'one'] as const) {
    const html = shownOf(rows, mode);
    const parts = { gone: gone?.replace(/\s+/g, ' '), come: come?.replace(/\s+/g, ' ') };
    if (parts.gone && !html.gone.includes(parts.gone)) return `${mode}: "${parts.gone}" is not in "${html.gone}"`;
    if (parts.come && !html.come.includes(parts.come)) return `${mode}: "${parts.come}" is not in "${html.come}"`;
  }
  const isBeside = ({ kind, lines }: ComparedRow) =>
    kind !== 'same' && lines.before !== undefined && (lines.before[0] < block.start || lines.before[0] > block.end);
  return rows.some(isBeside)
    ? `also changed: ${rows
        .filter(isBeside)
        .map(({ label }) => label)
        .join()}`
    : undefined;
}

for (const [name, folder] of Object.entries(places)) {
  describe(`a change of a block of ${name}`, function () {
    this.timeout(60_000);
    const counts = new Map<string, { seen: number; unseen: string[] }>();
    let pages: { path: string; texts: string[]; blocks: Block[] }[] = [];

    before(function () {
      if (!existsSync(folder)) this.skip();
      const paths = globSync(join(folder, '**/*.md')).filter(path => !path.endsWith('SUMMARY.md'));
      pages = paths.sort().map(path => {
        const markdown = readFileSync(path, 'utf8').replace(/\r\n?/g, '\n');
        const blocks = parseBlocks(markdown);
        const lines = markdown.split('\n');
        return { path, blocks, texts: blocks.map(({ start, end }) => lines.slice(start, end + 1).join('\n')) };
      });
    });

    function count(kind: string, where: string, why: string | undefined): void {
      const counted = counts.get(kind) ?? { seen: 0, unseen: [] };
      counts.set(kind, counted);
      if (why === undefined) counted.seen++;
      else counted.unseen.push(`${kind} at ${where}: ${why}`);
    }

    it('is visible, whatever it is, and nothing else is marked', () => {
      let made = 0;
      for (const { path, texts, blocks } of pages) {
        blocks.forEach((block, index) => {
          const neighbours = [texts[index - 1], texts[index], texts[index + 1]];
          const before = neighbours.filter(text => text !== undefined).join('\n\n');
          const start = texts[index - 1] === undefined ? 0 : (texts[index - 1]?.split('\n').length ?? 0) + 1;
          const parsed = parseBlocks(before);
          const changed = parsed.find(one => one.start === start);
          if (!changed) return;
          for (const inside of allBlocks([changed])) {
            for (const mutation of mutationsOf(before, inside)) {
              if (made++ % every) continue;
              const line = block.start + 1 + inside.start - start;
              count(mutation.kind, `${path}:${line}`, unseen(parsed, changed, mutation));
            }
          }
        });
      }
      report(`one of ${every}`);
    });

    it('of its position is shown as a move', () => {
      for (const { path, texts, blocks } of pages) {
        texts.forEach((_, index) => {
          if (index % every) return;
          const [from, to] = [Math.max(index - 1, 0), index + 4];
          const context = texts.slice(from, to);
          const before = parseBlocks(context.join('\n\n'));
          const isDistinguishable = new Set(before.map(({ text }) => text)).size === context.length;
          // Two adjacent lists become one, and equal blocks cannot be distinguished.
          if (before.length !== context.length || !isDistinguishable || context.length < 4) return;
          for (const { kind, texts } of moves(context, index - from)) {
            const after = parseBlocks(texts.join('\n\n'));
            if (after.length !== texts.length) continue;
            const rows = rowsOf(compared(before, after)).filter(row => row.kind !== 'same');
            const kinds = [...new Set(rows.map(row => row.kind))].sort().join();
            const isRight = kinds === (kind === 'moved' ? 'moved,moved-away' : kind);
            count(kind, `${path}:${(blocks[index]?.start ?? 0) + 1}`, isRight ? undefined : `it is ${kinds}`);
          }
        });
      }
      report(`one of ${every}`);
    });

    function report(share: string): void {
      console.log(`      ${pages.length} pages, ${share} changes`);
      for (const [kind, { seen, unseen }] of counts) {
        console.log(`      ${kind}: ${seen} of ${seen + unseen.length} seen`);
      }
      const all = [...counts.values()].flatMap(({ unseen }) => unseen);
      counts.clear();
      assert.equal(all.length, 0, [`${all.length} are not seen`, ...all.slice(0, 20)].join('\n'));
    }
  });
}
