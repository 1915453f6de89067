import type { Content, Layout } from 'pdfmake';
import { colors, blockGap, minRoom } from './style.ts';

const padding = 9;
const edgeWidth = 3;

/** Returns the width inside a box of this width, in points. */
export function innerWidthOfBox(width: number): number {
  return Math.max(width - 2 * padding - edgeWidth, minRoom);
}

/** Prints a box with a coloured background, a coloured left edge, or both. */
export function boxContent(
  inside: Content[],
  { width, fill, edge }: { width: number; fill?: string; edge?: string },
): Content {
  const layout: Layout = {
    hLineWidth: () => 0,
    vLineWidth: column => (column === 0 ? edgeWidth : 0),
    vLineColor: () => edge ?? fill ?? '#ffffff',
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => (fill ? 7 : 1),
    paddingBottom: () => (fill ? 7 : 1),
    fillColor: () => fill ?? null,
  };
  const table = { widths: [innerWidthOfBox(width)], body: [[{ stack: withoutLastGap(inside) }]] };
  return { table, layout, margin: [0, 2, 0, blockGap + 3] };
}

/** Removes the bottom margin of the last content, which a box, a cell or an item does not need. */
export function withoutLastGap(contents: readonly Content[]): Content[] {
  const last = contents.at(-1);
  if (!last) return [{ text: '' }];
  const [marginLeft = 0, marginTop = 0, marginRight = 0] = last.margin ?? [];
  return [...contents.slice(0, -1), { ...last, margin: [marginLeft, marginTop, marginRight, 0] }];
}

export function ruleContent(width: number): Content {
  const line = { type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: colors.line };
  return { canvas: [line], margin: [0, 6, 0, 10] };
}
