import type * as vscode from 'vscode';
import { headAddress } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Page } from '../content/layout.ts';
import type { Place, Snapshot } from '../content/snapshot.ts';
import { findQuotedLines, hasQuotedTitle, readPageQuote } from './gone.ts';
import type { CommentTarget, Lines, Placement, Target } from './placement.ts';
import { isBase } from './subject.ts';

/** A page that a change request deletes, as it was. */
export interface DeletedPage {
  /** Its address, as the older side of a diff. */
  uri: vscode.Uri;
  snapshot: Snapshot;
  page: Page;
}

/** A comment, or a text that is to become one. */
export interface CommentOnPage {
  target: Pick<Target, 'node' | 'page' | 'revision'>;
  markdown: string;
}

/** Finds the lines of a node; without `range` where the page does not have it. */
export type FindNode = (page: DeletedPage, node: { id: string; preview?: string }) => Promise<FoundLines>;
type FoundLines = Pick<Placement, 'range' | 'exactness' | 'cell'>;

/** Returns the page that is shown at the address of an older side of a diff, if the newest version does not have it. */
export async function deletedPageAt(content: Content, uri: vscode.Uri): Promise<DeletedPage | undefined> {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  const entry = head && (await content.lookUp(uri));
  if (!entry || entry.kind !== 'page') return undefined;
  const { byId } = await (await content.snapshot(await content.place(head))).pages();
  const { snapshot, page } = entry;
  return byId.has(page.id) ? undefined : { uri, snapshot, page };
}

/**
 * Finds where a comment stands on a deleted page, if it is about one of these: it was written when the page was there, or
 * it quotes the page.
 */
export async function placeOnDeletedPage(
  pages: readonly DeletedPage[],
  { target, markdown }: CommentOnPage,
  findNode: FindNode,
): Promise<Placement | undefined> {
  if (target.page) {
    const deleted = pages.find(({ page }) => page.id === target.page?.id);
    if (!deleted) return undefined;
    const lines = target.node ? await findNode(deleted, target.node) : wholePage;
    return placementOn(deleted, lines, !target.node || lines.exactness === 'node');
  }
  const quote = readPageQuote(markdown);
  if (!quote) return undefined;
  // A page that was given another title before it was deleted is told by what is quoted of it.
  const [named, others] = [true, false].map(isMeant =>
    pages.filter(({ page }) => hasQuotedTitle(quote, page.title) === isMeant),
  );
  for (const deleted of [...(named ?? []), ...(others ?? [])]) {
    const range = findQuotedLines(await deleted.snapshot.markdown(deleted.page.id), quote.lines);
    if (range) return placementOn(deleted, { range, exactness: 'node' }, true);
  }
  const [deleted] = named ?? [];
  return deleted && placementOn(deleted, wholePage, quote.lines.length === 0);
}

const wholePage: FoundLines = { range: undefined, exactness: 'page' };

function placementOn({ uri }: DeletedPage, lines: FoundLines, isExact: boolean): Placement {
  return { uri, ...lines, isExact, isEarlier: false };
}

/** Finds a block by the words that a comment has kept of it; undefined where the text does not have them. */
export function findPreview(text: string, preview: string | undefined): Lines | undefined {
  return preview === undefined ? undefined : findQuotedLines(text, preview.split('\n'));
}

/** Returns what the pages are called now that comments are about, by their IDs; deleted ones as they were called last. */
export async function pageTitles(
  content: Content,
  place: Place,
  targets: readonly CommentTarget[],
): Promise<ReadonlyMap<string, string>> {
  const byId = await presentPages(content, place);
  const titles = new Map<string, string>();
  for (const target of targets) {
    const { page, pageTitle } = target;
    if (page === undefined || titles.has(page)) continue;
    const present = byId?.get(page)?.page.title;
    if (byId === undefined) titles.set(page, pageTitle ?? '');
    else if (present !== undefined) titles.set(page, present);
    else titles.set(page, `${(await lastTitleOf(content, place, target)) || 'Page'} (deleted)`);
  }
  return titles;
}

/** The pages of a version by their IDs; undefined where they cannot be read. */
async function presentPages(content: Content, place: Place) {
  try {
    return (await (await content.snapshot(place)).pages()).byId;
  } catch {
    // A page is called then as it was when the comment was written.
    return undefined;
  }
}

/**
 * Returns the title that a page had which a version does not have any more: the one that was stored with the comment, or
 * that of the main content. Empty where nobody knows it.
 */
export async function lastTitleOf(
  content: Content,
  place: Place,
  { page = '', pageTitle }: Pick<CommentTarget, 'page' | 'pageTitle'>,
): Promise<string> {
  if (pageTitle !== undefined) return pageTitle;
  try {
    const { byId } = await (await content.snapshot({ ...place, version: { kind: 'main' } })).pages();
    return byId.get(page)?.page.title ?? '';
  } catch {
    // It is called a deleted page then.
    return '';
  }
}
