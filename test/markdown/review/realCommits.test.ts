import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Block } from '../../../src/markdown/block.ts';
import { allChanges, type BlockChange } from '../../../src/markdown/review/change.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { comparePages } from '../../../src/markdown/review/compare.ts';
import { rowsHtml } from '../../../src/markdown/review/rowHtml.ts';
import { type ComparedRow, rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';
import { sized } from '../../size.ts';

const folder = join(import.meta.dirname, '../../../../shared/data/fluentd-docs');

/** A text that was removed or added, and the number of the row that it is in. */
interface Leaf {
  words: string[];
  row: number;
}

/** Returns the texts of removed or added blocks that contain no other blocks. */
function leaves(rows: readonly ComparedRow[], kind: 'removed' | 'added'): Leaf[] {
  return rows.flatMap(({ change }, row) =>
    allChanges([change]).flatMap((one): Leaf[] => {
      const block: Block | undefined = kind === 'removed' ? one.before : one.after;
      if (one.kind !== kind || !block || block.children.length > 0) return [];
      return [{ words: block.text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [], row }];
    }),
  );
}

/** Returns the share of common words of two texts, from 0 to 1. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const counts = Map.groupBy(other, word => word);
  const common = one.filter(word => counts.get(word)?.pop() !== undefined).length;
  return (2 * common) / (one.length + other.length);
}

/** Counts texts that were removed and added nearby with edits. A person would consider each of them one block. */
function tornBlocks(rows: readonly ComparedRow[]): number {
  const added = leaves(rows, 'added');
  return leaves(rows, 'removed').filter(({ words, row }) => {
    const near = added.filter(leaf => Math.abs(leaf.row - row) <= 8);
    return words.length >= 3 && near.some(leaf => leaf.words.length >= 3 && likeness(words, leaf.words) >= 0.5);
  }).length;
}

/** Counts the marked passages of a block. */
function marksIn({ words = [], lines = [], cells = [] }: BlockChange): number {
  const count = (parts: readonly { kind: string }[]) =>
    parts.filter(({ kind }, index) => kind !== 'same' && kind !== parts[index - 1]?.kind).length;
  return Math.max(count(words), count(lines), ...cells.map(cell => count(cell.words)));
}

describe('a page with blocks that changed their type', () => {
  const cases: [folder: string, rows: string[]][] = [
    ['R07-wrapped', ['Edited hint: Put into a hint']],
    [
      'R08-other-kind',
      [
        'Edited hint: Put into a hint',
        'Edited table: Kind paragraph table',
        'Edited hint: Kind quote hint',
        'Edited paragraph: Taken out of a list',
      ],
    ],
  ];
  for (const [name, expected] of cases) {
    it(`has one row for each of them: ${name}`, function () {
      const place = join(folder, '../cases', name);
      if (!existsSync(place)) return this.skip();
      const paths = ['space/README.md', 'change-requests/001/files/README.md'];
      const [before, after] = paths.map(path => ({ markdown: readFileSync(join(place, path), 'utf8') }));
      assert.ok(before && after);
      const changed = rowsOf(comparePages(before, after)).filter(({ kind }) => kind !== 'same');
      const rows = changed.map(({ label, notes }) => {
        return `${label}: ${notes.map(({ what, was, is }) => [what, was, is].join(' ').trim()).join(', ')}`;
      });
      assert.deepEqual(rows, expected);
    });
  }
});

interface Pair {
  path: string;
  before: { markdown: string };
  after: { markdown: string };
}

/** Returns the changed pages of all change requests in a folder of documentation, before and after. */
function changedPages(documentation: string): Pair[] {
  return globSync(join(documentation, 'change-requests/*/files/**/*.md'))
    .sort()
    .flatMap(path => {
      const [, , ...rest] = relative(join(documentation, 'change-requests'), path).split(/[\\/]/);
      const base = join(documentation, 'space', ...rest);
      if (!existsSync(base)) return [];
      return [
        { path, before: { markdown: readFileSync(base, 'utf8') }, after: { markdown: readFileSync(path, 'utf8') } },
      ];
    });
}

/** Returns the words that are shown on one side, in alphabetical order. */
function wordsShown(before: Pair['before'], after: Pair['after'], side: 'before' | 'after'): string[] {
  const rows = rowsOf(comparePages(before, after));
  const html = runSync(rowsHtml(new BlocksHtml({ image: () => undefined }), rows, 'split'));
  const markup = html.map(sides => sides[side] ?? '').join(' ');
  const text = markup.replace(/<(span|p)\b[^>]*class="marginalia-(?:said|whence|count)[^>]*>.*?<\/\1>|<[^>]*>/gs, ' ');
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).sort();
}

describe('real change requests', () => {
  it('show each word of either side exactly as often as it occurs', function () {
    if (!existsSync(folder)) return this.skip();
    this.timeout(180_000);
    const pairs = changedPages(folder);
    for (const { path, before, after } of pairs.slice(0, sized(pairs.length, 10))) {
      assert.deepEqual(wordsShown(before, after, 'before'), wordsShown(before, before, 'before'), path);
      assert.deepEqual(wordsShown(before, after, 'after'), wordsShown(after, after, 'after'), path);
    }
  });

  it('show an edited block as one row, and no block with more than 12 marks', function () {
    if (!existsSync(folder)) return this.skip();
    this.timeout(60_000);
    let [pages, changed, torn, most] = [0, 0, 0, 0];
    const cases = globSync(join(folder, '../cases/*')).sort();
    for (const { before, after } of [folder, ...cases].flatMap(changedPages)) {
      const rows = rowsOf(comparePages(before, after));
      pages++;
      changed += rows.filter(({ kind }) => kind !== 'same').length;
      torn += tornBlocks(rows);
      most = Math.max(most, ...rows.flatMap(({ change }) => allChanges([change]).map(marksIn)));
    }
    console.log(`      ${pages} pages, ${changed} changed rows: ${torn} torn blocks, at most ${most} marks in a block`);
    assert.ok(pages > 30);
    assert.equal(torn, 0);
    assert.ok(most <= 12, `${most} marks`);
  });
});
