import { visible } from '../../api/words.ts';
import { type Document, type DocumentNode, inside, textOfNodes } from '../../markdown/document.ts';
import type { Places } from '../../markdown/index.ts';
import type { Lines } from './placement.ts';

/** What of an earlier page somebody means: its lines, and by what these are told. */
interface Meant {
  text: string;
  document: Document | undefined;
  places: Pick<Places, 'nodeAt'>;
  lines: Lines;
}

/** Where a comment on what is gone stands, and what is gone, unless that is there as it was. */
export interface Left {
  node?: { id: string; preview: string };
  quote?: string;
}

/** Finds what is left of some lines of a page: their block, changed or not, else the nearest that is still there. */
export async function leftOf({ text, document, places, lines }: Meant, now: Document | undefined): Promise<Left> {
  const [before, current] = [textsOf(document), textsOf(now)];
  const all = text.split('\n');
  const target = await places.nodeAt(lines.start, lines.end);
  // Who means one line means its block; of a long one, such as a table, the line itself.
  const isOneLine = lines.start === lines.end;
  const { start, end } = isOneLine && target && target.end - target.start < longBlock ? target : lines;
  const quote = quoted(all.slice(start, end + 1));
  const at = async (line: number) => {
    const nearby = line >= 0 && line < all.length ? await places.nodeAt(line, line) : undefined;
    return nearby && current.has(nearby.id) ? nearby : undefined;
  };
  let node = target && current.has(target.id) ? target : undefined;
  for (let far = 1; !node && current.size > 0 && far <= Math.min(all.length, farthest); far++)
    node = (await at(start - far)) ?? (await at(end + far));
  if (!node) return { quote };
  const currentText = current.get(node.id) ?? '';
  const isAsItWas = node === target && currentText === before.get(node.id);
  return { node: { id: node.id, preview: currentText.slice(0, 200) }, ...(!isAsItWas && { quote }) };
}

/** Of a block with more lines than this, the one that is meant is quoted alone. */
const longBlock = 5;

/** How many lines away something is looked for that is still there. */
const farthest = 500;

/** The text of some lines; of one line, with the lines around it up to the next blank ones, unless these are many. */
export function blockAround(text: string, { start, end }: Lines): string {
  const all = text.split('\n');
  const candidates = all
    .slice(start, end + 1)
    .join('\n')
    .trim();
  if (start !== end || candidates === '') return candidates;
  const isBlank = (line: string | undefined) => !line?.trim();
  let [first, last] = [start, end];
  while (!isBlank(all[first - 1])) first--;
  while (!isBlank(all[last + 1])) last++;
  return last - first < longBlock
    ? all
        .slice(first, last + 1)
        .join('\n')
        .trim()
    : candidates;
}

/** The words of something that is gone, as a quotation. */
export function quoteWords(words: string): string {
  return quoted(words.split('\n'));
}

/** With what a comment on a file begins: the service takes comments on pages and change requests alone. */
export function quoteFile(name: string): string {
  return `On the file “${withoutMarkup(name)}”:`;
}

/** Names a deleted page, where its title is known, and quotes these lines of it. */
export function quotePage(title: string, text: string, lines: Lines | undefined): string {
  const page = title === '' ? 'On a deleted page' : `On the deleted page “${withoutMarkup(title)}”`;
  return lines ? `${page}:\n\n${quoted(text.split('\n').slice(lines.start, lines.end + 1))}` : `${page}.`;
}

/** The deleted page that a comment names at its beginning, and the lines that it quotes of it. */
export interface PageQuote {
  /** Empty where nobody knew it. */
  title: string;
  lines: string[];
}

/** Reads what `quotePage` wrote at the beginning of a comment; undefined where it begins otherwise. */
export function readPageQuote(markdown: string): PageQuote | undefined {
  const [first = '', ...rest] = markdown.split('\n');
  const named = /^On (?:a deleted page|the deleted page “(?<title>.*)”)[:.]\s*$/.exec(first);
  if (!named) return undefined;
  const begin = rest.findIndex(line => line.trim() !== '');
  const length = rest.slice(begin).findIndex(line => !line.startsWith('>'));
  const quotation = begin < 0 ? [] : rest.slice(begin, length < 0 ? undefined : begin + length);
  const lines = quotation.map(line => line.slice(1).trim()).filter(line => line !== '' && line !== '…');
  return { title: named.groups?.['title'] ?? '', lines };
}

/** Finds the first lines of a text that match a quotation. Undefined if there are none. */
export function findQuotedLines(text: string, quotation: readonly string[]): Lines | undefined {
  const quotedWords = quotation.map(wordsOf).filter(words => words !== '');
  const lines = text.split('\n').map((line, index) => ({ index, words: wordsOf(line) }));
  const filled = lines.filter(({ words }) => words !== '');
  // Of a very long line the beginning is quoted.
  const isSame = (quote: string, words = '') =>
    words === quote || (quote.length > most.characters / 2 && words.startsWith(quote));
  const at = filled.findIndex((_, from) =>
    quotedWords.every((words, line) => isSame(words, filled[from + line]?.words)),
  );
  const [start, end] = [filled[at]?.index, filled[at + quotedWords.length - 1]?.index];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Returns what is the same for the title of a page and for its quotation, however the Markdown of that is written. */
export function titleKey(title: string): string {
  return wordsOf(title);
}

/** Characters that mean something in Markdown. */
const markup = /[\\`*_{}[\]<>#|~!@$&]/g;

/** Removes markup and collapses blanks, so that escaped and plain spellings are equal. */
function wordsOf(line: string): string {
  return visible(line).replace(markup, '').replace(/\s+/g, ' ').trim();
}

/** How many lines are quoted, and how much of each. */
const most = { lines: 20, characters: 1000 };

/** Lines as they were written, as a quotation that marks up nothing, mentions nobody and loads nothing. */
function quoted(lines: readonly string[]): string {
  const all = lines.map(withoutMarkup).filter(line => line !== '');
  const shortened = all.slice(0, most.lines).map(line => line.slice(0, most.characters));
  return [...shortened, ...(shortened.length < all.length ? ['…'] : [])].map(line => `> ${line}`).join('\n>\n');
}

function withoutMarkup(line: string): string {
  return visible(line)
    .trim()
    .replace(markup, '\\$&')
    .replace(/^([-+=]|\d+(?=[.)]))/, (mark: string) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`));
}

function textsOf(document: Document | undefined): Map<string, string> {
  return new Map(blocksIn(document?.nodes ?? []));
}

function* blocksIn(nodes: readonly DocumentNode[]): Generator<[key: string, text: string]> {
  for (const node of nodes) {
    if (node.key && node.object === 'block') yield [node.key, textOfNodes([node])];
    yield* blocksIn(inside(node));
  }
}
