import { diffArrays } from 'diff';
import type { Block } from '../block.ts';
import { plainText } from '../plainText.ts';

/** The columns of both sides of a table in one order, with their index on each side. */
export type Columns = readonly { before?: number; after?: number }[];

/** Matches columns by position; if some were added or removed, by their titles. */
export function columnsOf(before: Block, after: Block): Columns {
  const [titlesBefore, titlesAfter] = [titlesOf(before), titlesOf(after)];
  if (titlesBefore.length === titlesAfter.length)
    return titlesBefore.map((_, index) => ({ before: index, after: index }));
  let [b, a] = [0, 0];
  return diffArrays(titlesBefore, titlesAfter).flatMap(({ added, removed, count }) =>
    Array.from({ length: count }, () => ({ ...(!added && { before: b++ }), ...(!removed && { after: a++ }) })),
  );
}

function titlesOf({ header = [], children }: Block): string[] {
  const width = Math.max(header.length, ...children.map(({ cells }) => cells?.length ?? 0));
  return Array.from({ length: width }, (_, index) => plainText(header[index] ?? ''));
}
