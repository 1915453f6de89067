import type { Schema } from '../../../api/routes.ts';
import { apiUrl } from '../../reply/addresses.ts';
import { spacePermissions } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import type { CommentOwner } from './discussions.ts';
import { toDocument } from '../../../markdown/reading/toDocument.ts';
import { blockKeys } from '../../../markdown/reading/blockKeys.ts';
import { pageWith } from '../../content/pages.ts';
import { presentReactions } from './reactions.ts';
import type { CommentRow, PageRow, CommentReplyRow, SpaceRow } from '../../store/rows.ts';
import { presentUser } from '../organizations/users.ts';

export type Format = 'document' | 'markdown' | undefined;

export function presentComment(
  caller: Caller,
  discussion: CommentOwner,
  row: CommentRow,
  format?: Format,
): Schema<'Comment'> {
  const { state } = caller;
  const { id, postedAt, editedAt, status, resolvedAt, resolvedBy } = row;
  return {
    object: 'comment',
    id,
    postedBy: presentUser(caller, row.postedBy),
    postedAt,
    ...(editedAt !== undefined && { editedAt }),
    reactions: presentReactions(caller, row.reactions),
    replies: state.commentReplies.count('comment', id),
    body: presentBody(row.markdown, format),
    target: presentTarget(caller, discussion, row),
    urls: { location: apiUrl(caller, `${discussion.path}/comments/${id}`) },
    permissions: { ...commentPermissions(caller, discussion.space, row), reply: canComment(caller, discussion.space) },
    status,
    ...(resolvedAt !== undefined && { resolvedAt }),
    ...(resolvedBy !== undefined && { resolvedBy: presentUser(caller, resolvedBy) }),
  };
}

export function presentReply(
  caller: Caller,
  discussion: CommentOwner,
  row: CommentReplyRow,
  format?: Format,
): Schema<'CommentReply'> {
  const { id, comment, postedAt, editedAt } = row;
  return {
    object: 'comment-reply',
    id,
    postedBy: presentUser(caller, row.postedBy),
    postedAt,
    ...(editedAt !== undefined && { editedAt }),
    reactions: presentReactions(caller, row.reactions),
    body: presentBody(row.markdown, format),
    urls: { location: apiUrl(caller, `${discussion.path}/comments/${comment}/replies/${id}`) },
    // Replies are one level deep, so nobody can reply to a reply.
    permissions: { ...commentPermissions(caller, discussion.space, row), reply: false },
  };
}

/** Returns the caller's permissions for a comment or a reply that they can see. */
export function commentPermissions(caller: Caller, space: SpaceRow, { postedBy }: { postedBy: string }) {
  const isAuthor = postedBy === caller.user.id;
  const edit = isAuthor && canComment(caller, space);
  return { view: true, edit, delete: edit || spacePermissions(caller, space).admin };
}

function canComment(caller: Caller, space: SpaceRow): boolean {
  return spacePermissions(caller, space).comment;
}

function presentBody(markdown: string, format: Format): Schema<'CommentContent'> {
  return format === 'document' ? { document: toDocument(markdown, blockKeys(markdown)) } : { markdown };
}

function presentTarget(caller: Caller, discussion: CommentOwner, row: CommentRow): Schema<'CommentTarget'> {
  const { node, tableCell, changeRequest, review, space, revision } = row;
  const page = presentTargetPage(caller, discussion, row);
  return {
    ...(node && { node }),
    ...(tableCell && { tableCell }),
    ...(page && { page }),
    ...(changeRequest !== undefined && { changeRequest }),
    ...(review !== undefined && { review }),
    space,
    revision,
  };
}

/** Presents the current page; `outdated` is true if its document has changed since the comment, or the page is gone. */
function presentTargetPage({ state }: Caller, discussion: CommentOwner, row: CommentRow) {
  if (row.page === undefined) return undefined;
  const current = currentPageOf(discussion, row);
  const commented = pageWith(state.revisions.get(row.revision), row.page);
  const page = current ?? commented;
  if (!page) return { id: row.page, outdated: true };
  return { ...describe(page), outdated: current?.documentId !== commented?.documentId };
}

/** Returns the page that a comment is about, if it still exists. */
export function currentPageOf({ revision }: CommentOwner, { page }: CommentRow): PageRow | undefined {
  return page === undefined ? undefined : pageWith(revision, page);
}

function describe({ id, title, emoji, icon, createdAt, updatedAt, path }: PageRow) {
  return {
    id,
    title,
    createdAt,
    updatedAt,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(path !== undefined && { path }),
  };
}
