import { withoutInvisible } from '../../api/words.ts';
import { type Document, type DocumentNode, inside, textOfNodes } from '../../markdown/document.ts';
import type { Places } from '../../markdown/index.ts';
import type { Lines } from './placement.ts';

/** Lines of an earlier revision of a page, with the blocks of that revision. */
interface SelectedLines {
  text: string;
  document: Document | undefined;
  places: Pick<Places, 'nodeAt'>;
  lines: Lines;
}

/** The remaining block for a comment on deleted text, and a quotation of the text unless the block is unchanged. */
export interface RemainingBlock {
  node?: { id: string; preview: string };
  quote?: string;
}

/** Finds the block of lines of an earlier revision, changed or not, else the nearest block that still exists. */
export async function findNearestRemainingBlock(
  { text, document, places, lines }: SelectedLines,
  now: Document | undefined,
): Promise<RemainingBlock> {
  const [before, current] = [textsOf(document), textsOf(now)];
  const all = text.split('\n');
  const target = await places.nodeAt(lines.start, lines.end);
  // One selected line stands for its block; in a long block, such as a table, for itself.
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

/** In blocks with more lines than this, only the selected line is quoted. */
const longBlock = 5;

/** Maximum distance in lines at which a remaining block is searched. */
const farthest = 500;

/** Returns the selected lines. One line is extended to the surrounding non-blank lines, unless these are many. */
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

/** Returns a text as a quotation. */
export function quoteWords(words: string): string {
  return quoted(words.split('\n'));
}

/**
 * Returns the beginning of a comment on a file, because the service accepts comments only on pages and change requests.
 */
export function quoteFile(name: string): string {
  return `On the file “${withoutMarkup(name)}”:`;
}

/** Returns a text that names a deleted page, if its title is known, and quotes lines of it. */
export function quotePage(title: string, text: string, lines: Lines | undefined): string {
  const page = title === '' ? 'On a deleted page' : `On the deleted page “${withoutMarkup(title)}”`;
  return lines ? `${page}:\n\n${quoted(text.split('\n').slice(lines.start, lines.end + 1))}` : `${page}.`;
}

/** The deleted page that the beginning of a comment names, and the lines that it quotes. */
export interface PageQuote {
  /** Empty if the title was unknown. */
  title: string;
  lines: string[];
}

/**
 * Parses the output of `quotePage` at the beginning of a comment. Returns undefined if the comment begins otherwise.
 */
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
  // Only the beginning of a very long line is quoted.
  const isSame = (quote: string, words = '') =>
    words === quote || (quote.length > most.characters / 2 && words.startsWith(quote));
  const at = filled.findIndex((_, from) =>
    quotedWords.every((words, line) => isSame(words, filled[from + line]?.words)),
  );
  const [start, end] = [filled[at]?.index, filled[at + quotedWords.length - 1]?.index];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** Returns a key that is equal for the title of a page and its quotation, whichever characters are escaped. */
export function titleKey(title: string): string {
  return wordsOf(title);
}

/** Characters that have a meaning in Markdown. */
const markup = /[\\`*_{}[\]<>#|~!@$&]/g;

/** Removes markup and collapses blanks, so that escaped and plain spellings are equal. */
function wordsOf(line: string): string {
  return withoutInvisible(line).replace(markup, '').replace(/\s+/g, ' ').trim();
}

/** Limits of a quotation: lines, and characters of each line. */
const most = { lines: 20, characters: 1000 };

/** Returns lines as a quotation with escaped markup, so that it mentions nobody and loads nothing. */
function quoted(lines: readonly string[]): string {
  const all = lines.map(withoutMarkup).filter(line => line !== '');
  const shortened = all.slice(0, most.lines).map(line => line.slice(0, most.characters));
  return [...shortened, ...(shortened.length < all.length ? ['…'] : [])].map(line => `> ${line}`).join('\n>\n');
}

function withoutMarkup(line: string): string {
  return withoutInvisible(line)
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
