import type { Token, Tokens } from 'marked';
import type { Block, BlockType } from './block.ts';
import { isCustomBlockToken, lexResumable, type CustomBlockToken } from './lexer.ts';
import { parseHtmlCode } from './htmlCode.ts';
import { imagesOf, isOnlyImages, isOnlyInlineImages, htmlTableRows } from './html.ts';
import { plainText } from './plainText.ts';
import { bodyAfterFrontMatter } from './frontMatter.ts';
import { runSync, type Resumable } from './resumable.ts';

/** Parses the blocks of a page, in order, with their exact lines. */
export function parseBlocks(markdown: string): Block[] {
  return runSync(parseBlocksResumable(markdown));
}

/** Parses blocks like `parseBlocks`, in steps. */
export function* parseBlocksResumable(markdown: string): Resumable<Block[]> {
  const blocks: Block[] = [];
  for (const { token, line } of yield* tokensOf(markdown)) {
    const block = blockOf(token, line);
    if (block) blocks.push(block);
    yield;
  }
  return blocks;
}

/** A token, with the line on which its text begins and the line on which it ends. */
export interface TokenAt {
  token: Token;
  line: number;
  next: number;
}

/** Reads the outermost tokens of a page, in steps. */
export function* tokensOf(markdown: string): Resumable<TokenAt[]> {
  const text = markdown.includes('\r') ? markdown.replace(/\r\n?/g, '\n') : markdown;
  const body = bodyAfterFrontMatter(text);
  return withLines(yield* lexResumable(body.text), body.line);
}

function withLines(tokens: readonly Token[], firstLine: number): TokenAt[] {
  let line = firstLine;
  return tokens.map(token => {
    const next = line + newlines(token.raw);
    const at = { token, line, next };
    line = next;
    return at;
  });
}

function blocksOf(tokens: readonly Token[], firstLine: number): Block[] {
  return withLines(tokens, firstLine).flatMap(({ token, line }) => blockOf(token, line) ?? []);
}

/** Returns the block that a token represents, or undefined for a token without visible text. */
export function blockOf(token: Token, line: number): Block | undefined {
  const lines = visibleLinesOf(token, line);
  if (!lines) return undefined;
  if (isCustomBlockToken(token)) return ownBlock(token, line, lines.end);
  return plainBlock(token as Tokens.Generic, lines);
}

/** Returns the lines of a token's visible text, if it has any; `next` is the line on which the token ends. */
export function visibleLinesOf(
  { type, raw }: Token,
  line: number,
  next = line + newlines(raw),
): BlockLineRange | undefined {
  const to = endOfSaid(raw);
  if (type === 'checkbox' || to === 0) return undefined;
  const first = raw.charCodeAt(0);
  const isIndented = first <= space || first > lastOfAscii;
  const start = isIndented ? line + newlines(raw.slice(0, raw.length - raw.trimStart().length)) : line;
  return { start, end: to === raw.length ? next : next - newlines(raw.slice(to)) };
}

/** Returns the offset of a text's trailing white space. */
function endOfSaid(text: string): number {
  let to = text.length;
  while (to > 0 && (text.charCodeAt(to - 1) === space || text.charCodeAt(to - 1) === newline)) to--;
  const last = text.charCodeAt(to - 1);
  return last > space && last <= lastOfAscii ? to : text.trimEnd().length;
}

const newline = 10;
const space = 32;
const lastOfAscii = 127;

export type BlockLineRange = Pick<Block, 'start' | 'end'>;

function plainBlock(token: Tokens.Generic, lines: BlockLineRange): Block {
  const source = typeof token.text === 'string' ? token.text : token.raw;
  switch (token.type) {
    case 'heading':
      return leaf('heading', lines, source, { depth: Number(token.depth) });
    case 'hr':
      return make('divider', lines);
    case 'code':
      return codeBlock(token as Tokens.Code, lines);
    case 'list':
      return listBlock(token as Tokens.List, lines);
    case 'blockquote':
      return container('blockquote', lines, blocksOf(token.tokens ?? [], lines.start));
    case 'table':
      return tableBlock(token as Tokens.Table, lines);
    case 'def':
      return make('definition', lines, { source: token.raw.trim() });
    case 'html':
      return markupBlock(token.raw.trimEnd(), lines);
    default:
      return isOnlyImages(source) ? imagesBlock(source, lines) : paragraphBlock(token, lines, source);
  }
}

