import { failedAs } from '../../api/errors.ts';
import type { Schema } from '../../api/routes.ts';
import type { Place } from '../content/snapshot.ts';

export type Comment = Schema<'Comment'>;
export type Reply = Schema<'CommentReply'>;

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

/** What can be asked of the service about the comments of one place. */
export interface Requests {
  /** All comments, the oldest first. */
  comments(): Promise<Comment[]>;
  comment(commentId: string): Promise<Comment>;
  /** All replies to a comment; undefined where the server does not tell them. */
  replies(commentId: string): Promise<Reply[] | undefined>;
  post(body: NewComment): Promise<Comment>;
  reply(commentId: string, markdown: string): Promise<Reply>;
  change(commentId: string, body: CommentChange): Promise<Comment>;
  changeReply(commentId: string, commentReplyId: string, body: CommentChange): Promise<Reply>;
  delete(commentId: string): Promise<unknown>;
  deleteReply(commentId: string, commentReplyId: string): Promise<unknown>;
}

/** The operations of a change request, or their twins of the main content; `by` takes in the results of its writes. */
export function requestsOf(place: Place, by: object): Requests {
  const { version } = place;
  return version.kind === 'changeRequest' ? ofChangeRequest(place, String(version.number), by) : ofSpace(place, by);
}

const query = { format: 'markdown' } as const;
const oldestFirst = { format: 'markdown', order: 'asc' } as const;

function ofChangeRequest(
  { connection: { api }, space: spaceId }: Place,
  changeRequestId: string,
  by: object,
): Requests {
  const base = '/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
  const one = `${base}/{commentId}` as const;
  const input = { spaceId, changeRequestId };
  return {
    comments: () => api.all(`GET ${base}`, { ...input, query: oldestFirst }),
    comment: commentId => api.request(`GET ${one}`, { ...input, commentId, query }),
    replies: commentId => api.all(`GET ${one}/replies`, { ...input, commentId, query }),
    post: body => api.request(`POST ${base}`, { ...input, body }, { by }),
    reply: (commentId, markdown) =>
      api.request(`POST ${one}/replies`, { ...input, commentId, query, body: { body: { markdown } } }, { by }),
    change: (commentId, body) => api.request(`PUT ${one}`, { ...input, commentId, body }, { by }),
    changeReply: (commentId, commentReplyId, body) =>
      api.request(`PUT ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId, body }, { by }),
    delete: commentId => api.request(`DELETE ${one}`, { ...input, commentId }, { by }),
    deleteReply: (commentId, commentReplyId) =>
      api.request(`DELETE ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId }, { by }),
  };
}

function ofSpace({ connection: { api }, space: spaceId }: Place, by: object): Requests {
  const base = '/spaces/{spaceId}/comments';
  const one = `${base}/{commentId}` as const;
  const listReplies = `GET ${one}/replies` as const;
  return {
    comments: () => api.all(`GET ${base}`, { spaceId, query: oldestFirst }),
    comment: commentId => api.request(`GET ${one}`, { spaceId, commentId, query }),
    replies: async commentId => {
      const input = { spaceId, commentId };
      const isOffered = await api.offers(listReplies, { ...input, query: { limit: 1 } });
      return isOffered ? api.all(listReplies, { ...input, query }) : undefined;
    },
    post: body => api.request(`POST ${base}`, { spaceId, body }, { by }),
    reply: (commentId, markdown) =>
      api.request(`POST ${one}/replies`, { spaceId, commentId, body: { body: { markdown } } }, { by }),
    change: (commentId, body) => api.request(`PUT ${one}`, { spaceId, commentId, body }, { by }),
    changeReply: (commentId, commentReplyId, body) =>
      api.request(`PUT ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId, body }, { by }),
    delete: commentId => api.request(`DELETE ${one}`, { spaceId, commentId }, { by }),
    deleteReply: (commentId, commentReplyId) =>
      api.request(`DELETE ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId }, { by }),
  };
}

/** A comment and what was answered to it. */
export interface Conversation {
  comment: Comment;
  replies: Reply[];
  /** Whether there are replies that the server does not list. */
  isCut: boolean;
}

/** Reads all comments of a place with all their replies, a few lists at a time. */
export async function readConversations(requests: Requests): Promise<Conversation[]> {
  const comments = await requests.comments();
  const conversations = await eachOf(comments, comment => readReplies(requests, comment));
  return conversations.filter(conversation => conversation !== undefined);
}

/** Reads one comment with its replies; undefined when it is not there any more. */
export async function readConversation(requests: Requests, id: string): Promise<Conversation | undefined> {
  try {
    return await readReplies(requests, await requests.comment(id));
  } catch (error) {
    if (failedAs(error, 'notFound')) return undefined;
    throw error;
  }
}

async function readReplies(requests: Requests, comment: Comment): Promise<Conversation | undefined> {
  if (comment.replies === 0) return { comment, replies: [], isCut: false };
  try {
    const replies = await requests.replies(comment.id);
    return { comment, replies: replies ?? [], isCut: replies === undefined };
  } catch (error) {
    // Deleted between the two questions.
    if (failedAs(error, 'notFound')) return undefined;
    throw error;
  }
}

/** How many requests of one discussion are under way at once, so that others get their turn. */
const atOnce = 6;

/** Runs something for each item, a few at a time, and gives the results in the order of the items. */
export async function eachOf<T, U>(items: readonly T[], run: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  return results;
}
