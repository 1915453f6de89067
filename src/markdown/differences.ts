// The entry of the bundle that compares texts. It is loaded on first use.
import { structuredPatch } from 'diff';

/** Where a text differs from its base: the first line of each change, zero-based, in the base and in the text. */
export interface Hunk {
  base: number;
  proposed: number;
}

export function hunksOf(base: string, proposed: string): Hunk[] {
  const { hunks } = structuredPatch('', '', base, proposed, '', '', { context: 0 });
  return hunks.map(({ oldStart, oldLines, newStart, newLines }) => ({
    base: lineOf(oldStart, oldLines),
    proposed: lineOf(newStart, newLines),
  }));
}

/** A side of a hunk without lines is told by the line before it, counted from 1. */
function lineOf(start: number, lines: number): number {
  return Math.max(0, lines === 0 ? start : start - 1);
}
