import type { Schema } from '../../../api/routes.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { commentPermissions, presentComment } from './commentViews.ts';
import type { Format } from './commentViews.ts';
import { commentOf } from '../content/contentInput.ts';
import { discussionFor } from './discussions.ts';
import type { CommentOwner, DiscussionInput } from './discussions.ts';
import { storeKeys } from '../../content/documents.ts';
import { isLarge, quoteLarge } from '../../content/largeDocuments.ts';
import { HttpError } from '../../errors.ts';
import { quoteOf } from '../../content/quotes.ts';
import { pageIndex } from '../../content/pages.ts';
import { filterByAll, paged } from '../../reply/paging.ts';
import type { PageQuery } from '../../reply/paging.ts';
import { withReactions } from './reactions.ts';
import { deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { CommentRow, DocumentRow, PageRow } from '../../store/rows.ts';
import { targetKey } from '../../store/state.ts';
import { omit } from '../../store/omit.ts';

/** Handlers for comments on a space and on a change request, which behave equally. */
export const comments = {
  'GET /spaces/{spaceId}/comments': (input, caller) => listComments(caller, input),
  'POST /spaces/{spaceId}/comments': (input, caller) => createComment(caller, input),
  'GET /spaces/{spaceId}/comments/{commentId}': (input, caller) => getComment(caller, input),
  'PUT /spaces/{spaceId}/comments/{commentId}': (input, caller) => updateComment(caller, input),
  'DELETE /spaces/{spaceId}/comments/{commentId}': (input, caller) => deleteComment(caller, input),

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments': (input, caller) => listComments(caller, input),
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments': (input, caller) => createComment(caller, input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}': (input, caller) =>
    getComment(caller, input),
  'PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}': (input, caller) =>
    updateComment(caller, input),
  'DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}': (input, caller) =>
    deleteComment(caller, input),
} satisfies Partial<Handlers>;

export interface CommentInput extends DiscussionInput {
  commentId: string;
}

interface ListQuery extends PageQuery {
  order?: 'asc' | 'desc' | undefined;
  status?: 'all' | 'open' | 'resolved' | undefined;
  targetPage?: string | undefined;
  authors?: string[] | undefined;
  format?: Format;
}

function listComments(caller: Caller, { query, ...input }: DiscussionInput & { query?: ListQuery | undefined }) {
  const { state } = caller;
  const discussion = discussionFor(caller, input);
  const { status = 'all', targetPage, authors, order = 'desc', format } = query ?? {};
  const index = status === 'open' ? 'open' : 'target';
  const conditions = [
    status === 'resolved' && ((row: CommentRow) => row.status === 'resolved'),
    targetPage !== undefined && ((row: CommentRow) => row.page === targetPage),
    authors !== undefined && ((row: CommentRow) => authors.includes(row.postedBy)),
  ];
  return ok(
    paged(caller, query, {
      rows: filterByAll(state.comments.current(index, discussion.key), conditions),
      key: row => [state.comments.sequence(row.id)],
      order,
      present: row => presentComment(caller, discussion, row, format),
    }),
  );
}

type CommentCreation = DiscussionInput & { body: NewComment };

/** Returns the text of a node, or undefined if the document has no such node. */
type QuoteOf = (document: DocumentRow, node: string) => string | undefined;

function createComment(caller: Caller, input: CommentCreation) {
  const { state } = caller;
  const { page, node } = input.body;
  const { space, revision } = discussionFor(caller, input);
  requireSpaceRight(caller, 'comment', space);
  const document = documentOn(caller, pageIndex(revision).byId.get(page ?? '')?.page);
  const quote: QuoteOf = (row, key) => quoteOf(state, row, key);
  if (node === undefined || !document || !isLarge(document.markdown)) return putComment(caller, input, quote);
  return quoteLarge(caller, document, node).then(preview => {
    // The page may have been edited while the quote was computed; then the quote is taken from the new document.
    return () => putComment(caller, input, (row, key) => (row.id === document.id ? preview : quote(row, key)));
  });
}

function documentOn({ state }: Caller, page: PageRow | undefined): DocumentRow | undefined {
  return page?.documentId === undefined ? undefined : state.documents.get(page.documentId);
}

function putComment(caller: Caller, { body, ...input }: CommentCreation, quote: QuoteOf) {
  const { state } = caller;
  const discussion = discussionFor(caller, input);
  requireSpaceRight(caller, 'comment', discussion.space);
  const { page, tableCell } = body;
  const node = targetNode(caller, discussion, body, quote);
  const comment = state.comments.put({
    id: state.newId(),
    space: discussion.space.id,
    ...(discussion.changeRequest && { changeRequest: discussion.changeRequest.id }),
    revision: discussion.revision.id,
    ...(page !== undefined && { page }),
    ...(node && { node }),
    ...(tableCell && { tableCell }),
    postedBy: caller.user.id,
    postedAt: state.now(),
    markdown: commentOf(body.body),
    reactions: [],
    status: 'open',
  });
  return ok(presentComment(caller, discussion, comment));
}

interface NewComment {
  node?: string;
  page?: string;
  tableCell?: { record: string; definition: string };
  body: Schema<'ContentInput'>;
}

/** Returns the target node of a comment with its text. Throws if the page or the node does not exist. */
function targetNode(
  caller: Caller,
  { revision }: CommentOwner,
  { page: pageId, node: nodeId }: NewComment,
  quote: QuoteOf,
) {
  if (pageId === undefined) {
    if (nodeId === undefined) return undefined;
    throw new HttpError(400, 'body.page is missing: a node is looked for in its page.');
  }
  const page = pageIndex(revision).byId.get(pageId)?.page;
  if (!page) throw new HttpError(400, `body.page is '${pageId}', but no page has this ID in '${revision.id}'.`);
  if (nodeId === undefined) return undefined;
  const document = documentOn(caller, page);
  const preview = document && quote(document, nodeId);
  if (preview === undefined) {
    const advice = 'Ask for the page with format=document again.';
    throw new HttpError(400, `body.node is '${nodeId}', but '${page.title}' has no such node. ${advice}`);
  }
  if (document) storeKeys(caller.state, document);
  return { id: nodeId, ...(preview && { preview }) };
}

function getComment(caller: Caller, { query, ...input }: CommentInput & { query?: { format?: Format } | undefined }) {
  const { discussion, comment } = commentFor(caller, input);
  return ok(presentComment(caller, discussion, comment, query?.format));
}

interface CommentUpdate {
  resolved?: boolean;
  body?: Schema<'ContentInput'>;
  addedReactions?: string[];
  removedReactions?: string[];
}

function updateComment(caller: Caller, { body, ...input }: CommentInput & { body: CommentUpdate }) {
  const { discussion, comment } = commentFor(caller, input);
  requireSpaceRight(caller, 'comment', discussion.space);
  const edited = body.body ? edit(caller, discussion, comment, body.body) : comment;
  const reactions = withReactions(caller, edited.reactions, body);
  const updated = withResolution(caller, { ...edited, reactions }, body.resolved);
  return ok(presentComment(caller, discussion, caller.state.comments.put(updated)));
}

function edit(caller: Caller, discussion: CommentOwner, comment: CommentRow, body: Schema<'ContentInput'>): CommentRow {
  if (!commentPermissions(caller, discussion.space, comment).edit) {
    throw new HttpError(403, 'Could not edit the comment: only its author may do that. Reply to it instead.');
  }
  return { ...comment, markdown: commentOf(body), editedAt: caller.state.now() };
}

/** Resolves or reopens a comment. Every user who may comment may do so. */
export function withResolution(
  { state, user }: Caller,
  comment: CommentRow,
  resolved: boolean | undefined,
): CommentRow {
  if (resolved === undefined || resolved === (comment.status === 'resolved')) return comment;
  if (!resolved) return { ...omit(comment, 'resolvedAt', 'resolvedBy'), status: 'open' };
  return { ...comment, status: 'resolved', resolvedAt: state.now(), resolvedBy: user.id };
}

function deleteComment(caller: Caller, input: CommentInput) {
  const { state } = caller;
  const discussion = discussionFor(caller, input);
  const comment = state.comments.find(input.commentId);
  if (!comment || targetKey(comment) !== discussion.key) return noContent;
  if (!commentPermissions(caller, discussion.space, comment).delete) {
    throw new HttpError(403, 'Could not delete the comment: only its author and administrators may do that.');
  }
  for (const reply of state.commentReplies.by('comment', comment.id)) state.commentReplies.delete(reply.id);
  state.comments.delete(comment.id);
  return deleted;
}

/** Returns a comment. Throws if it does not belong to the space or change request in the address. */
export function commentFor(caller: Caller, input: CommentInput): { discussion: CommentOwner; comment: CommentRow } {
  const discussion = discussionFor(caller, input);
  const comment = caller.state.comments.find(input.commentId);
  if (comment && targetKey(comment) === discussion.key) return { discussion, comment };
  throw new HttpError(404, `No comment has the ID '${input.commentId}' here. It may have been deleted.`);
}
