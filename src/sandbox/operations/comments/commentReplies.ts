import type { Schema } from '../../../api/routes.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { commentFor, withResolution } from './comments.ts';
import type { CommentInput } from './comments.ts';
import { commentPermissions, presentReply } from './commentViews.ts';
import type { Format } from './commentViews.ts';
import { commentOf } from '../content/contentInput.ts';
import { HttpError } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import type { PageQuery } from '../../reply/paging.ts';
import { withReactions } from './reactions.ts';
import { deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';

/** Replies to comments on a space and on a change request. */
export const commentReplies = {
  'GET /spaces/{spaceId}/comments/{commentId}/replies': (input, caller) => listReplies(caller, input),
  'POST /spaces/{spaceId}/comments/{commentId}/replies': (input, caller) => createReply(caller, input),
  'GET /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}': (input, caller) => getReply(caller, input),
  'PUT /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}': (input, caller) => updateReply(caller, input),
  'DELETE /spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}': (input, caller) =>
    deleteReply(caller, input),

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies': (input, caller) =>
    listReplies(caller, input),
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies': (input, caller) =>
    createReply(caller, input),
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}': (
    input,
    caller,
  ) => getReply(caller, input),
  'PUT /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}': (
    input,
    caller,
  ) => updateReply(caller, input),
  'DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}': (
    input,
    caller,
  ) => deleteReply(caller, input),
} satisfies Partial<Handlers>;

interface ReplyInput extends CommentInput {
  commentReplyId: string;
}

interface Formatted {
  query?: { format?: Format } | undefined;
}

interface ReplyUpdate {
  resolved?: boolean;
  body?: Schema<'ContentInput'>;
  addedReactions?: string[];
  removedReactions?: string[];
}

function listReplies(caller: Caller, { query, ...input }: CommentInput & { query?: ReplyQuery | undefined }) {
  const { state } = caller;
  const { discussion, comment } = commentFor(caller, input);
  return ok(
    paged(caller, query, {
      rows: state.commentReplies.by('comment', comment.id),
      key: row => [state.commentReplies.sequence(row.id)],
      present: row => presentReply(caller, discussion, row, query?.format),
    }),
  );
}

interface ReplyQuery extends PageQuery {
  format?: Format;
}

function createReply(
  caller: Caller,
  { body, query, ...input }: CommentInput & Formatted & { body: { body: Schema<'ContentInput'> } },
) {
  const { state, user } = caller;
  const { discussion, comment } = commentFor(caller, input);
  requireSpaceRight(caller, 'comment', discussion.space);
  const reply = state.commentReplies.put({
    id: state.newId(),
    comment: comment.id,
    postedBy: user.id,
    postedAt: state.now(),
    markdown: commentOf(body.body),
    reactions: [],
  });
  return ok(presentReply(caller, discussion, reply, query?.format));
}

function getReply(caller: Caller, { query, ...input }: ReplyInput & Formatted) {
  const { discussion, reply } = replyFor(caller, input);
  return ok(presentReply(caller, discussion, reply, query?.format));
}

function updateReply(caller: Caller, { body, ...input }: ReplyInput & { body: ReplyUpdate }) {
  const { state } = caller;
  const { discussion, comment, reply } = replyFor(caller, input);
  requireSpaceRight(caller, 'comment', discussion.space);
  if (body.body && !commentPermissions(caller, discussion.space, reply).edit) {
    throw new HttpError(403, 'Could not edit the reply: only its author may do that.');
  }
  const edited = body.body ? { ...reply, markdown: commentOf(body.body), editedAt: state.now() } : reply;
  const reactions = withReactions(caller, edited.reactions, body);
  // A reply has no status of its own, so `resolved` applies to its thread.
  if (body.resolved !== undefined) state.comments.put(withResolution(caller, comment, body.resolved));
  return ok(presentReply(caller, discussion, state.commentReplies.put({ ...edited, reactions })));
}

function deleteReply(caller: Caller, input: ReplyInput) {
  const { state } = caller;
  const { discussion, comment } = commentFor(caller, input);
  const reply = state.commentReplies.find(input.commentReplyId);
  if (reply?.comment !== comment.id) return noContent;
  if (!commentPermissions(caller, discussion.space, reply).delete) {
    throw new HttpError(403, 'Could not delete the reply: only its author and administrators may do that.');
  }
  state.commentReplies.delete(reply.id);
  return deleted;
}

function replyFor(caller: Caller, input: ReplyInput) {
  const { discussion, comment } = commentFor(caller, input);
  const reply = caller.state.commentReplies.find(input.commentReplyId);
  if (reply?.comment === comment.id) return { discussion, comment, reply };
  throw new HttpError(404, `No reply has the ID '${input.commentReplyId}' here. It may have been deleted.`);
}
