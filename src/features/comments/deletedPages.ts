import type * as vscode from 'vscode';
import type { Content } from '../../model/content/content.ts';
import { documentKey, headAddress } from '../../model/content/address.ts';
import { shownAddresses } from '../../model/content/open.ts';
import { type DeletedPage, deletedPageAt } from '../../model/discussions/deletedPage.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Placement } from '../../model/discussions/placement.ts';
import { isBase, keyOf } from '../../model/discussions/subject.ts';

/** The URIs of the older sides of open diffs. */
export function openBases(): vscode.Uri[] {
  return shownAddresses().filter(isBase);
}

/** Returns the deleted pages of a change request whose older versions are open. */
export async function openDeletedPages(content: Content, { key }: Discussion): Promise<DeletedPage[]> {
  const bases = openBases().filter(uri => {
    const head = headAddress(uri);
    return head && keyOf(head) === key;
  });
  // A page that cannot be read shows its own error, and has no threads.
  const pages = await Promise.all(bases.map(uri => deletedPageAt(content, uri).catch(() => undefined)));
  return pages.flatMap(page => page ?? []);
}

/** True if a conversation is placed on the whole change request. Those about deleted pages always are. */
export function isOnWholeChangeRequest({ placement }: PlacedConversation): boolean {
  return placement.exactness === 'changeRequest';
}

/** Returns the placements of conversations on open deleted pages, by the IDs of their first comments. */
export async function placementsOnDeletedPages(
  { placements }: Discussions,
  deletedPages: readonly DeletedPage[],
  { conversations }: Discussion,
): Promise<Map<string, Placement>> {
  if (deletedPages.length === 0) return new Map();
  const placed = conversations.filter(isOnWholeChangeRequest).map(async conversation => {
    return [conversation.comment.id, await placements.shownAt(conversation, deletedPages)] as const;
  });
  return new Map(await Promise.all(placed));
}

/** True if a document is the older version of a deleted page that is open. */
export async function isOpenDeletedPage(content: Content, discussion: Discussion, uri: vscode.Uri): Promise<boolean> {
  const pages = await openDeletedPages(content, discussion);
  return pages.some(page => documentKey(page.uri) === documentKey(uri));
}
