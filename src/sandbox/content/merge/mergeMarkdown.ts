import { diffIndices } from 'node-diff3';
import { parseBlocks } from '../../../markdown/blocks.ts';
import { mapSides } from './sides.ts';
import type { Merged, Side, Sides } from './sides.ts';

/** A block of Markdown without the blank lines around it. */
interface Block {
  text: string;
  /** How many blank lines stand above it. */
  gap: number;
}

/**
 * Merges two successors of one page, block by block. Where both sides changed one block, its lines are merged; where they
 * changed the same lines, both versions of the block are kept, the main content's first: nothing is lost.
 */
export function mergeMarkdown(texts: Sides<string>): Merged<string> {
  const unchanged = sideOf({ base: [texts.base], main: [texts.main], changeRequest: [texts.changeRequest] });
  if (unchanged) return { value: texts[unchanged], conflict: false };

  const blocks = mapSides(texts, split);
  const merged = regions(mapSides(blocks, all => all.map(({ text }) => text))).map(mergeBlocks);
  const body = merged.flatMap(({ value }) => value);
  const end = /\s*$/.exec(texts.main || texts.changeRequest)?.[0] ?? '';
  return {
    value: body.length > 0 ? join(body, blocks) + end : '',
    conflict: merged.some(({ conflict }) => conflict),
  };
}

/** Cuts a page where its top-level blocks begin. */
function split(markdown: string): Block[] {
  const lines = markdown.split('\n');
  const starts = parseBlocks(markdown).map(({ start }) => start);
  return starts.map((start, index) => {
    const end = lastFilled(lines, starts[index + 1] ?? lines.length);
    const above = index === 0 ? 0 : lastFilled(lines, start);
    return { text: lines.slice(start, end).join('\n'), gap: start - above };
  });
}

/** The end of the text before this line. */
function lastFilled(lines: readonly string[], end: number): number {
  let line = end;
  while (line > 0 && !lines[line - 1]?.trim()) line--;
  return line;
}

function mergeBlocks(region: Sides<string[]>): Merged<string[]> {
  const side = sideOf(region);
  if (side) return { value: region[side], conflict: false };

  const { base, main, changeRequest } = region;
  const isPairwise = base.length === main.length && base.length === changeRequest.length;
  if (!isPairwise) return { value: union(main, changeRequest), conflict: true };
  const merged = base.map((block, index) =>
    mergeBlock({ base: block, main: main[index] ?? '', changeRequest: changeRequest[index] ?? '' }),
  );
  return { value: merged.flatMap(({ value }) => value), conflict: merged.some(({ conflict }) => conflict) };
}

function mergeBlock(block: Sides<string>): Merged<string[]> {
  const lines = mergeLines(mapSides(block, text => text.split('\n')));
  if (lines) return { value: [lines.value.join('\n')], conflict: lines.conflict };
  return { value: union([block.main], [block.changeRequest]), conflict: true };
}

/** The merged lines of one block, or undefined where both versions of a line would not fit into it. */
function mergeLines(lines: Sides<string[]>): Merged<string[]> | undefined {
  const merged: string[] = [];
  let conflict = false;
  for (const region of regions(lines)) {
    const side = sideOf(region);
    const next = side ? region[side] : union(region.main, region.changeRequest);
    if (!side && ![...region.base, ...next].every(isRow)) return undefined;
    merged.push(...next);
    conflict ||= !side;
  }
  return { value: merged, conflict };
}

/** Two versions of a list item or of a table row can stand one below the other. */
function isRow(line: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s|^\s*\|.*[^\s|:-]/.test(line);
}

/** The side that has the merged version, or undefined where both changed the base, and not alike. */
function sideOf({ base, main, changeRequest }: Sides<string[]>): Side | undefined {
  if (isSame(changeRequest, base) || isSame(changeRequest, main)) return 'main';
  return isSame(main, base) ? 'changeRequest' : undefined;
}

function isSame(a: string[], b: string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** Everything of both sides: what they share once, what differs one after the other. */
function union(main: string[], changeRequest: string[]): string[] {
  const merged: string[] = [];
  let read = 0;
  for (const { buffer1, buffer2Content } of diffIndices(main, changeRequest)) {
    const end = buffer1[0] + buffer1[1];
    merged.push(...main.slice(read, end), ...buffer2Content);
    read = end;
  }
  return [...merged, ...main.slice(read)];
}

/** A stretch of the base that a side replaced by another one, `growth` longer. */
interface Hunk {
  start: number;
  end: number;
  growth: { main: number; changeRequest: number };
}

/** Cuts three sequences into stretches that belong together: unchanged ones, and those that a side changed. */
function regions(sequences: Sides<string[]>): Sides<string[]>[] {
  const read = { base: 0, main: 0, changeRequest: 0 };
  const cut = (side: keyof Sides<string[]>, length: number) => {
    const start = read[side];
    read[side] += length;
    return sequences[side].slice(start, start + length);
  };
  const none = { main: 0, changeRequest: 0 };
  const end = sequences.base.length;
  const hunks = overlapping([...hunksOf(sequences, 'main'), ...hunksOf(sequences, 'changeRequest')]);
  const spans = hunks.flatMap(hunk => [{ end: hunk.start, growth: none }, hunk]);
  return [...spans, { end, growth: none }].map(({ end, growth }) => {
    const length = end - read.base;
    return {
      base: cut('base', length),
      main: cut('main', length + growth.main),
      changeRequest: cut('changeRequest', length + growth.changeRequest),
    };
  });
}

function hunksOf(sequences: Sides<string[]>, side: Side): Hunk[] {
  return diffIndices(sequences.base, sequences[side]).map(({ buffer1, buffer2 }) => ({
    start: buffer1[0],
    end: buffer1[0] + buffer1[1],
    growth: { main: 0, changeRequest: 0, [side]: buffer2[1] - buffer1[1] },
  }));
}

/** Hunks with those that overlap made one. Hunks that only touch stay apart: their order is certain. */
function overlapping(hunks: Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const hunk of hunks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    const isSameInsertion = last?.start === hunk.start && last.end === hunk.end;
    if (!last || (hunk.start >= last.end && !isSameInsertion)) {
      result.push({ ...hunk });
      continue;
    }
    last.end = Math.max(last.end, hunk.end);
    last.growth = {
      main: last.growth.main + hunk.growth.main,
      changeRequest: last.growth.changeRequest + hunk.growth.changeRequest,
    };
  }
  return result;
}

/** Blocks that stood together keep their distance; blocks that meet for the first time get a blank line. */
function join(texts: string[], blocks: Sides<Block[]>): string {
  const gaps = new Map([...gapsOf(blocks.main), ...gapsOf(blocks.changeRequest)]);
  return texts.map((text, index) => lineBreaks(index) + text).join('');

  function lineBreaks(index: number): string {
    const text = texts[index];
    if (index === 0 || text === undefined) return '';
    const gap = gaps.get(pairKey(texts[index - 1], text)) ?? 1;
    return '\n'.repeat(gap + 1);
  }
}

function gapsOf(blocks: Block[]): [string, number][] {
  return blocks.map(({ text, gap }, index) => [pairKey(blocks[index - 1]?.text, text), gap]);
}

function pairKey(above: string | undefined, below: string): string {
  return JSON.stringify([above, below]);
}
