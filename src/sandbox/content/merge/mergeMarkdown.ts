import { joinBlocks, splitBlocks } from '../../../markdown/blockTexts.ts';
import { changedRanges } from '../../../markdown/changedRanges.ts';
import { mergeRegions, type MergeRegion, sideToTake } from '../../../markdown/mergeRegions.ts';
import { mapSides } from './sides.ts';
import type { Merged, Sides } from './sides.ts';

/**
 * Merges two versions of a page by blocks. If both sides changed a block, its lines are merged. If they changed the
 * same lines, both versions of the block are kept, the main content's first, so that no text is lost.
 */
export function mergeMarkdown(texts: Sides<string>): Merged<string> {
  const asOneBlock = regionOf(mapSides(texts, text => [text]));
  const unchanged = sideToTake(asOneBlock);
  if (unchanged) return { value: asOneBlock[unchanged].join(''), conflict: false };

  const blocks = mapSides(texts, splitBlocks);
  const merged = mergeRegions(regionOf(mapSides(blocks, all => all.map(({ text }) => text)))).map(mergeBlocks);
  const body = merged.flatMap(({ value }) => value);
  const end = /\s*$/.exec(texts.main || texts.changeRequest)?.[0] ?? '';
  return {
    value: body.length > 0 ? joinBlocks(body, [blocks.main, blocks.changeRequest]) + end : '',
    conflict: merged.some(({ conflict }) => conflict),
  };
}

function regionOf({ base, main, changeRequest }: Sides<string[]>): MergeRegion {
  return { base, one: main, other: changeRequest };
}

function mergeBlocks(region: MergeRegion): Merged<string[]> {
  const side = sideToTake(region);
  if (side) return { value: region[side], conflict: false };

  const { base, one, other } = region;
  const isPairwise = base.length === one.length && base.length === other.length;
  if (!isPairwise) return { value: union(one, other), conflict: true };
  const merged = base.map((block, index) => mergeBlock([block, one[index] ?? '', other[index] ?? '']));
  return { value: merged.flatMap(({ value }) => value), conflict: merged.some(({ conflict }) => conflict) };
}

function mergeBlock([base, one, other]: [string, string, string]): Merged<string[]> {
  const lines = mergeLines({ base: base.split('\n'), one: one.split('\n'), other: other.split('\n') });
  if (lines) return { value: [lines.value.join('\n')], conflict: lines.conflict };
  return { value: union([one], [other]), conflict: true };
}

/** Returns the merged lines of a block, or undefined if the block cannot contain both versions of a line. */
function mergeLines(lines: MergeRegion): Merged<string[]> | undefined {
  const merged: string[] = [];
  let conflict = false;
  for (const region of mergeRegions(lines)) {
    const side = sideToTake(region);
    const next = side ? region[side] : union(region.one, region.other);
    if (!side && ![...region.base, ...next].every(isRow)) return undefined;
    merged.push(...next);
    conflict ||= !side;
  }
  return { value: merged, conflict };
}

/** Returns true for a list item or a table row: two versions of it can follow each other in one block. */
function isRow(line: string): boolean {
  return /^\s*(?:[-*+]|\d+[.)])\s|^\s*\|.*[^\s|:-]/.test(line);
}

/** Returns the lines of both sides: shared ones once, differing ones one after the other. */
function union(one: string[], other: string[]): string[] {
  const merged: string[] = [];
  let read = 0;
  for (const { end, added } of changedRanges(one, other)) {
    merged.push(...one.slice(read, end), ...added);
    read = end;
  }
  return [...merged, ...one.slice(read)];
}
