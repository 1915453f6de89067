import { diffArrays } from 'diff';

/** A range of a sequence, and the items that another sequence has in its place. Either may be empty, not both. */
export interface ChangedRange {
  start: number;
  /** The index after the last item of the range. */
  end: number;
  added: string[];
}

/** With more changed items, everything between the equal beginning and end counts as one range. */
const maxChanges = 1000;

/** Returns the ranges of `before` that `after` has replaced, with the fewest changed items. */
export function changedRanges(before: readonly string[], after: readonly string[]): ChangedRange[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: maxChanges });
  if (!parts) return [changedMiddle(before, after)];
  const ranges: ChangedRange[] = [];
  let next = 0;
  let last: ChangedRange | undefined;
  for (const { added, removed, value } of parts) {
    if (!added && !removed) {
      next += value.length;
      last = undefined;
      continue;
    }
    if (!last) ranges.push((last = { start: next, end: next, added: [] }));
    if (added) last.added.push(...value);
    else last.end = next += value.length;
  }
  return ranges;
}

function changedMiddle(before: readonly string[], after: readonly string[]): ChangedRange {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let equal = 0;
  const shorter = Math.min(before.length, after.length);
  while (equal < shorter - start && before.at(-1 - equal) === after.at(-1 - equal)) equal++;
  return { start, end: before.length - equal, added: after.slice(start, after.length - equal) };
}
