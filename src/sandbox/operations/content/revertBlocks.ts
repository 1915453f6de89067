import { allBlocks } from '../../../markdown/block.ts';
import type { Block } from '../../../markdown/block.ts';
import { parseBlocks } from '../../../markdown/blocks.ts';
import { keysOf } from '../../content/documents.ts';
import type { DocumentRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

interface Revert {
  now: DocumentRow;
  then: DocumentRow;
  keys: readonly string[];
}

/**
 * Returns the Markdown with some blocks reverted: changed ones get their old lines, new ones are removed, deleted ones
 * return to the place after their former neighbour. Returns undefined if neither version has one of the keys.
 */
export function revertBlocks(state: State, { now, then, keys }: Revert): string | undefined {
  const [current, old] = [readBlocks(state, now), readBlocks(state, then)];
  if (keys.some(key => !current.byKey.has(key) && !old.byKey.has(key))) return undefined;
  const lines = [...current.lines];
  const splices = keys.flatMap(key => spliceFor(key, current, old));
  // Splicing from the end keeps the line numbers of the remaining splices valid.
  for (const { start, count, text } of splices.sort((a, b) => b.start - a.start)) lines.splice(start, count, ...text);
  return lines.join('\n');
}

interface Blocks {
  lines: string[];
  byKey: Map<string, { block: Block; siblings: readonly Block[] }>;
  keyOf: Map<Block, string>;
}

interface Splice {
  start: number;
  count: number;
  text: string[];
}

function readBlocks(state: State, document: DocumentRow): Blocks {
  const blocks = parseBlocks(document.markdown);
  const keys = keysOf(state, document);
  const keyOf = new Map(allBlocks(blocks).map((block, index) => [block, keys[index] ?? '']));
  const byKey: Blocks['byKey'] = new Map();
  const visit = (siblings: readonly Block[]) => {
    for (const block of siblings) {
      byKey.set(keyOf.get(block) ?? '', { block, siblings });
      visit(block.children);
    }
  };
  visit(blocks);
  return { lines: document.markdown.split('\n'), byKey, keyOf };
}

function spliceFor(key: string, current: Blocks, old: Blocks): Splice[] {
  const [now, then] = [current.byKey.get(key), old.byKey.get(key)];
  if (now && then) return [{ ...placeOf(now.block), text: linesOf(old, then.block) }];
  if (now) return [withBlankLines(current, placeOf(now.block))];
  return then ? [insertion(then, current, old)] : [];
}

function insertion({ block, siblings }: { block: Block; siblings: readonly Block[] }, current: Blocks, old: Blocks) {
  const before = siblings.slice(0, siblings.indexOf(block)).toReversed();
  const neighbour = before.map(sibling => current.byKey.get(old.keyOf.get(sibling) ?? '')?.block).find(Boolean);
  const text = linesOf(old, block);
  if (!neighbour) return { start: 0, count: 0, text: [...text, ''] };
  const gap = Math.max(0, block.start - (before[0]?.end ?? block.start) - 1);
  return { start: neighbour.end + 1, count: 0, text: [...Array<string>(gap).fill(''), ...text] };
}

function placeOf({ start, end }: Block): Splice {
  return { start, count: end - start + 1, text: [] };
}

/** Extends the splice of a removed block over the blank lines after it. */
function withBlankLines({ lines }: Blocks, { start, count, text }: Splice): Splice {
  let end = start + count;
  while (end < lines.length - 1 && !lines[end]?.trim()) end++;
  return { start, count: end - start, text };
}

function linesOf({ lines }: Blocks, { start, end }: Block): string[] {
  return lines.slice(start, end + 1);
}
