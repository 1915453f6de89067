import type * as vscode from 'vscode';
import {
  type ContentAddress,
  headAddress,
  type OverviewAddress,
  parseContentUri,
  parseOverviewUri,
} from '../content/address.ts';
import { type ResourceAddress, resourceAddress } from '../session/connection.ts';

/** What a discussion is about: a change request, or the main content of a space. */
export type Subject = Omit<ContentAddress, 'path'>;

/** How many comments come in one reply at most. */
export const mostAtOnce = 1000;

export function keyOf({ connection, space, version }: Subject): string {
  const name = version.kind === 'changeRequest' ? `change-requests/${version.number}` : version.kind;
  return `${connection}/${space}/${name}`;
}

/** The change request that a key names; undefined where it names main content. */
export function changeRequestOf(key: string): OverviewAddress | undefined {
  const [, connection, space, number] = /^([^/]+)\/([^/]+)\/change-requests\/(\d+)$/.exec(key) ?? [];
  return connection && space ? { connection, space, changeRequest: Number(number) } : undefined;
}

/** The list of the comments, as announcements of writes speak of it. */
export function addressOfComments({ connection: id, space: spaceId, version }: Subject): ResourceAddress {
  if (version.kind !== 'changeRequest') return resourceAddress({ id }, '/spaces/{spaceId}/comments', { spaceId });
  const parameters = { spaceId, changeRequestId: String(version.number) };
  return resourceAddress({ id }, '/spaces/{spaceId}/change-requests/{changeRequestId}/comments', parameters);
}

export function addressOfComment(subject: Subject, commentId: string): ResourceAddress {
  return `${addressOfComments(subject)}/${encodeURIComponent(commentId)}`;
}

/** What the comments on a document belong to; undefined for documents that nobody can comment on. */
export function subjectOf(uri: vscode.Uri): Subject | undefined {
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
 * The same for documents on which a comment can begin, though none stands there: what a page of a change request was, on
 * what is left of it.
 */
export function subjectFor(uri: vscode.Uri): Subject | undefined {
  const head = isBase(uri) ? headAddress(uri) : undefined;
  if (!head) return subjectOf(uri);
  const { connection, space, version, path } = head;
  return isPage(path) ? { connection, space, version } : undefined;
}

/** Whether a document is what one of a change request was: the side of a diff that may hold what is gone. */
export function isBase(uri: vscode.Uri): boolean {
  return parseContentUri(uri)?.version.kind === 'revision' && headAddress(uri)?.version.kind === 'changeRequest';
}

function isPage(path: string): boolean {
  return path.endsWith('.md') && !path.startsWith('.assets/');
}
