import { changedRanges } from './changedRanges.ts';

/** A region of three sequences: the base, and the two versions derived from it. */
export interface MergeRegion {
  base: string[];
  one: string[];
  other: string[];
}

/** A part of the base that one side has replaced; the new part is longer by `growth`. */
interface Hunk {
  start: number;
  end: number;
  growth: { one: number; other: number };
  content: readonly string[];
}

/**
 * Splits three sequences into regions: unchanged ones, and those that a side has changed. Changes that only touch
 * stay separate, because their order is certain. Additions of both sides in one place are a region of their own.
 */
export function mergeRegions(sequences: MergeRegion): MergeRegion[] {
  const read = { base: 0, one: 0, other: 0 };
  const cut = (side: keyof MergeRegion, length: number) => {
    const start = read[side];
    read[side] += length;
    return sequences[side].slice(start, start + length);
  };
  const none = { one: 0, other: 0 };
  const end = sequences.base.length;
  const hunks = overlapping([...hunksOf(sequences, 'one'), ...hunksOf(sequences, 'other')]);
  const spans = hunks.flatMap(hunk => [{ end: hunk.start, growth: none }, hunk]);
  return [...spans, { end, growth: none }].flatMap(({ end, growth }) => {
    const length = end - read.base;
    const [base, one, other] = [
      cut('base', length),
      cut('one', length + growth.one),
      cut('other', length + growth.other),
    ];
    return splitAdditions({ base, one, other });
  });
}

/** Splits off items that both sides have added at the beginning or end of a region. */
function splitAdditions({ base, one, other }: MergeRegion): MergeRegion[] {
  const whole = { base, one, other };
  if (sideToTake(whole)) return [whole];
  let [first, last] = [0, 0];
  const most = Math.min(one.length, other.length);
  while (first < most && one[first] === other[first]) first++;
  while (last < most - first && one.at(-1 - last) === other.at(-1 - last)) last++;
  const addition = (texts: string[]) => (texts.length === 0 ? [] : [{ base: [], one: texts, other: texts }]);
  const middle = { base, one: one.slice(first, one.length - last), other: other.slice(first, other.length - last) };
  return [...addition(one.slice(0, first)), middle, ...addition(one.slice(one.length - last))];
}

/** Returns the side that has the merged version; undefined if both sides changed the base differently. */
export function sideToTake({ base, one, other }: MergeRegion): 'one' | 'other' | undefined {
  if (isSame(other, base) || isSame(other, one)) return 'one';
  return isSame(one, base) ? 'other' : undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function hunksOf(sequences: MergeRegion, side: 'one' | 'other'): Hunk[] {
  return changedRanges(sequences.base, sequences[side]).map(({ start, end, added }) => ({
    start,
    end,
    growth: { one: 0, other: 0, [side]: added.length - (end - start) },
    content: added,
  }));
}

/** Returns whether two touching hunks add something in one place, or one adds a part of the other. */
function haveCommonEdge(one: Hunk, other: Hunk): boolean {
  if (one.start === other.start && one.end === other.end) return true;
  const added = [one, other].find(({ start, end }) => start === end)?.content ?? [];
  if (added.length === 0) return false;
  return one.content[0] === other.content[0] || one.content.at(-1) === other.content.at(-1);
}

/** Merges overlapping hunks. */
function overlapping(hunks: Hunk[]): Hunk[] {
  const result: Hunk[] = [];
  for (const hunk of hunks.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (!last || hunk.start > last.end || (hunk.start === last.end && !haveCommonEdge(last, hunk))) {
      result.push({ ...hunk });
      continue;
    }
    last.end = Math.max(last.end, hunk.end);
    last.content = [...last.content, ...hunk.content];
    last.growth = { one: last.growth.one + hunk.growth.one, other: last.growth.other + hunk.growth.other };
  }
  return result;
}
