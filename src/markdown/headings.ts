import { linesOfAnchors } from './anchors.ts';
import { allBlocks, type Block } from './block.ts';
import { parseBlocksResumable } from './blocks.ts';
import type { Resumable } from './resumable.ts';

/** A heading of a page, and the anchor that links name it by. */
export interface Heading {
  title: string;
  anchor: string;
  /** 1 to 6. */
  depth: number;
  line: number;
}

/** Finds the headings of a page, in order and in steps. */
export function* headingsOf(markdown: string): Resumable<Heading[]> {
  return headingsIn(yield* parseBlocksResumable(markdown));
}

/** Finds the headings among the blocks of a page, in order. */
export function headingsIn(blocks: readonly Block[]): Heading[] {
  const headings = allBlocks(blocks).filter(({ type }) => type === 'heading');
  const anchors = new Map<number, string>();
  // The first name of a heading is the one that somebody gave it, or else that of the service.
  for (const [anchor, line] of linesOfAnchors(headings)) if (!anchors.has(line)) anchors.set(line, anchor);
  return headings.flatMap(({ text, start, depth = 1 }) => {
    const anchor = anchors.get(start);
    return anchor === undefined ? [] : [{ title: text, anchor, depth, line: start }];
  });
}
