import type * as vscode from 'vscode';
import { headAddress } from '../content/address.ts';
import type { Content } from '../content/content.ts';
import type { Place } from '../content/snapshot.ts';
import type { DeletedPage } from './deletedPages.ts';
import { findQuotedLines } from './commentTarget.ts';
import type { CommentTarget, Lines } from './placement.ts';
import { isBase } from './subject.ts';

/** Returns the page shown on the older side of a diff, if the newest version of the change request no longer has it. */
export async function deletedPageAt(content: Content, uri: vscode.Uri): Promise<DeletedPage | undefined> {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  const entry = head && (await content.lookUp(uri));
  if (!entry || entry.kind !== 'page') return undefined;
  const { byId } = await (await content.snapshot(await content.place(head))).pages();
  const { snapshot, page } = entry;
  return byId.has(page.id) ? undefined : { uri, snapshot, page };
}

/** Returns the titles of all pages in the snapshot that the newest version no longer has. */
export async function deletedTitles(content: Content, { uri, snapshot }: DeletedPage): Promise<string[]> {
  const head = headAddress(uri);
  if (!head) return [];
  const now = await (await content.snapshot(await content.place(head))).pages();
  const before = await snapshot.pages();
  return [...before.byId].flatMap(([id, { page }]) => (now.byId.has(id) ? [] : page.title));
}

/** Finds a block by the preview stored with a comment. Returns undefined if the text does not contain it. */
export function findPreview(text: string, preview: string | undefined): Lines | undefined {
  return preview === undefined ? undefined : findQuotedLines(text, preview.split('\n'));
}

/**
 * Returns the current titles of the pages that comments are about, by page ID. A deleted page has its last title and
 * "(deleted)".
 */
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

/** Returns the pages of a version by ID; undefined if they cannot be read. */
async function presentPages(content: Content, place: Place) {
  try {
    return (await (await content.snapshot(place)).pages()).byId;
  } catch {
    // The titles stored with the comments are used instead.
    return undefined;
  }
}

/**
 * Returns the last title of a page that a version no longer has: the one stored with the comment, else that of the main
 * content, else an empty string.
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
    // Callers show a generic name for a deleted page without a title.
    return '';
  }
}
