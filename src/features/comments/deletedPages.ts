import type * as vscode from 'vscode';
import type { Content } from '../../model/content/content.ts';
import { documentKey, headAddress } from '../../model/content/address.ts';
import { shownAddresses } from '../../model/content/open.ts';
import { type DeletedPage, deletedPageAt } from '../../model/discussions/deletedPage.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Placement } from '../../model/discussions/placement.ts';
import { isBase, keyOf } from '../../model/discussions/subject.ts';

/** The older sides of diffs that are open. */
export function openBases(): vscode.Uri[] {
  return shownAddresses().filter(isBase);
}

/** The deleted pages of a change request that are open as they were: what was said of them stands there. */
export async function openDeletedPages(content: Content, { key }: Discussion): Promise<DeletedPage[]> {
  const bases = openBases().filter(uri => {
    const head = headAddress(uri);
    return head && keyOf(head) === key;
  });
  // What cannot be read now has no threads, and says so itself.
  const pages = await Promise.all(bases.map(uri => deletedPageAt(content, uri).catch(() => undefined)));
  return pages.flatMap(page => page ?? []);
}

/** Whether a conversation may be about a deleted page: it stands with all of the change request. */
export function isOnChangeRequest({ placement }: PlacedConversation): boolean {
  return placement.exactness === 'changeRequest';
}

/** Where the conversations are shown that are about deleted pages which are open, by their IDs. */
export async function placementsOnDeletedPages(
  { placements }: Discussions,
  deletedPages: readonly DeletedPage[],
  { conversations }: Discussion,
): Promise<Map<string, Placement>> {
  const placed = (deletedPages.length > 0 ? conversations.filter(isOnChangeRequest) : []).map(async one => {
    return [one.comment.id, await placements.shownAt(one, deletedPages)] as const;
  });
  return new Map(await Promise.all(placed));
}

/** Whether what is said of a document stands on it, since it is a deleted page that is open. */
export async function isOpenDeletedPage(content: Content, discussion: Discussion, uri: vscode.Uri): Promise<boolean> {
  const pages = await openDeletedPages(content, discussion);
  return pages.some(page => documentKey(page.uri) === documentKey(uri));
}
