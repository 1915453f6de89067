import type { Content, Layout } from 'pdfmake';
import { textOfNodes } from '../../markdown/document.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { boxContent, innerWidthOfBox, withoutLastGap } from './boxes.ts';
import { toPrintableRuns } from './glyphs.ts';
import { colors, blockGap } from './style.ts';

/** Prints the content of a cell in a column of this width. */
type PrintCell = (nodes: readonly DocumentNode[], room: number) => Content[];

export function tableContent(node: DocumentNode, width: number, print: PrintCell): Content[] {
  const { columns, rows, isCards, hasHeader } = readTable(node);
  if (columns.length === 0) return [];
  if (isCards) return cards(rows, width, print);
  const header = hasHeader ? [columns.map(({ title }) => title)] : [];
  const widths = columnWidths([...header, ...rows.map(row => row.map(textOfNodes))], columns.length, width);
  const cell = (contents: Content[], index: number): Content => ({
    stack: withoutLastGap(contents),
    alignment: columns[index]?.alignment ?? 'left',
  });
  const titles = columns.map(({ title }, index) => cell([{ text: toPrintableRuns(title, { bold: true }) }], index));
  const body = rows.map(row => row.map((nodes, index) => cell(print(nodes, widths[index] ?? width), index)));
  const all = [...(hasHeader ? [titles] : []), ...body];
  if (all.length === 0) return [];
  return [
    {
      table: { widths, body: all, headerRows: header.length },
      layout: grid(header.length),
      fontSize: 9,
      margin: [0, 3, 0, blockGap + 3],
    },
  ];
}

interface Column {
  title: string;
  alignment: 'left' | 'center' | 'right';
}

interface TableContent {
  columns: Column[];
  /** The nodes of each cell, by row and column. */
  rows: (readonly DocumentNode[])[][];
  isCards: boolean;
  hasHeader: boolean;
}

interface TableData {
  view?: { type?: string; columns?: string[]; hideHeader?: boolean };
  definition?: Record<string, { title?: string; textAlignment?: Column['alignment'] }>;
  records?: Record<string, { orderIndex: string; values: Record<string, string> }>;
}

function readTable(node: DocumentNode): TableContent {
  const { view, definition, records } = (node.data ?? {}) as TableData;
  const ids = view?.columns ?? [];
  const cells = new Map((node.fragments ?? []).map(({ fragment, nodes }) => [fragment, nodes ?? []]));
  const ordered = Object.values(records ?? {}).sort((a, b) => (a.orderIndex < b.orderIndex ? -1 : 1));
  return {
    columns: ids.map(id => ({
      title: definition?.[id]?.title ?? '',
      alignment: definition?.[id]?.textAlignment ?? 'left',
    })),
    rows: ordered.map(({ values }) => ids.map(id => cells.get(values[id] ?? '') ?? [])),
    isCards: view?.type === 'cards',
    hasHeader: view?.hideHeader !== true,
  };
}

/** Prints cards in two columns. */
function cards(rows: TableContent['rows'], width: number, print: PrintCell): Content[] {
  const columnGap = 10;
  const cardWidth = (width - columnGap) / 2;
  const all = rows.map(row => {
    const contents = row.filter(nodes => nodes.length > 0).flatMap(nodes => print(nodes, innerWidthOfBox(cardWidth)));
    return { stack: [boxContent(contents, { width: cardWidth, fill: colors.code })], width: cardWidth };
  });
  const pairs = Array.from({ length: Math.ceil(all.length / 2) }, (_, index) => all.slice(index * 2, index * 2 + 2));
  return pairs.map(columns => ({ columns, columnGap }));
}

const cellPadding = 5;
const lineWidth = 0.6;

function grid(headerRows: number): Layout {
  return {
    hLineWidth: () => lineWidth,
    vLineWidth: () => lineWidth,
    hLineColor: () => colors.line,
    vLineColor: () => colors.line,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 3,
    paddingBottom: () => 3,
    fillColor: row => (row < headerRows ? colors.code : null),
  };
}

/** Widths of a character in points: an upper bound for words that must fit, and the average. */
const maxCharacterWidth = 6.3;
const characterWidth = 5.4;
const minColumnWidth = 12;

/** Gives each column the width of its longest word, and distributes the rest by the length of the texts. */
function columnWidths(rows: readonly string[][], count: number, width: number): number[] {
  // A table with dozens of columns exceeds the sheet.
  const availableWidth = Math.max(width - count * 2 * cellPadding - (count + 1) * lineWidth, count * minColumnWidth);
  const columns = Array.from({ length: count }, (_, index) => rows.map(row => row[index] ?? ''));
  const minWidths = columns.map(
    texts => Math.min(30, longest(texts.flatMap(text => text.split(/\s+/)))) * maxCharacterWidth,
  );
  const wanted = columns.map((texts, index) =>
    Math.max(minWidths[index] ?? 0, Math.min(60, longest(texts)) * characterWidth),
  );
  if (sum(minWidths) >= availableWidth) return shrinkWidest(minWidths, availableWidth);
  if (sum(wanted) <= availableWidth) return wanted.map(part => (part / sum(wanted)) * availableWidth);
  const share = (availableWidth - sum(minWidths)) / (sum(wanted) - sum(minWidths));
  return minWidths.map((part, index) => part + ((wanted[index] ?? part) - part) * share);
}

/** Shrinks the widest columns until all fit; narrow ones keep their width. */
function shrinkWidest(widths: readonly number[], room: number): number[] {
  let remaining = room;
  let maxWidth = room;
  for (const [index, width] of widths.toSorted((a, b) => a - b).entries()) {
    maxWidth = remaining / (widths.length - index);
    if (width > maxWidth) break;
    remaining -= width;
  }
  return widths.map(width => Math.min(width, maxWidth));
}

function longest(texts: readonly string[]): number {
  return Math.max(3, ...texts.map(text => text.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
