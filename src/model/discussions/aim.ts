import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { Places } from '../../markdown/index.ts';
import { documentKey, headAddress, parseOverviewUri } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Page } from '../content/layout.ts';
import type { Snapshot } from '../content/snapshot.ts';
import { blockAround, leftOf, quotePage, quoteWords } from './gone.ts';
import type { CommentTarget, Lines } from './placement.ts';
import { isBase } from './subject.ts';

/** What is commented: whether that is all that was meant, and what of it is gone. */
export interface Aim {
  target: CommentTarget;
  isAll: boolean;
  quote?: string | undefined;
}

interface AimContext {
  content: Content;
  /** Finds the places on a page, or in another text that is shown for it. */
  placesOn: (snapshot: Snapshot, page: string, text?: string) => Promise<Places>;
}

/** A page as it was. */
interface Earlier {
  snapshot: Snapshot;
  page: Page;
}

/** Finds what a comment on lines of a document hangs on. The lines are those of `text`, or else of what is open. */
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
  // The lines are those of the text in the editor, which may be older than what has been heard of since.
  const key = documentKey(uri);
  const document = vscode.workspace.textDocuments.find(document => documentKey(document.uri) === key);
  const current = await snapshot.markdown(page.id);
  const currentText = text ?? document?.getText() ?? current;
  if (isAllOf(currentText, lines)) return all;
  const places = await context.placesOn(snapshot, page.id, currentText === current ? undefined : currentText);
  const node = await places.nodeAt(lines.start, lines.end);
  if (!node) {
    const preview = blockAround(currentText, lines);
    // What has no node, such as a comment in HTML, may be there all the same.
    if (current.includes(preview)) return all;
    // Whoever comments on the main content has no other place to choose.
    if (snapshot.place.version.kind === 'main') return { ...all, quote: quoteWords(preview) };
    return { target: { ...ofPage, preview }, isAll: true };
  }
  return { target: { ...ofPage, node: node.id, preview: node.preview }, isAll: holds(node, lines, currentText) };
}

/** Finds what a comment on the older side of a diff hangs on: what is left of its lines. The comment quotes the rest. */
async function aimAtBase(
  { content, placesOn }: AimContext,
  uri: vscode.Uri,
  { snapshot, page }: Earlier,
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
  // Where the server has no revisions, the text alone may be kept of this one.
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
  const { node, quote } = await leftOf({ text, document, places, lines: chosen }, await now.document(page.id));
  const ofNode = node && { node: node.id, preview: node.preview };
  return { target: { page: page.id, pageTitle: entry.page.title, ...ofNode }, isAll: true, quote };
}

/** Who comments on every line of a page means the page. */
function isAllOf(text: string, { start, end }: Lines): boolean {
  const last = text.split('\n').length - 1;
  return last > 0 && start === 0 && end >= last;
}

/** Tells whether all of the lines that say something are among those of a block. Who means one line means its block. */
function holds(block: Lines, { start, end }: Lines, text: string): boolean {
  if (start === end) return true;
  const filled = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : index));
  return filled.every(index => index < start || index > end || (block.start <= index && index <= block.end));
}
