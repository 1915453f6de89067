import { decodeEntities } from './plainText.ts';

/** Reads `name="value"` pairs of a tag; a name alone counts as `true`. */
export function attributesOf(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(
    /([\w:@-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  )) {
    if (name) attributes[name] = decodeEntities(double ?? single ?? bare ?? 'true');
  }
  return attributes;
}

const markdownImage =
  /!\[((?:\\.|[^[\]\\])*)\]\(\s*(<[^<>\n]*>|(?:\\.|[^()\s\\]|\((?:\\.|[^()\s\\])*\))*)(?:\s+(?:"([^"]*)"|'([^']*)'))?\s*\)/;
const figure = String.raw`<figure\b[^<>]*>(?:(?!<figure\b)[\s\S])*?</figure\s*>`;
const image = new RegExp(`${markdownImage.source}|${figure}|<img\\s[^<>]*>`, 'gi');
const wrapper = /<\/?(?:div|p|picture|source|center)\b[^<>]*>/gi;

/** Whether nothing but images (and what merely wraps them) is in this text. */
export function isOnlyImages(text: string): boolean {
  if (!/^\s*(?:!\[|<)/.test(text)) return false;
  // An image in the line of the text is an inline one, even where it stands alone.
  if (/data-size=/.test(text)) return false;
  const rest = text.replace(image, '\0').replace(wrapper, '');
  return rest.includes('\0') && !rest.replaceAll('\0', '').trim();
}

export interface ImageText {
  offset: number;
  end: number;
  /** `source` is its caption; `src`, `alt`, `width` ... are attributes. */
  block: { source: string; attributes: Record<string, string> };
}

/** The images of a text, with where they stand in it. */
export function imagesOf(text: string): ImageText[] {
  return [...text.matchAll(image)].map(found => ({
    offset: found.index,
    end: found.index + found[0].length,
    block: found[0].startsWith('<') ? htmlImage(found[0]) : linkedImage(found),
  }));
}

function linkedImage([, alt = '', target = '', double, single]: RegExpExecArray): ImageText['block'] {
  const title = double ?? single ?? '';
  const src = target.replace(/^<(.*)>$/, '$1');
  return { source: title, attributes: { src, ...(alt && { alt }) } };
}

function htmlImage(html: string): ImageText['block'] {
  const dark = /<source\b([^<>]*)>/i.exec(html)?.[1];
  const caption = /<figcaption\b[^<>]*>((?:(?!<figcaption\b)[\s\S])*?)<\/figcaption\s*>/i.exec(html)?.[1] ?? '';
  const attributes = attributesOf(/<img\s([^<>]*?)\/?>/i.exec(html)?.[1] ?? '');
  const darkSource = dark && attributesOf(dark)['srcset'];
  return { source: inner(caption), attributes: darkSource ? { ...attributes, srcDark: darkSource } : attributes };
}

/** Unwraps the paragraphs that HTML puts around the content of a cell or a caption. */
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

/** The rows of an HTML table: the titles of its columns apart, the others with where they stand in the text. */
export function rowsOf(html: string): HtmlRows {
  const rows: HtmlRow[] = [];
  let header: string[] = [];
  let columns: Record<string, string>[] = [];
  const headEnd = /<\/thead\s*>/i.exec(html)?.index ?? 0;
  for (const row of html.matchAll(/<tr\b[^<>]*>([\s\S]*?)(?:<\/tr\s*>|(?=<tr\b|<\/tbody|<\/table))/gi)) {
    const cells = [...(row[1] ?? '').matchAll(/<t([hd])\b([^<>]*)>([\s\S]*?)(?=<\/?t[hd]\b|$)/gi)];
    const texts = cells.map(cell => inner(cell[3] ?? ''));
    const isHeader = row.index < headEnd || (!rows.length && !header.length && cells.every(cell => cell[1] === 'h'));
    if (!isHeader) {
      rows.push({ cells: texts, offset: row.index, end: row.index + row[0].trimEnd().length });
      continue;
    }
    header = texts;
    columns = cells.map(cell => attributesOf(cell[2] ?? ''));
  }
  return { header, align: columns.map(alignment), columns, rows };
}

function alignment(attributes: Record<string, string>): Alignment {
  const value = attributes['align'];
  return value === 'left' || value === 'center' || value === 'right' ? value : null;
}
