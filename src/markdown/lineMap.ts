import { diffArrays } from 'diff';

/** Maximum number of different lines. Beyond it, unchanged lines are not searched, which would take long. */
const maxEditLength = 1_000;

/**
 * Returns a function that maps zero-based lines of a text to another version of it. A deleted line is mapped to the
 * line before.
 */
export function mapLines(before: string, after: string): (line: number) => number {
  const hunks = hunksBetween(before.split(/\r?\n/), after.split(/\r?\n/));
  return line => {
    const hunk = hunks.findLast(({ start }) => start <= line);
    if (!hunk) return line;
    const { start, length, newStart, newLength } = hunk;
    if (line >= start + length) return line - (start + length) + newStart + newLength;
    return Math.max(0, newStart + Math.min(line - start, newLength - 1));
  };
}

/** Lines of a text that were replaced with other lines; either can be none. */
interface Hunk {
  start: number;
  length: number;
  newStart: number;
  newLength: number;
}

function hunksBetween(before: string[], after: string[]): Hunk[] {
  const parts = diffArrays(before, after, { maxEditLength });
  if (!parts) return [{ start: 0, length: before.length, newStart: 0, newLength: after.length }];
  const hunks: Hunk[] = [];
  let [start, newStart] = [0, 0];
  let hunk: Hunk | undefined;
  for (const { added, removed, value } of parts) {
    const { length } = value;
    if (!added && !removed) hunk = undefined;
    else if (!hunk) hunks.push((hunk = { start, length: 0, newStart, newLength: 0 }));
    if (hunk && removed) hunk.length += length;
    if (hunk && added) hunk.newLength += length;
    if (!added) start += length;
    if (!removed) newStart += length;
  }
  return hunks;
}
