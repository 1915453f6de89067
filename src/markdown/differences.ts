// The entry of the bundle that compares texts. The bundle is loaded on first use.
import { structuredPatch } from 'diff';

/** A difference between a text and its base, as the zero-based first lines in both. */
export interface Hunk {
  base: number;
  proposed: number;
}

export function hunksOf(base: string, proposed: string): Hunk[] {
  const { hunks } = structuredPatch('', '', base, proposed, '', '', { context: 0 });
  // A side without lines has the number of the next line.
  return hunks.map(({ oldStart, newStart }) => ({ base: oldStart - 1, proposed: newStart - 1 }));
}
