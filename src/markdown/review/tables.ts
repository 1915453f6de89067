import { diffArrays } from 'diff';
import type { Block } from '../block.ts';
import { plainText } from '../plainText.ts';

/** The columns of both sides of a table in one order, with their index on each side. */
export type Columns = readonly { before?: number; after?: number }[];

/** With more added and removed columns, columns are matched by position. */
const maxEditLength = 200;

/** Matches columns by position; if some were added or removed, by their titles. */
export function columnsOf(before: Block, after: Block): Columns {
  const [titlesBefore, titlesAfter] = [titlesOf(before), titlesOf(after)];
  const isSameWidth = titlesBefore.length === titlesAfter.length;
  const parts = isSameWidth ? undefined : diffArrays(titlesBefore, titlesAfter, { maxEditLength });
  if (!parts) return byPosition(titlesBefore.length, titlesAfter.length);
  let [b, a] = [0, 0];
  return parts.flatMap(({ added, removed, count }) =>
    Array.from({ length: count }, () => ({ ...(!added && { before: b++ }), ...(!removed && { after: a++ }) })),
  );
}

function byPosition(before: number, after: number): Columns {
  return Array.from({ length: Math.max(before, after) }, (_, index) => ({
    ...(index < before && { before: index }),
    ...(index < after && { after: index }),
  }));
}

function titlesOf({ header = [], children }: Block): string[] {
  const width = Math.max(header.length, ...children.map(({ cells }) => cells?.length ?? 0));
  return Array.from({ length: width }, (_, index) => plainText(header[index] ?? ''));
}
