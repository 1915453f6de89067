import type * as vscode from 'vscode';
import {
  type ContentAddress,
  headAddress,
  type OverviewAddress,
  parseContentUri,
  parseOverviewUri,
} from '../content/address.ts';
import { type ResourceAddress, resourceAddress } from '../session/connection.ts';

/** The subject of a discussion: a change request, or the main content of a space. */
export type DiscussionSubject = Omit<ContentAddress, 'path'>;

/** Maximum number of comments in one response. */
export const maxCommentsPerResponse = 1000;

export function discussionKey({ connection, space, version }: DiscussionSubject): string {
  const name = version.kind === 'changeRequest' ? `change-requests/${version.number}` : version.kind;
  return `${connection}/${space}/${name}`;
}

/** Returns the change request that a key names; undefined for main content. */
export function changeRequestOf(key: string): OverviewAddress | undefined {
  const [, connection, space, number] = /^([^/]+)\/([^/]+)\/change-requests\/(\d+)$/.exec(key) ?? [];
  return connection && space ? { connection, space, changeRequest: Number(number) } : undefined;
}

/** Returns the address of the comment list that is used in announcements of writes. */
export function addressOfComments({ connection: id, space: spaceId, version }: DiscussionSubject): ResourceAddress {
  if (version.kind !== 'changeRequest') return resourceAddress({ id }, '/spaces/{spaceId}/comments', { spaceId });
  const parameters = { spaceId, changeRequestId: String(version.number) };
  return resourceAddress({ id }, '/spaces/{spaceId}/change-requests/{changeRequestId}/comments', parameters);
}

export function addressOfComment(subject: DiscussionSubject, commentId: string): ResourceAddress {
  return `${addressOfComments(subject)}/${encodeURIComponent(commentId)}`;
}

/** Returns the subject of the comments on a document; undefined if nobody can comment on it. */
export function discussionSubjectOf(uri: vscode.Uri): DiscussionSubject | undefined {
  const overview = parseOverviewUri(uri);
  if (overview) {
    const { connection, space, changeRequest: number } = overview;
    return { connection, space, version: { kind: 'changeRequest', number } };
  }
  const address = parseContentUri(uri);
  if (!address || address.version.kind === 'revision' || !isPage(address.path)) return undefined;
  const { connection, space, version } = address;
  return { connection, space, version };
}

/**
 * Returns the subject of a new comment on a document. On the older side of a diff, a comment can begin that is then
 * shown on what remains of the page.
 */
export function subjectOfNewComment(uri: vscode.Uri): DiscussionSubject | undefined {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  if (!head) return discussionSubjectOf(uri);
  const { connection, space, version, path } = head;
  return isPage(path) ? { connection, space, version } : undefined;
}

/** Returns true if a document is the older side of a diff of a change request. */
export function isBase(uri: vscode.Uri): boolean {
  return parseContentUri(uri)?.version.kind === 'revision' && headAddress(uri)?.version.kind === 'changeRequest';
}

function isPage(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.assets/');
}
