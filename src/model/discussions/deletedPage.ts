import type * as vscode from 'vscode';
import { headAddress } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import type { DeletedPage } from './deletedPages.ts';
import { findQuotedLines } from './gone.ts';
import type { CommentTarget, Lines } from './placement.ts';
import { isBase } from './subject.ts';

/** Returns the page that is shown at the address of an older side of a diff, if the newest version does not have it. */
export async function deletedPageAt(content: Content, uri: vscode.Uri): Promise<DeletedPage | undefined> {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  const entry = head && (await content.lookUp(uri));
  if (!entry || entry.kind !== 'page') return undefined;
  const { byId } = await (await content.snapshot(await content.place(head))).pages();
  const { snapshot, page } = entry;
  return byId.has(page.id) ? undefined : { uri, snapshot, page };
}

/** Returns the titles of all pages that are deleted as this one is; they have been read with it. */
export async function deletedTitles(content: Content, { uri, snapshot }: DeletedPage): Promise<string[]> {
  const head = headAddress(uri);
  if (!head) return [];
  const now = await (await content.snapshot(await content.place(head))).pages();
  const before = await snapshot.pages();
  return [...before.byId].flatMap(([id, { page }]) => (now.byId.has(id) ? [] : page.title));
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
