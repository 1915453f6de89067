import type { RequestOptions } from '../../api/client.ts';
import { failedAs } from '../../api/errors.ts';
import type { FailureLog } from '../../api/failure.ts';
import { certain, type LookUp } from '../../api/outcome.ts';
import type { Place } from '../content/snapshot.ts';
import { type Comment, readComment, readEach, readOne, readReply, type Reply } from './readable.ts';

export type { Comment, Reply };

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

/** What can be asked of the service about the comments of one place. */
export interface Requests {
  /** All comments, the oldest first. */
  comments(options?: Freshness): Promise<Comment[]>;
  comment(commentId: string): Promise<Comment>;
  /** All replies to a comment; undefined where the server does not tell them. */
  replies(commentId: string, options?: Freshness): Promise<Reply[] | undefined>;
  oneReply(commentId: string, commentReplyId: string): Promise<Reply>;
  post(body: NewComment, lookUp: LookUp<Comment>): Promise<Comment>;
  reply(commentId: string, markdown: string, lookUp: LookUp<Reply | undefined>): Promise<Reply | undefined>;
  change(commentId: string, body: CommentChange, lookUp: LookUp<Comment>): Promise<Comment>;
  changeReply(id: string, commentReplyId: string, body: CommentChange, lookUp: LookUp<Reply>): Promise<Reply>;
  delete(commentId: string, lookUp: LookUp<void>): Promise<unknown>;
  deleteReply(commentId: string, commentReplyId: string, lookUp: LookUp<void>): Promise<unknown>;
}

/**
 * The operations of a change request, or their twins of the main content; `by` takes in the results of its writes. What
 * comes in is read one by one: an odd comment goes to the log and is shown as far as it goes. An answer to a write that
 * is no comment is as good as none: the write is looked up.
 */
export function requestsOf(place: Place, by: object, log: FailureLog): Requests {
  const { version } = place;
  const ask =
    version.kind === 'changeRequest' ? ofChangeRequest(place, String(version.number), by) : ofSpace(place, by);
  const asComment = (sent: unknown) => readOne(sent, readComment, log);
  const asReply = (sent: unknown) => readOne(sent, readReply, log);
  return {
    ...ask,
    comments: async options => readEach(await ask.comments(options), readComment, log),
    comment: async id => asComment(await ask.comment(id)),
    replies: async (id, options) => {
      const replies = await ask.replies(id, options);
      return replies && readEach(replies, readReply, log);
    },
    oneReply: async (id, replyId) => asReply(await ask.oneReply(id, replyId)),
    post: (body, lookUp) => certain(async () => asComment(await ask.post(body, lookUp)), lookUp),
    reply: (id, markdown, lookUp) =>
      certain(async () => {
        const reply = await ask.reply(id, markdown, lookUp);
        return reply && asReply(reply);
      }, lookUp),
    change: (id, body, lookUp) => certain(async () => asComment(await ask.change(id, body, lookUp)), lookUp),
    changeReply: (id, replyId, body, lookUp) =>
      certain(async () => asReply(await ask.changeReply(id, replyId, body, lookUp)), lookUp),
  };
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
    comments: options => api.all(`GET ${base}`, { ...input, query: oldestFirst }, options),
    comment: commentId => api.request(`GET ${one}`, { ...input, commentId, query }),
    replies: (commentId, options) => api.all(`GET ${one}/replies`, { ...input, commentId, query }, options),
    oneReply: (commentId, commentReplyId) =>
      api.request(`GET ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId, query }),
    post: (body, lookUp) => api.request(`POST ${base}`, { ...input, body }, { by, lookUp }),
    reply: (commentId, markdown, lookUp) =>
      api.request(`POST ${one}/replies`, { ...input, commentId, query, body: { body: { markdown } } }, { by, lookUp }),
    change: (commentId, body, lookUp) => api.request(`PUT ${one}`, { ...input, commentId, body }, { by, lookUp }),
    changeReply: (commentId, commentReplyId, body, lookUp) =>
      api.request(`PUT ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId, body }, { by, lookUp }),
    delete: (commentId, lookUp) => api.request(`DELETE ${one}`, { ...input, commentId }, { by, lookUp }),
    deleteReply: (commentId, commentReplyId, lookUp) =>
      api.request(`DELETE ${one}/replies/{commentReplyId}`, { ...input, commentId, commentReplyId }, { by, lookUp }),
  };
}

function ofSpace({ connection: { api }, space: spaceId }: Place, by: object): Requests {
  const base = '/spaces/{spaceId}/comments';
  const one = `${base}/{commentId}` as const;
  const listReplies = `GET ${one}/replies` as const;
  return {
    comments: options => api.all(`GET ${base}`, { spaceId, query: oldestFirst }, options),
    comment: commentId => api.request(`GET ${one}`, { spaceId, commentId, query }),
    replies: async (commentId, options) => {
      const input = { spaceId, commentId };
      const isOffered = await api.offers(listReplies, { ...input, query: { limit: 1 } });
      return isOffered ? api.all(listReplies, { ...input, query }, options) : undefined;
    },
    oneReply: (commentId, commentReplyId) =>
      api.request(`GET ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId, query }),
    post: (body, lookUp) => api.request(`POST ${base}`, { spaceId, body }, { by, lookUp }),
    reply: (commentId, markdown, lookUp) =>
      api.request(`POST ${one}/replies`, { spaceId, commentId, body: { body: { markdown } } }, { by, lookUp }),
    change: (commentId, body, lookUp) => api.request(`PUT ${one}`, { spaceId, commentId, body }, { by, lookUp }),
    changeReply: (commentId, commentReplyId, body, lookUp) =>
      api.request(`PUT ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId, body }, { by, lookUp }),
    delete: (commentId, lookUp) => api.request(`DELETE ${one}`, { spaceId, commentId }, { by, lookUp }),
    deleteReply: (commentId, commentReplyId, lookUp) =>
      api.request(`DELETE ${one}/replies/{commentReplyId}`, { spaceId, commentId, commentReplyId }, { by, lookUp }),
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
    if (!replies) return { comment, replies: [], isCut: true };
    return { comment: { ...comment, replies: replies.length }, replies, isCut: false };
  } catch (error) {
    // Deleted between the two questions.
    if (failedAs(error, 'notFound')) return undefined;
    // What cannot be read of one comment hides neither it nor the others.
    if (failedAs(error, 'invalid', 'notService', 'tooLarge')) return { comment, replies: [], isCut: true };
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
