import { BlockJoiner, type BlockText, splitBlocks } from '../../markdown/blockTexts.ts';
import { changedRanges } from '../../markdown/changedRanges.ts';
import type { LineRange } from './placement.ts';

/** A block of a page and its suggested replacement. */
export interface SuggestedBlock {
  /** Undefined for a page without blocks. */
  lines: LineRange | undefined;
  original: string;
  /** Empty if the block is deleted. */
  proposed: string;
}

/**
 * Returns the changed blocks between two texts of a page. New blocks are part of the replacement of the block above
 * them or, at the beginning of the page, of the first block.
 */
export function suggestedBlocks(before: string, after: string): SuggestedBlock[] {
  const [old, now] = [splitBlocks(before), splitBlocks(after)];
  const textsOf = (blocks: readonly BlockText[]) => blocks.map(({ text }) => text);
  const [oldTexts, newTexts] = [textsOf(old), textsOf(now)];
  const joiner = new BlockJoiner([old, now]);
  if (old.length === 0)
    return now.length === 0 ? [] : [{ lines: undefined, original: '', proposed: joiner.join(newTexts) }];
  // Each block's replacement, in the order of the new text.
  const proposed = oldTexts.map(text => [text]);
  for (const { start, end, added } of changedRanges(oldTexts, newTexts)) {
    const length = end - start;
    if (length === 0 && start > 0) proposed[start - 1]?.push(...added);
    else if (length === 0) proposed[0]?.unshift(...added);
    else {
      for (let index = 0; index < length; index++) {
        const isLast = index === length - 1;
        proposed[start + index] = isLast ? added.slice(index) : added.slice(index, index + 1);
      }
    }
  }
  const places = linesOf(old);
  return old.flatMap(({ text }, index) => {
    const changed = joiner.join(proposed[index] ?? []);
    return changed === text ? [] : [{ lines: places[index], original: text, proposed: changed }];
  });
}

/** Returns the lines of blocks in their text. */
function linesOf(blocks: readonly BlockText[]): LineRange[] {
  let next = 0;
  return blocks.map(({ text, gap }) => {
    const start = next + gap;
    next = start + text.split('\n').length;
    return { start, end: next - 1 };
  });
}
