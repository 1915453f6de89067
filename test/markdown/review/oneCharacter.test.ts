import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBlocks } from '../../../src/markdown/blocks.ts';
import { BlocksHtml } from '../../../src/markdown/review/blocksHtml.ts';
import { compareBlocksResumable } from '../../../src/markdown/review/compare.ts';
import { rowHtml } from '../../../src/markdown/review/rowHtml.ts';
import { type ComparedRow, rowsOf } from '../../../src/markdown/review/rows.ts';
import { runSync } from '../../../src/markdown/resumable.ts';
import { sized } from '../../size.ts';

const root = join(import.meta.dirname, '../../..');
const folders = {
  'the sample': 'src/sandbox/load/sample',
  'real documentation': '../shared/data/fluentd-docs/space',
  'pages that are hard to compare': '../shared/data/cases',
};

/** Changes of one character. */
const changes: Record<string, (character: string) => string> = {
  'becomes another letter': character => (character === 'x' ? 'y' : 'x'),
  'is removed': () => '',
  'becomes a blank': character => (character === ' ' ? '\t' : ' '),
  'becomes a blank that breaks no line': () => '\u00a0',
  'becomes a line end': character => (character === '\n' ? ' ' : '\n'),
  'becomes another line end': character => (character === '\n' ? '\r\n' : '\r'),
  'is there twice': character => character + character,
  'has something invisible behind it': character => `${character}\u200b`,
  'becomes a stroke': character => (character === '|' ? '/' : '|'),
  'becomes a mark': character => (character === '*' ? '_' : '*'),
  'becomes a quote': character => (character === '"' ? "'" : '"'),
  'has its case changed': character =>
    character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase(),
};

const html = new BlocksHtml({ image: () => undefined });

/** Returns a random generator with equal numbers in each run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

function textOf(markup: string): string {
  const text = markup.replace(/<span class="marginalia-(?:said|count)">.*?<\/span>/g, '').replace(/<[^>]*>/g, ' ');
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns why a reader cannot see a change; undefined if all changes are visible. */
function hidden(rows: readonly ComparedRow[]): 'nothing' | 'equal texts' | 'equal notes' | undefined {
  const changed = rows.filter(({ kind }) => kind !== 'same');
  if (!changed.length) return 'nothing';
  const removed = new Set<string>();
  const rendered = changed.map(row => ({ row, sides: runSync(rowHtml(html, row, 'split')) }));
  for (const { row, sides } of rendered) if (row.kind === 'removed') removed.add(textOf(sides.before ?? ''));
  for (const { row, sides } of rendered) {
    const [before, after] = [textOf(sides.before ?? ''), textOf(sides.after ?? '')];
    const isEqual = row.kind === 'changed' ? before === after : row.kind === 'added' && after && removed.has(after);
    if (isEqual && !sides.notes) return 'equal texts';
    for (const [note] of sides.notes.matchAll(/<li.*?<\/li>/gs)) {
      const [was, is] = ['del', 'ins'].map(name =>
        textOf(new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(note)?.[1] ?? ''),
      );
      if (note.includes('<del>') && was === is) return 'equal notes';
    }
  }
  return undefined;
}

for (const [name, folder] of Object.entries(folders)) {
  describe(`changing one character of ${name}`, function () {
    this.timeout(600_000);

    it('is always visible in the comparison', function () {
      const path = join(root, folder);
      if (!existsSync(path)) return this.skip();
      const pages = globSync(join(path, '**/*.md')).sort();
      const random = randomNumbers(17);
      const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
      const failures = new Map<string, string[]>();
      const count = sized(3000);
      let tried = 0;
      while (tried < count) {
        const page = pick(pages);
        const markdown = readFileSync(page, 'utf8');
        const before = { markdown, blocks: parseBlocks(markdown), ids: new Map() };
        for (let index = 0; index < 5 && markdown; index++) {
          const at = Math.floor(random() * markdown.length);
          const kind = pick(Object.keys(changes));
          const character = markdown.charAt(at);
          const changed = markdown.slice(0, at) + (changes[kind]?.(character) ?? '') + markdown.slice(at + 1);
          if (changed === markdown) continue;
          tried++;
          const after = { markdown: changed, blocks: parseBlocks(changed), ids: new Map() };
          const why = hidden(rowsOf(runSync(compareBlocksResumable(before, after))));
          if (!why) continue;
          const line = markdown.slice(0, at).split('\n').length;
          const where = `${page}:${line} ${JSON.stringify(markdown.slice(at - 15, at + 15))} at ${at}: ${kind}`;
          failures.set(why, [...(failures.get(why) ?? []), where]);
        }
      }
      const numbers = ['nothing', 'equal texts', 'equal notes'].map(why => `${failures.get(why)?.length ?? 0} ${why}`);
      console.log(`      ${tried} changes on ${pages.length} pages: ${numbers.join(', ')}`);
      assert.deepEqual(
        [...failures].flatMap(([why, wheres]) => wheres.map(where => `${why}: ${where}`)).slice(0, 20),
        [],
      );
    });
  });
}
