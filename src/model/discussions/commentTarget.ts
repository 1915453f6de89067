import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Places } from '../../markdown/index.ts';
import { documentKey, headAddress, parseOverviewUri } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import type { CommentTarget, LineRange } from './placement.ts';
import { isBase } from './subject.ts';
import { withoutInvisible } from '../../api/escape.ts';
import { type Document, type DocumentNode, childNodesOf, textOfNodes } from '../../markdown/document.ts';

/**
 * The target of a new comment. `isAll` is false if it covers only some of the selected lines; `quote` is deleted text
 * to quote.
 */
export interface TargetWithQuote {
  target: CommentTarget;
  isAll: boolean;
  quote?: string | undefined;
}

interface AimContext {
  content: Content;
  /** Returns the positions of blocks on a page, or in `text` if the editor shows another version of the page. */
  placesOn: (snapshot: Snapshot, page: string, text?: string) => Promise<Places>;
}

/** A page of an earlier revision. */
interface EarlierPage {
  snapshot: Snapshot;
  page: Page;
}

/**
 * Returns the target of a new comment on lines of a document. The lines count in `text`, or else in the open document.
 * Throws a Failure if the page no longer exists.
 */
export async function findTarget(
  context: AimContext,
  uri: vscode.Uri,
  lines: LineRange | undefined,
  text: string | undefined,
): Promise<TargetWithQuote> {
  if (parseOverviewUri(uri)) return { target: {}, isAll: true };
  const entry = await context.content.find(uri);
  if (entry?.kind !== 'page') {
    throw new Failure(t('Could not comment on the page: it is not there any more. Refresh to see what is there now.'));
  }
  const { snapshot, page } = entry;
  if (isBase(uri)) return aimAtBase(context, uri, entry, lines);
  const ofPage = { page: page.id, pageTitle: page.title };
  const all = { target: ofPage, isAll: true };
  if (!lines) return all;
  // The lines count in the open document, which may be older than the newest revision.
  const key = documentKey(uri);
  const document = vscode.workspace.textDocuments.find(document => documentKey(document.uri) === key);
  const current = await snapshot.markdown(page.id);
  const currentText = text ?? document?.getText() ?? current;
  if (isAllOf(currentText, lines)) return all;
  const places = await context.placesOn(snapshot, page.id, currentText === current ? undefined : currentText);
  const node = await places.nodeAt(lines.start, lines.end);
  if (!node) {
    const preview = blockAround(currentText, lines);
    // A block without a node, such as an HTML comment, may still exist: the comment is then about the page.
    if (current.includes(preview)) return all;
    // The block was deleted. In main content there is no other place to choose, so the comment quotes it.
    if (snapshot.place.version.kind === 'main') return { ...all, quote: quoteText(preview) };
    return { target: { ...ofPage, preview, line: lines.start }, isAll: true };
  }
  const target = { ...ofPage, node: node.id, preview: node.preview, line: node.start };
  return { target, isAll: holds(node, lines, currentText) };
}

/**
 * Returns the target of a comment on the older side of a diff: the nearest remaining block. The comment quotes the
 * deleted text.
 */
async function aimAtBase(
  { content, placesOn }: AimContext,
  uri: vscode.Uri,
  { snapshot, page }: EarlierPage,
  lines: LineRange | undefined,
): Promise<TargetWithQuote> {
  const head = headAddress(uri);
  const now = head && (await content.snapshot(await content.place(head)));
  const entry = now && (await now.pages()).byId.get(page.id);
  const text = await snapshot.markdown(page.id);
  const chosen = lines && !isAllOf(text, lines) ? lines : undefined;
  if (!chosen) {
    return entry
      ? { target: { page: page.id, pageTitle: entry.page.title }, isAll: true }
      : { target: {}, isAll: true, quote: quotePage(page.title, text, undefined) };
  }
  // If the server does not offer revisions, only the Markdown of this revision may be cached.
  const document = await snapshot.document(page.id).catch(() => undefined);
  const places = document ? await placesOn(snapshot, page.id) : { nodeAt: async () => undefined };
  if (!entry) {
    const block = await places.nodeAt(chosen.start, chosen.end);
    if (!block) {
      const words = blockAround(text, chosen);
      return { target: {}, isAll: true, quote: quotePage(page.title, words, { start: 0, end: Infinity }) };
    }
    const quoted = { start: Math.min(chosen.start, block.start), end: Math.max(chosen.end, block.end) };
    return { target: {}, isAll: true, quote: quotePage(page.title, text, quoted) };
  }
  const { node, quote } = await findNearestRemainingBlock(
    { text, document, places, lines: chosen },
    await now.document(page.id),
  );
  const ofNode = node && { node: node.id, preview: node.preview };
  return { target: { page: page.id, pageTitle: entry.page.title, ...ofNode }, isAll: true, quote };
}

/** Returns true if the lines cover the whole page: the comment is then about the page. */
function isAllOf(text: string, { start, end }: LineRange): boolean {
  const last = text.split('\n').length - 1;
  return last > 0 && start === 0 && end >= last;
}

/** Returns true if the block contains all non-blank selected lines. A single selected line stands for its block. */
function holds(block: LineRange, { start, end }: LineRange, text: string): boolean {
  if (start === end) return true;
  const filled = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : index));
  return filled.every(index => index < start || index > end || (block.start <= index && index <= block.end));
}

/** Lines of an earlier revision of a page, with the blocks of that revision. */
interface SelectedLines {
  text: string;
  document: Document | undefined;
  places: Pick<Places, 'nodeAt'>;
  lines: LineRange;
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
  // A single selected line selects its block. In a long block, such as a table, it selects only itself.
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
export function blockAround(text: string, { start, end }: LineRange): string {
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
export function quoteText(words: string): string {
  return quoted(words.split('\n'));
}

/**
 * Returns the beginning of a comment on a file, because the service accepts comments only on pages and change requests.
 */
export function quoteFile(name: string): string {
  return `On the file “${withoutMarkup(name)}”:`;
}

/** Returns a text that names a deleted page, if its title is known, and quotes lines of it. */
export function quotePage(title: string, text: string, lines: LineRange | undefined): string {
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
export function findQuotedLines(text: string, quotation: readonly string[]): LineRange | undefined {
  const quotedWords = quotation.map(wordsOf).filter(words => words !== '');
  const lines = text.split('\n').map((line, index) => ({ index, words: wordsOf(line) }));
  const filled = lines.filter(({ words }) => words !== '');
  // Only the beginning of a very long line is quoted.
  const isSame = (quote: string, words = '') =>
    words === quote || (quote.length > maxQuote.characters / 2 && words.startsWith(quote));
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
const maxQuote = { lines: 20, characters: 1000 };

/** Returns lines as a quotation with escaped markup, so that it mentions nobody and loads nothing. */
function quoted(lines: readonly string[]): string {
  const all = lines.map(withoutMarkup).filter(line => line !== '');
  const shortened = all.slice(0, maxQuote.lines).map(line => line.slice(0, maxQuote.characters));
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
    yield* blocksIn(childNodesOf(node));
  }
}
