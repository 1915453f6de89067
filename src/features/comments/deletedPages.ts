import type * as vscode from 'vscode';
import type { Content } from '../../model/content/content.ts';
import { documentKey, headAddress } from '../../model/content/address.ts';
import { openDocumentAddresses } from '../../model/content/openAddresses.ts';
import type { FailureLog } from '../../api/failure.ts';
import { deletedPageAt, DeletedPages, deletedTitles } from '../../model/discussions/deletedPages.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import type { Discussions } from '../../model/discussions/discussions.ts';
import type { Placement } from '../../model/discussions/placement.ts';
import { isBase, discussionKey } from '../../model/discussions/subject.ts';

/** Returns the addresses of the base sides of open diffs. */
export function openBases(): vscode.Uri[] {
  return openDocumentAddresses().filter(isBase);
}

/** Returns the deleted pages of a change request whose older versions are open. */
export async function openDeletedPages(content: Content, { key }: Discussion, log: FailureLog): Promise<DeletedPages> {
  const bases = openBases().filter(uri => {
    const head = headAddress(uri);
    return head && discussionKey(head) === key;
  });
  // A page that cannot be read shows its own error and has no threads.
  const read = await Promise.all(bases.map(uri => readDeletedPage(content, uri).catch(() => undefined)));
  const pages = read.flatMap(one => one?.page ?? []);
  return new DeletedPages(
    pages,
    log,
    read.flatMap(one => one?.titles ?? []),
  );
}

/** Reads a deleted page and the titles of all deleted pages, because a comment may be about one that is not open. */
async function readDeletedPage(content: Content, uri: vscode.Uri) {
  const page = await deletedPageAt(content, uri);
  return page && { page, titles: await deletedTitles(content, page) };
}

/** True if a conversation is placed on the whole change request. Those about deleted pages always are. */
export function isOnWholeChangeRequest({ placement }: PlacedConversation): boolean {
  return placement.exactness === 'changeRequest';
}

/** Returns the placements of conversations on open deleted pages, by the IDs of their first comments. */
export async function placementsOnDeletedPages(
  { placements }: Discussions,
  deletedPages: DeletedPages,
  { conversations }: Discussion,
): Promise<Map<string, Placement>> {
  if (deletedPages.isEmpty) return new Map();
  const placed = conversations.filter(isOnWholeChangeRequest).map(async conversation => {
    return [conversation.comment.id, await placements.visiblePlacement(conversation, deletedPages)] as const;
  });
  return new Map(await Promise.all(placed));
}

/** True if a document is the older version of a deleted page that is open. */
export async function isOpenDeletedPage(content: Content, uri: vscode.Uri): Promise<boolean> {
  const key = documentKey(uri);
  if (!openBases().some(base => documentKey(base) === key)) return false;
  // A page that cannot be read has no threads.
  return (await deletedPageAt(content, uri).catch(() => undefined)) !== undefined;
}
