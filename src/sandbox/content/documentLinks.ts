import { allBlocks } from '../../markdown/block.ts';
import { parseBlocks } from '../../markdown/blocks.ts';
import { memoize } from '../memoize.ts';
import type { DocumentRow } from '../store/rows.ts';
import { destinationsOf } from '../../markdown/destinations.ts';

/** A link target in a document, with the places of all links to it, from the top down. */
export interface DocumentLink {
  readonly target: string;
  readonly anchor: string | undefined;
  readonly places: readonly LinkPlace[];
}

export interface LinkPlace {
  /** Zero-based line. */
  readonly line: number;
  /**
   * The index of the innermost block on that line, in the order of `allBlocks`; undefined if no block contains the
   * line.
   */
  readonly block: number | undefined;
}

/** Returns the link targets of a document in the order of their first links. */
export const documentLinks = memoize(({ markdown }: DocumentRow): readonly DocumentLink[] => {
  const parsed = parseBlocks(markdown);
  const blocks = allBlocks(parsed);
  const links = new Map<string, DocumentLink & { places: LinkPlace[] }>();
  let last: LinkPlace | undefined;
  for (const { target, anchor, line } of destinationsOf(markdown, parsed)) {
    if (line !== last?.line) {
      const index = blocks.findLastIndex(({ start, end }) => start <= line && line <= end);
      last = { line, block: index < 0 ? undefined : index };
    }
    const key = `${target}#${anchor ?? ''}`;
    const link = links.get(key) ?? { target, anchor, places: [] };
    link.places.push(last);
    links.set(key, link);
  }
  return [...links.values()];
});
