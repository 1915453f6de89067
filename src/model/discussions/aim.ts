import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Places } from '../../markdown/index.ts';
import { documentKey, headAddress, parseOverviewUri } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { blockAround, findNearestRemainingBlock, quotePage, quoteWords } from './commentTarget.ts';
import type { CommentTarget, Lines } from './placement.ts';
import { isBase } from './subject.ts';

/**
 * The target of a new comment. `isAll` is false if it covers only some of the selected lines; `quote` is deleted text
 * to quote.
 */
export interface Aim {
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
export async function aimAt(
  context: AimContext,
  uri: vscode.Uri,
  lines: Lines | undefined,
  text: string | undefined,
): Promise<Aim> {
  if (parseOverviewUri(uri)) return { target: {}, isAll: true };
  const entry = await context.content.find(uri);
  if (entry?.kind !== 'page') {
    throw new Failure('Could not comment on the page: it is not there any more. Refresh to see what is there now.');
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
    if (snapshot.place.version.kind === 'main') return { ...all, quote: quoteWords(preview) };
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
  lines: Lines | undefined,
): Promise<Aim> {
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
  // If the server does not offer revisions, only the Markdown of this one may be cached.
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
function isAllOf(text: string, { start, end }: Lines): boolean {
  const last = text.split('\n').length - 1;
  return last > 0 && start === 0 && end >= last;
}

/** Returns true if the block contains all non-blank selected lines. A single selected line stands for its block. */
function holds(block: Lines, { start, end }: Lines, text: string): boolean {
  if (start === end) return true;
  const filled = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : index));
  return filled.every(index => index < start || index > end || (block.start <= index && index <= block.end));
}
