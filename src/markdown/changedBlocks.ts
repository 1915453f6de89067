import { allBlocks } from './block.ts';
import { parseBlocks } from './blocks.ts';

/** A page before and after a change. */
export interface ChangedText {
  base: string;
  proposed: string;
}

/**
 * Returns whether two changes of a page change or delete the same block. The bases may differ, so blocks are identified
 * by text, except for texts that occur more than once.
 */
export function haveCommonChange(one: ChangedText, other: ChangedText): boolean {
  const changed = new Set(changedBlocks(one));
  return changed.size > 0 && changedBlocks(other).some(block => changed.has(block));
}

/** Returns the texts of the blocks that only the base has. */
function changedBlocks({ base, proposed }: ChangedText): string[] {
  const after = new Set(textsOf(proposed));
  const counts = new Map<string, number>();
  for (const text of textsOf(base)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].flatMap(([text, count]) => (count === 1 && !after.has(text) ? [text] : []));
}

/** Returns the texts of the blocks without children. */
function textsOf(markdown: string): string[] {
  const leaves = allBlocks(parseBlocks(markdown)).filter(({ children }) => children.length === 0);
  return leaves.map(({ type, source, text, attributes }) => JSON.stringify([type, source || text, attributes]));
}
