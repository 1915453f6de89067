import type { RequestOptions } from '../../api/client.ts';
import { isApiError } from '../../api/errors.ts';
import type { FailureLog } from '../../api/failure.ts';
import type { ListPage } from '../../api/listings.ts';
import { sendWithLookUp, type LookUp } from '../../api/outcome.ts';
import type { Place } from '../content/snapshot.ts';
import {
  type Comment,
  type CommentReply,
  parseComment,
  parseCommentReply,
  parseEach,
  parseOne,
} from './parseComments.ts';

export type { Comment, CommentReply };

export interface NewComment {
  page?: string;
  node?: string;
  body: Text;
}

export interface CommentChange {
  resolved?: boolean;
  body?: Text;
  addedReactions?: string[];
  removedReactions?: string[];
}

interface Text {
  markdown: string;
}

type Freshness = Pick<RequestOptions, 'isFresh'>;

interface Which extends Freshness {
  /** ID of the page whose comments are requested; all comments if undefined. */
  page?: string | undefined;
  /** True for only the newest comments, as many as fit in one response. */
  isNewest?: boolean;
}

/** The operations of the service on the comments of one place. */
export interface CommentRequests {
  /** Returns the comments, oldest first. */
  comments(which?: Which): Promise<Comment[]>;
  /** Lists all comments, oldest first, in pages as large as the service allows. */
  lists(): AsyncIterable<ListPage<Comment>>;
  comment(commentId: string): Promise<Comment>;
  /** Returns all replies to a comment; undefined if the server does not list them. */
  replies(commentId: string, options?: Freshness): Promise<CommentReply[] | undefined>;
  oneReply(commentId: string, commentReplyId: string): Promise<CommentReply>;
  post(body: NewComment, lookUp: LookUp<Comment>): Promise<Comment>;
  reply(
    commentId: string,
    markdown: string,
    lookUp: LookUp<CommentReply | undefined>,
  ): Promise<CommentReply | undefined>;
  change(commentId: string, body: CommentChange, lookUp: LookUp<Comment>): Promise<Comment>;
  changeReply(
    id: string,
    commentReplyId: string,
    body: CommentChange,
    lookUp: LookUp<CommentReply>,
  ): Promise<CommentReply>;
  delete(commentId: string, lookUp: LookUp<void>): Promise<unknown>;
  deleteReply(commentId: string, commentReplyId: string, lookUp: LookUp<void>): Promise<unknown>;
}

/** The operations before validation: the results of writes are unknown. */
type Operations = {
  [Name in keyof CommentRequests]: Name extends 'post' | 'reply' | 'change' | 'changeReply'
    ? (...args: Parameters<CommentRequests[Name]>) => Promise<unknown>
    : CommentRequests[Name];
};

/**
 * Returns the operations on the comments of a change request or of main content; `by` is the sender in announcements of
 * writes. Odd comments are logged and shown as far as possible, and a write whose response is no comment is looked up.
 */
export function commentRequestsOf(place: Place, by: object, log: FailureLog): CommentRequests {
  const { version } = place;
  const ask =
    version.kind === 'changeRequest' ? ofChangeRequest(place, String(version.number), by) : ofSpace(place, by);
  const asComment = (sent: unknown) => parseOne(sent, parseComment, log);
  const asReply = (sent: unknown) => parseOne(sent, parseCommentReply, log);
  return {
    ...ask,
    comments: async which => parseEach(await ask.comments(which), parseComment, log),
    lists: async function* () {
      for await (const { items, hasMore } of ask.lists()) yield { items: parseEach(items, parseComment, log), hasMore };
    },
    comment: async id => asComment(await ask.comment(id)),
    replies: async (id, options) => {
      const replies = await ask.replies(id, options);
      return replies && parseEach(replies, parseCommentReply, log);
    },
    oneReply: async (id, replyId) => asReply(await ask.oneReply(id, replyId)),
    post: (body, lookUp) => sendWithLookUp(async () => asComment(await ask.post(body, lookUp)), lookUp),
    reply: (id, markdown, lookUp) =>
      sendWithLookUp(async () => {
        const reply = await ask.reply(id, markdown, lookUp);
        return reply === undefined ? undefined : asReply(reply);
      }, lookUp),
    change: (id, body, lookUp) => sendWithLookUp(async () => asComment(await ask.change(id, body, lookUp)), lookUp),
    changeReply: (id, replyId, body, lookUp) =>
      sendWithLookUp(async () => asReply(await ask.changeReply(id, replyId, body, lookUp)), lookUp),
  };
}

const query = { format: 'markdown' } as const;
const oldestFirst = { format: 'markdown', order: 'asc' } as const;
const maxPerRequest = { ...oldestFirst, limit: 1000 };
const newestFirst = { ...maxPerRequest, order: 'desc' } as const;

/** Returns the first page of a newest-first list, oldest first. */
async function firstOf<T>(pages: AsyncIterable<ListPage<T>>): Promise<T[]> {
  for await (const { items } of pages) return items.toReversed();
  return [];
}

