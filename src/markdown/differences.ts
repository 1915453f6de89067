// The entry of the bundle that compares texts. It is loaded on first use.
import { structuredPatch } from 'diff';

/** Where a text differs from its base: the first line of each change, zero-based, in the base and in the text. */
export interface Hunk {
  base: number;
  proposed: number;
}

export function hunksOf(base: string, proposed: string): Hunk[] {
  const { hunks } = structuredPatch('', '', base, proposed, '', '', { context: 0 });
  // A side without lines is told by the line that comes next.
  return hunks.map(({ oldStart, newStart }) => ({ base: oldStart - 1, proposed: newStart - 1 }));
}
