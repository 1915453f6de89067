import { attributeRecord, tokenizeHtml, type HtmlToken } from './htmlTokens.ts';
import { unescapeText } from './plainText.ts';

const markdownImage =
  /!\[((?:\\.|[^[\]\\])*)\]\(\s*(<[^<>\n]*>|(?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*)(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*\)/;
const figure = String.raw`<figure\b[^<>]*>(?:(?!<figure\b)[\s\S])*?</figure\s*>`;
const image = new RegExp(`${markdownImage.source}|${figure}|<img\\s[^<>]*>`, 'gi');
const wrapper = /<\/?(?:div|p|picture|source|center)\b[^<>]*>/gi;

/** Returns whether a text contains only images and elements that wrap them, and no image is inline. */
export function isOnlyImages(text: string): boolean {
  return hasOnlyImages(text) && !/data-size=/.test(text);
}

/** Returns whether a text contains only inline images. An image with a size is inline, even if it stands alone. */
export function isOnlyInlineImages(text: string): boolean {
  return hasOnlyImages(text) && /data-size=/.test(text);
}

function hasOnlyImages(text: string): boolean {
  if (!/^\s*(?:!\[|<)/.test(text)) return false;
  const rest = text.replace(image, '\0').replace(wrapper, '');
  return rest.includes('\0') && !rest.replaceAll('\0', '').trim();
}

export interface ImageText {
  offset: number;
  end: number;
  /** `source` is the caption; `attributes` are `src`, `alt`, `width` ... */
  block: { source: string; attributes: Record<string, string> };
}

/** Returns the images of a text with their offsets. */
export function imagesOf(text: string): ImageText[] {
  return [...text.matchAll(image)].map(match => ({
    offset: match.index,
    end: match.index + match[0].length,
    block: match[0].startsWith('<') ? htmlImage(match[0]) : linkedImage(match),
  }));
}

function linkedImage([, text = '', target = '', double, single]: RegExpExecArray): ImageText['block'] {
  const alt = unescapeText(text);
  const title = double ?? single ?? '';
  const src = target.replace(/^<(.*)>$/, '$1');
  return { source: title, attributes: { src, ...(alt && { alt }) } };
}

function htmlImage(html: string): ImageText['block'] {
  const tokens = tokenizeHtml(html);
  const srcDark = attributesOfFirst(tokens, 'source')['srcset'];
  const attributes = { ...attributesOfFirst(tokens, 'img'), ...(srcDark && { srcDark }) };
  const captionEnd = tokens.findIndex(token => isTag(token, 'end', 'figcaption'));
  const captionStart = tokens.slice(0, Math.max(captionEnd, 0)).findLast(token => isTag(token, 'start', 'figcaption'));
  const caption = captionStart ? html.slice(captionStart.end, tokens[captionEnd]?.start) : '';
  return { source: inner(caption), attributes };
}

function attributesOfFirst(tokens: readonly HtmlToken[], name: string): Record<string, string> {
  const tag = tokens.find(token => isTag(token, 'start', name));
  return tag?.kind === 'start' ? attributeRecord(tag.attributes) : {};
}

function isTag(token: HtmlToken, kind: 'start' | 'end', name: string): boolean {
  return token.kind === kind && token.name === name;
}

/** Removes the paragraphs that HTML puts around the content of a cell or a caption. */
function inner(html: string): string {
  return html
    .replace(/<\/p\s*>\s*<p\b[^<>]*>/gi, '<br>')
    .replace(/<\/?p\b[^<>]*>/gi, '')
    .trim();
}

export interface HtmlRow {
  cells: string[];
  offset: number;
  end: number;
}

export interface HtmlRows {
  header: string[];
  align: Alignment[];
  columns: Record<string, string>[];
  rows: HtmlRow[];
}

type Alignment = 'left' | 'center' | 'right' | null;

/** Parses the rows of an HTML table. Its column titles are separate from the other rows. */
export function htmlTableRows(html: string): HtmlRows {
  const result: HtmlRows = { header: [], align: [], columns: [], rows: [] };
  for (const { cells, offset, end, isInHead } of tableRows(html)) {
    const texts = cells.map(({ start, end }) => inner(html.slice(start, end)));
    const isFirst = result.rows.length === 0 && result.header.length === 0;
    if (isInHead || (isFirst && cells.every(({ name }) => name === 'th'))) {
      result.header = texts;
      result.columns = cells.map(({ attributes }) => attributes);
    } else {
      result.rows.push({ cells: texts, offset, end });
    }
  }
  result.align = result.columns.map(alignment);
  return result;
}

interface TableRow {
  offset: number;
  end: number;
  cells: { name: string; attributes: Record<string, string>; start: number; end: number }[];
  isInHead: boolean;
}

const cellNames: ReadonlySet<string> = new Set(['td', 'th']);
const sectionNames: ReadonlySet<string> = new Set(['thead', 'tbody', 'tfoot', 'table']);

/** Finds the rows of a table. An unclosed row or cell ends at the next one, or at the end of its section. */
function tableRows(html: string): TableRow[] {
  const rows: TableRow[] = [];
  let row: TableRow | undefined;
  let isInHead = false;
  let cell: TableRow['cells'][number] | undefined;
  for (const tag of tokenizeHtml(html)) {
    if (tag.kind === 'text') continue;
    const endsRow = tag.name === 'tr' || (tag.kind === 'end' && sectionNames.has(tag.name));
    if (cell && (endsRow || cellNames.has(tag.name))) {
      cell.end = tag.start;
      cell = undefined;
    }
    if (row && endsRow) {
      row.end = isTag(tag, 'end', 'tr') ? tag.end : row.offset + html.slice(row.offset, tag.start).trimEnd().length;
      row = undefined;
    }
    if (tag.name === 'thead') isInHead = tag.kind === 'start';
    if (isTag(tag, 'start', 'tr')) {
      row = { offset: tag.start, end: html.length, cells: [], isInHead };
      rows.push(row);
    }
    if (row && tag.kind === 'start' && cellNames.has(tag.name)) {
      cell = { name: tag.name, attributes: attributeRecord(tag.attributes), start: tag.end, end: html.length };
      row.cells.push(cell);
    }
  }
  return rows;
}

function alignment(attributes: Record<string, string>): Alignment {
  const value = attributes['align'];
  return value === 'left' || value === 'center' || value === 'right' ? value : null;
}
