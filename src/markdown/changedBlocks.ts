import { allBlocks } from './block.ts';
import { parseBlocks } from './blocks.ts';

/** A page before and after somebody has changed it. */
export interface ChangedText {
  base: string;
  proposed: string;
}

/**
 * Whether two changes of a page change, or delete, the same block. Their bases may differ: a block is known by its text,
 * where no other block of the base has the same.
 */
export function haveCommonChange(one: ChangedText, other: ChangedText): boolean {
  const changed = new Set(changedBlocks(one));
  return changed.size > 0 && changedBlocks(other).some(block => changed.has(block));
}

/** The texts of the blocks of a base that the proposed version does not have. */
function changedBlocks({ base, proposed }: ChangedText): string[] {
  const after = new Set(textsOf(proposed));
  const counts = new Map<string, number>();
  for (const text of textsOf(base)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].flatMap(([text, count]) => (count === 1 && !after.has(text) ? [text] : []));
}

/** The texts of the blocks that hold no others. */
function textsOf(markdown: string): string[] {
  const leaves = allBlocks(parseBlocks(markdown)).filter(({ children }) => children.length === 0);
  return leaves.map(({ type, source, text, attributes }) => JSON.stringify([type, source || text, attributes]));
}
