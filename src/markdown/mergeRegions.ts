import { diffIndices } from 'node-diff3';

/** A stretch of three sequences: what it is in the base, and in the two that were derived from it. */
export interface Region {
  base: string[];
  one: string[];
  other: string[];
}

/** A stretch of the base that a side replaced by another one, `growth` longer. */
interface Hunk {
  start: number;
  end: number;
  growth: { one: number; other: number };
  content: readonly string[];
}

/**
 * Cuts three sequences into stretches that belong together: unchanged ones, and those that a side changed. Changes that
 * only touch each other stay apart, unlike in the merge of node-diff3: their order is certain. What both added in one place is a stretch by itself.
 */
export function mergeRegions(sequences: Region): Region[] {
  const read = { base: 0, one: 0, other: 0 };
  const cut = (side: keyof Region, length: number) => {
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

/** Cuts off what both sides have at the beginning or at the end of a stretch, and the base has not. */
function splitAdditions({ base, one, other }: Region): Region[] {
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

/** Returns the side that has the merged version, or undefined where both changed the base, and not alike. */
export function sideToTake({ base, one, other }: Region): 'one' | 'other' | undefined {
  if (isSame(other, base) || isSame(other, one)) return 'one';
  return isSame(one, base) ? 'other' : undefined;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

function hunksOf(sequences: Region, side: 'one' | 'other'): Hunk[] {
  return diffIndices(sequences.base, sequences[side]).map(({ buffer1, buffer2, buffer2Content }) => ({
    start: buffer1[0],
    end: buffer1[0] + buffer1[1],
    growth: { one: 0, other: 0, [side]: buffer2[1] - buffer1[1] },
    content: buffer2Content,
  }));
}

/** Whether two hunks that touch each other add something in the same place, or one adds what the other brings, too. */
function haveCommonEdge(one: Hunk, other: Hunk): boolean {
  if (one.start === other.start && one.end === other.end) return true;
  const added = [one, other].find(({ start, end }) => start === end)?.content ?? [];
  if (added.length === 0) return false;
  return one.content[0] === other.content[0] || one.content.at(-1) === other.content.at(-1);
}

/** Hunks with those that overlap made one. */
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