function paragraphBlock(token: Tokens.Generic, lines: BlockLineRange, source: string): Block {
  return leaf('paragraph', lines, source, token['isTooDeep'] ? { isTooDeep: true } : {});
}

function make(type: BlockType, { start, end }: BlockLineRange, rest: Partial<Block> = {}): Block {
  return { type, start, end, text: '', source: '', attributes: {}, children: [], ...rest };
}

function leaf(type: BlockType, lines: BlockLineRange, source: string, rest: Partial<Block> = {}): Block {
  return make(type, lines, { text: plainText(source), source, ...rest });
}

function container(type: BlockType, lines: BlockLineRange, children: Block[], rest: Partial<Block> = {}): Block {
  return make(type, lines, { text: textOf(children), children, ...rest });
}

function textOf(blocks: readonly Block[]): string {
  return blocks
    .map(block => block.text)
    .filter(text => text)
    .join(' ');
}

function codeBlock(token: Tokens.Code, lines: BlockLineRange): Block {
  const isFenced = token.codeBlockStyle !== 'indented';
  const [language, ...info] = (token.lang ?? '').trim().split(/\s+/);
  return make('code', lines, {
    text: token.text.replace(/\s+/g, ' ').trim(),
    // The lexer keeps the line end before the closing fence if the last line is blank.
    source: isFenced ? token.text.replace(/\n$/, '') : token.text,
    sourceStart: lines.start + (isFenced ? 1 : 0),
    ...(language && { language }),
    ...(info.length > 0 && { attributes: { info: info.join(' ') } }),
  });
}

function listBlock(token: Tokens.List, lines: BlockLineRange): Block {
  let line = lines.start;
  const isTasks = token.items.some(item => item.task);
  const items = token.items.map(item => {
    const children = blocksOf(item.task ? withoutCheckbox(item.tokens) : item.tokens, line);
    const itemLines = { start: line, end: line + newlines(item.raw.trimEnd()) };
    line += newlines(item.raw);
    return container('list-item', itemLines, children, isTasks ? { checked: item.checked ?? false } : {});
  });
  const type = isTasks ? 'list-tasks' : token.ordered ? 'list-ordered' : 'list-unordered';
  return container(type, lines, items, typeof token.start === 'number' ? { first: token.start } : {});
}

/** marked leaves the checkbox in the text of a loose list item. */
function withoutCheckbox([first, ...others]: Token[]): Token[] {
  if (!first || !('text' in first) || typeof first.text !== 'string') return first ? [first, ...others] : others;
  return [{ ...first, text: first.text.replace(/^\[[ xX]\]\s+/, '') } as Token, ...others];
}

function tableBlock(token: Tokens.Table, lines: BlockLineRange): Block {
  const header = token.header.map(cell => cell.text);
  const rows = token.rows.map((row, index) => {
    const line = lines.start + 2 + index;
    return rowBlock(
      row.map(cell => cell.text),
      { start: line, end: line },
    );
  });
  return filledTable(lines, { header, children: rows, align: token.align });
}

function rowBlock(cells: string[], lines: BlockLineRange): Block {
  return make('table-row', lines, { text: cells.map(plainText).join(' ').trim(), cells });
}

function filledTable(
  lines: BlockLineRange,
  table: Partial<Block> & Required<Pick<Block, 'header' | 'children'>>,
): Block {
  const titles = table.header.map(plainText).join(' ').trim();
  return make('table', lines, { text: `${titles} ${textOf(table.children)}`.trim(), ...table });
}

function imagesBlock(source: string, lines: BlockLineRange, attributes: Record<string, string> = {}): Block {
  const lineAt = linesIn(source, lines.start);
  const images = imagesOf(source).map(image => {
    const [line, end] = [lineAt(image.offset), lineAt(image.end)];
    return make('image', { start: line, end }, { ...image.block, text: plainText(imageText(image.block)) });
  });
  return container('images', lines, images, { attributes });
}

function imageText({ source, attributes }: Pick<Block, 'source' | 'attributes'>): string {
  return source || (attributes['alt'] ?? '');
}

