import { attributeRecord, type HtmlToken, tokenizeHtml } from './htmlTokens.ts';
import { decodeEntities } from './plainText.ts';

/** Code that Git Sync writes as `<pre><code>`, because it contains bold text or links. */
export interface HtmlCode {
  /** The visible code, without marks. */
  source: string;
  /** The HTML of each line that has marks, and an empty text for other lines; undefined if no line has marks. */
  markedLines?: string[];
  language?: string;
  /**
   * The attributes of the HTML elements of the code, named as in the tag `code`: `title`, `overflow`, `lineNumbers`.
   */
  attributes: Record<string, string>;
  /** The offset at which the code begins in the HTML. */
  sourceOffset: number;
}

/** Parses a `<pre>` element with code; returns undefined for other preformatted text. */
export function parseHtmlCode(html: string): HtmlCode | undefined {
  const tokens = tokenizeHtml(html);
  const tags = tokens.filter(token => token.kind === 'start');
  const [pre] = tags;
  const code = tags.find(({ name }) => name === 'code');
  if (pre?.name !== 'pre' || !code) return undefined;
  const { class: preClass = '', ...others } = attributeRecord(pre.attributes);
  const { class: codeClass = '' } = attributeRecord(code.attributes);
  const text = tokens
    .map(token => (token.kind === 'text' ? decodeEntities(token.source) : isLineBreak(token) ? '\n' : ''))
    .join('');
  const language = /(?:^|\s)lang(?:uage)?-(\S+)/.exec(`${codeClass} ${preClass}`)?.[1];
  const beginsOnNextLine = html.startsWith('\n', pre.end);
  const firstLine = beginsOnNextLine ? 1 : 0;
  const source = text.slice(firstLine).replace(/\n$/, '');
  const markedLines = linesWithMarks(tokens, html.length * maxGrowth)?.slice(firstLine);
  return {
    source,
    ...(markedLines?.some(line => line) && { markedLines }),
    ...(language && { language }),
    attributes: Object.fromEntries(Object.entries(others).map(([name, value]) => [nameOf(name), value])),
    sourceOffset: beginsOnNextLine ? pre.end + 1 : pre.end,
  };
}

function isLineBreak(token: HtmlToken): boolean {
  return token.kind === 'start' && token.name === 'br';
}

const marks: ReadonlySet<string> = new Set('a b del em i ins kbd mark s small strike strong sub sup u'.split(' '));

/** The limit for the HTML of the lines, relative to the code: a mark is repeated on each line that it spans. */
const maxGrowth = 50;
const maxDepth = 20;

/**
 * Returns the HTML of each line, with only text and marks that end on the line. A line without marks is an empty text.
 * Returns undefined if the result would exceed the limit, or if marks are nested too deep.
 */
function linesWithMarks(tokens: readonly HtmlToken[], limit: number): string[] | undefined {
  const lines: string[] = [];
  const open: { name: string; start: string }[] = [];
  let line = '';
  let length = 0;
  let isMarked = false;
  // The number of open marks that were started on this line.
  let begun = 0;
  const endMarks = (count: number) => {
    for (; begun > count; begun--) line += `</${open[begun - 1]?.name ?? ''}>`;
  };
  const endLine = () => {
    endMarks(0);
    length += line.length;
    lines.push(isMarked ? line : '');
    [line, isMarked] = ['', false];
  };
  const addText = (text: string) => {
    for (const mark of text ? open.slice(begun) : []) line += mark.start;
    if (text) begun = open.length;
    isMarked ||= begun > 0;
    line += text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  };
  for (const token of tokens) {
    if (length > limit || open.length > maxDepth) return undefined;
    if (token.kind === 'text' || isLineBreak(token)) {
      const [first = '', ...others] = token.kind === 'text' ? decodeEntities(token.source).split('\n') : ['', ''];
      addText(first);
      for (const text of others) {
        endLine();
        if (length > limit) return undefined;
        addText(text);
      }
    } else if (token.kind === 'start' && marks.has(token.name)) {
      const hasLooks = token.name === 'a' || token.name === 'mark';
      open.push({ name: token.name, start: hasLooks ? token.source : `<${token.name}>` });
    } else if (token.kind === 'end') {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at < 0) continue;
      endMarks(at);
      open.length = at;
    }
  }
  endLine();
  return lines;
}

/** Returns the name of an attribute in the tag `code`: `data-line-numbers` is `lineNumbers`. */
function nameOf(attribute: string): string {
  return attribute.replace(/^data-/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
