import { linesOfAnchors } from './anchors.ts';
import { allBlocks, type Block } from './block.ts';
import { parseBlocksResumable } from './blocks.ts';
import type { Resumable } from './resumable.ts';

/** A heading of a page and its anchor. */
export interface Heading {
  title: string;
  anchor: string;
  /** 1 to 6. */
  depth: number;
  line: number;
}

/** Finds the headings of a page, in order. Resumable. */
export function* headingsOf(markdown: string): Resumable<Heading[]> {
  return headingsIn(yield* parseBlocksResumable(markdown));
}

/** Finds the headings among the blocks of a page, in order. */
export function headingsIn(blocks: readonly Block[]): Heading[] {
  const headings = allBlocks(blocks).filter(({ type }) => type === 'heading');
  const anchors = new Map<number, string>();
  // The first anchor of a heading is its explicit ID, or else the one that the service generates.
  for (const [anchor, line] of linesOfAnchors(headings)) if (!anchors.has(line)) anchors.set(line, anchor);
  return headings.flatMap(({ text, start, depth = 1 }) => {
    const anchor = anchors.get(start);
    return anchor === undefined ? [] : [{ title: text, anchor, depth, line: start }];
  });
}