function markupBlock(raw: string, lines: BlockLineRange): Block {
  if (/<img\s/i.test(raw)) {
    if (isOnlyImages(raw)) return imagesBlock(raw, lines);
    if (isOnlyInlineImages(raw)) return leaf('paragraph', lines, raw);
  }
  return make('markup', lines, { text: plainText(raw), source: raw });
}

/** Returns the block of a custom block token; the lines of its body are counted from the start of the body. */
function ownBlock(token: CustomBlockToken, start: number, end: number): Block {
  const { attributes, body } = token;
  const lines = { start, end };
  const bodyLine = bodyLineOf(token, start);
  switch (token.kind) {
    case 'math':
      return make('math', lines, { text: body.trim(), source: body.trim() });
    case 'footnote':
      return leaf('footnote', lines, body, { tag: token.name });
    case 'html-code':
      return htmlCode(token, lines);
    case 'html-table':
      return htmlTable(token, lines);
    case 'images':
      return imagesBlock(token.raw.trimEnd(), lines, attributes);
    case 'expandable':
      return expandableBlock(token, lines, bodyLine);
    case 'code':
      return wrappedCode(token, lines, bodyLine);
    case 'stray':
      return make('markup', lines, { source: token.raw.trim() });
    case 'void':
      return leaf(token.block, lines, body.trim(), { attributes, tag: token.name });
    case 'container': {
      const children = blocksOf(token.tokens, bodyLine);
      const block = container(token.block, lines, children, { attributes, tag: token.name });
      const title = token.block === 'tabs-item' ? plainText(attributes['title'] ?? '') : '';
      return { ...block, text: `${title} ${block.text}`.trim() };
    }
  }
}

function wrappedCode(token: CustomBlockToken, lines: BlockLineRange, bodyLine: number): Block {
  const [code, ...others] = blocksOf(token.tokens, bodyLine);
  if (code?.type === 'code' && !others.length)
    return { ...code, ...lines, attributes: { ...code.attributes, ...token.attributes } };
  // If the wrapper contains anything but one code block, its content is kept as a generic container.
  const children = code ? [code, ...others] : [];
  return container('integration', lines, children, { attributes: token.attributes, tag: 'code' });
}

function expandableBlock(token: CustomBlockToken, lines: BlockLineRange, bodyLine: number): Block {
  const head = token.raw.slice(0, token.bodyOffset);
  const summary = /<summary\b[^<>]*>([\s\S]*?)<\/summary\s*>/i.exec(head);
  const children = blocksOf(token.tokens, bodyLine);
  const { attributes } = token;
  if (!summary) return container('expandable', lines, children, { attributes });
  const titleStart = lines.start + newlines(head.slice(0, summary.index));
  const titleLines = { start: titleStart, end: titleStart + newlines(summary[0]) };
  const title = leaf('expandable-title', titleLines, (summary[1] ?? '').trim());
  return container('expandable', lines, [title, ...children], { attributes });
}

function htmlCode({ raw }: CustomBlockToken, lines: BlockLineRange): Block {
  const code = parseHtmlCode(raw.trim());
  if (!code) return markupBlock(raw.trimEnd(), lines);
  const { source, markedLines, language, attributes, sourceOffset } = code;
  return make('code', lines, {
    text: source.replace(/\s+/g, ' ').trim(),
    source,
    sourceStart: lines.start + newlines(raw.trim().slice(0, sourceOffset)),
    ...(markedLines && { markedLines }),
    ...(language && { language }),
    attributes,
    isHtml: true,
  });
}

function htmlTable(token: CustomBlockToken, lines: BlockLineRange): Block {
  const { header, rows, align, columns } = htmlTableRows(token.raw);
  const lineAt = linesIn(token.raw, lines.start);
  const children = rows.map(row => rowBlock(row.cells, { start: lineAt(row.offset), end: lineAt(row.end) }));
  return filledTable(lines, { header, children, align, attributes: token.attributes, columns });
}

export function bodyLineOf({ raw, bodyOffset }: CustomBlockToken, line: number): number {
  return line + newlines(raw.slice(0, bodyOffset));
}

/** Returns a function that converts increasing offsets in a text to line numbers. */
function linesIn(text: string, first: number): (offset: number) => number {
  let line = first;
  let next = text.indexOf('\n');
  return offset => {
    for (; next >= 0 && next < offset; next = text.indexOf('\n', next + 1)) line++;
    return line;
  };
}

/** Returns the number of line breaks in a text. */
export function newlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