function ofChangeRequest(
  { connection: { api }, space: spaceId }: Place,
  changeRequestId: string,
  sender: object,
): Operations {
  const base = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
  const one = `${base}/{commentId}` as const;
  const input = { spaceId, changeRequestId };
  return {
    comments: ({ page, isNewest, ...options } = {}) =>
      isNewest
        ? firstOf(api.list(`GET ${base}`, { ...input, query: newestFirst }, options))
        : api.listAll(`GET ${base}`, { ...input, query: { ...oldestFirst, targetPage: page } }, options),
    lists: () => api.list(`GET ${base}`, { ...input, query: maxPerRequest }),
    comment: commentId => api.request(`GET ${one}`, { ...input, commentId, query }),
    replies: (commentId, options) => api.listAll(`GET ${one}/replies`, { ...input, commentId, query }, options),
    oneReply: (commentId, commentReplyId) =>
      api.request(`GET ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId, query }),
    post: (body, lookUp) => api.request(`POST ${base}`, { ...input, body }, { sender, lookUp }),
    reply: (commentId, markdown, lookUp) =>
      api.request(
        `POST ${one}/replies`,
        { ...input, commentId, query, body: { body: { markdown } } },
        { sender, lookUp },
      ),
    change: (commentId, body, lookUp) => api.request(`PUT ${one}`, { ...input, commentId, body }, { sender, lookUp }),
    changeReply: (commentId, commentReplyId, body, lookUp) =>
      api.request(
        `PUT ${one}/replies/{commentReplyId}`,
        { ...input, commentId, commentReplyId, body },
        { sender, lookUp },
      ),
    delete: (commentId, lookUp) => api.request(`DELETE ${one}`, { ...input, commentId }, { sender, lookUp }),
    deleteReply: (commentId, commentReplyId, lookUp) =>
      api.request(
        `DELETE ${one}/replies/{commentReplyId}`,
        { ...input, commentId, commentReplyId },
        { sender, lookUp },
      ),
  };
}

function ofSpace({ connection: { api }, space: spaceId }: Place, sender: object): Operations {
  const base = '/spaces/{spaceId}/comments';
  const one = `${base}/{commentId}` as const;
  const listReplies = `GET ${one}/replies` as const;
  return {
    // The number of comments on main content is unknown, so they are never read by age.
    comments: ({ page, isNewest: _, ...options } = {}) =>
      api.listAll(`GET ${base}`, { spaceId, query: { ...oldestFirst, targetPage: page } }, options),
    lists: () => api.list(`GET ${base}`, { spaceId, query: maxPerRequest }),
    comment: commentId => api.request(`GET ${one}`, { spaceId, commentId, query }),
    replies: async (commentId, options) => {
      const input = { spaceId, commentId };
      // This is the first request of the list below, so that its response can be used for both.
      const isOffered = await api.isSupported(listReplies, { ...input, query: { limit: 1000, ...query } });
      return isOffered ? api.listAll(listReplies, { ...input, query }, options) : undefined;
    },
    oneReply: (commentId, commentReplyId) =>
      api.request(`GET ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId, query }),
    post: (body, lookUp) => api.request(`POST ${base}`, { spaceId, body }, { sender, lookUp }),
    reply: (commentId, markdown, lookUp) =>
      api.request(`POST ${one}/replies`, { spaceId, commentId, body: { body: { markdown } } }, { sender, lookUp }),
    change: (commentId, body, lookUp) => api.request(`PUT ${one}`, { spaceId, commentId, body }, { sender, lookUp }),
    changeReply: (commentId, commentReplyId, body, lookUp) =>
      api.request(
        `PUT ${one}/replies/{commentReplyId}`,
        { spaceId, commentId, commentReplyId, body },
        { sender, lookUp },
      ),
    delete: (commentId, lookUp) => api.request(`DELETE ${one}`, { spaceId, commentId }, { sender, lookUp }),
    deleteReply: (commentId, commentReplyId, lookUp) =>
      api.request(`DELETE ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId }, { sender, lookUp }),
  };
}

/** A comment with its replies. */
export interface Conversation {
  comment: Comment;
  replies: CommentReply[];
  /** True if there are replies that the server does not list. */
  isCut: boolean;
  /** When the conversation was cached, in milliseconds since 1970; undefined once this window has read it. */
  asOf?: number;
}

/** Reads one comment with its replies; undefined if it no longer exists. */
export async function readConversation(requests: CommentRequests, id: string): Promise<Conversation | undefined> {
  try {
    return await readReplies(requests, await requests.comment(id));
  } catch (error) {
    if (isApiError(error, 'notFound')) return undefined;
    throw error;
  }
}

/** Reads the replies to a comment; undefined if the comment no longer exists. */
export async function readReplies(requests: CommentRequests, comment: Comment): Promise<Conversation | undefined> {
  if (comment.replies === 0) return { comment, replies: [], isCut: false };
  try {
    const replies = await requests.replies(comment.id);
    if (!replies) return { comment, replies: [], isCut: true };
    return { comment: { ...comment, replies: replies.length }, replies, isCut: false };
  } catch (error) {
    // The comment was deleted between the two requests.
    if (isApiError(error, 'notFound')) return undefined;
    // Unreadable replies must not hide their comment or other comments.
    if (isApiError(error, 'invalid', 'serverFailed', 'intercepted', 'notService', 'tooLarge'))
      return { comment, replies: [], isCut: true };
    throw error;
  }
}
