import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import type { LookUp } from '../../api/outcome.ts';
import type { Comment, CommentChange, CommentReply, CommentRequests, Conversation } from './requests.ts';
import { ApiError } from '../../api/errors.ts';
import type { CommentTarget } from './placement.ts';

/** A message that was sent, with the messages that existed before: these decide whether it arrived. */
export interface SendAttempt {
  text: string;
  /** Target of a new comment; empty for a reply. */
  target: CommentTarget;
  /** IDs of messages with the same text that existed before. */
  alike: readonly string[];
  /** Number of replies before, if the server does not list replies. */
  replies?: number | undefined;
}

/** An earlier attempt to send a text, and a callback that stores the present one. */
export interface DeliveryOptions {
  earlierAttempt?: SendAttempt | undefined;
  /** Stores the attempt, so that the message can be looked up later. The request is sent afterwards. */
  storeAttempt: (attempt: SendAttempt) => Promise<void>;
}

interface TextToDeliver<T> {
  markdown: string;
  /** ID of the signed-in user; undefined if the server does not report it. */
  user: string | undefined;
  /** The loaded messages; undefined if they must be fetched. */
  known: readonly T[] | undefined;
}

/** Fetches comments that include one sent to this page, or, without a page, to the whole space or change request. */
export type FetchNearbyComments = (page: string | undefined, options?: { isFresh: true }) => Promise<Comment[]>;

/** Posts a comment, unless an earlier attempt has arrived. */
export function deliverComment(
  requests: CommentRequests,
  {
    target,
    markdown,
    user,
    known,
    near,
  }: TextToDeliver<Comment> & { target: CommentTarget; near: FetchNearbyComments },
  delivery: DeliveryOptions,
): Promise<Comment> {
  return deliver<Comment>({ text: markdown, target }, delivery, {
    readBefore: async isAsked => {
      const existing = !isAsked && suffice(known, user) ? known : await near(target.page, { isFresh: true });
      return { alike: idsWithSameText(existing, markdown) };
    },
    find: async attempt => {
      const comments = await near(attempt.target.page);
      return findArrived(
        comments.filter(comment => isOn(comment, attempt.target)),
        attempt,
        user,
      );
    },
    send: lookUp => {
      const { page, node } = target;
      return requests.post({ ...(page && { page }), ...(node && { node }), body: { markdown } }, lookUp);
    },
  });
}

/** Posts a reply, unless an earlier attempt has arrived. Returns undefined if the server cannot list the reply. */
export function deliverReply(
  requests: CommentRequests,
  { id, markdown, user, known }: TextToDeliver<CommentReply> & { id: string },
  delivery: DeliveryOptions,
): Promise<CommentReply | undefined> {
  const countReplies = async () => (await requests.comment(id)).replies;
  return deliver<CommentReply | undefined>({ text: markdown, target: {} }, delivery, {
    readBefore: async isAsked => {
      if (!isAsked && suffice(known, user)) return { alike: idsWithSameText(known, markdown) };
      const replies = await requests.replies(id, { isFresh: true });
      return replies ? { alike: idsWithSameText(replies, markdown) } : { alike: [], replies: await countReplies() };
    },
    find: async (attempt, isEarlier) => {
      if (attempt.replies === undefined) return findArrived((await requests.replies(id)) ?? [], attempt, user);
      const added = (await countReplies()) - attempt.replies;
      if (added <= 0) return undefined;
      // One new reply right after sending is this one. Later, it may be anyone's.
      return added === 1 && !isEarlier ? { result: undefined } : 'perhaps';
    },
    send: lookUp => requests.reply(id, markdown, lookUp),
  });
}

/**
 * Returns true if a text that an earlier window sent is among the loaded messages; false if the draft was changed
 * since.
 */
export function hasArrived(
  {
    attempt,
    conversation,
    text,
  }: { attempt?: SendAttempt | undefined; conversation?: string | undefined; text: string },
  conversations: readonly Conversation[],
  user: string | undefined,
): boolean {
  // The sent text may begin with a quotation.
  if (!attempt?.text.trim().endsWith(text.trim())) return false;
  const conversationOfReply = conversations.find(({ comment }) => comment.id === conversation);
  // A reply can only be found in its own conversation.
  if (conversation !== undefined && !conversationOfReply) return false;
  const comments = conversations.map(({ comment }) => comment).filter(comment => isOn(comment, attempt.target));
  const messages = (conversationOfReply ? conversationOfReply.replies : comments).filter(
    ({ body }) => body.markdown !== undefined,
  );
  return findArrived<Comment | CommentReply>(messages, attempt, user) !== undefined;
}

interface DeliverySteps<T> {
  /**
   * Reads the state before sending. `isAsked` requires a fetch, because loaded messages may predate an earlier attempt.
   */
  readBefore: (isAsked: boolean) => Promise<Pick<SendAttempt, 'alike' | 'replies'>>;
  find: (attempt: SendAttempt, isEarlier: boolean) => Promise<Found<T>>;
  send: (lookUp: LookUp<T>) => Promise<T>;
}

type Found<T> = { result: T } | 'perhaps' | undefined;

async function deliver<T>(
  { text, target }: Pick<SendAttempt, 'text' | 'target'>,
  { earlierAttempt, storeAttempt }: DeliveryOptions,
  { readBefore, find, send }: DeliverySteps<T>,
): Promise<T> {
  const match = earlierAttempt && (await find(earlierAttempt, true));
  if (match && match !== 'perhaps' && earlierAttempt.text === text) return match.result;
  // A slow earlier request may still arrive, so a repeated attempt keeps the state from before the first one.
  const isAgain = earlierAttempt?.text === text && isSamePlace(earlierAttempt.target, target);
  const attempt =
    isAgain && !match ? earlierAttempt : { text, target, ...(await readBefore(earlierAttempt !== undefined)) };
  await storeAttempt(attempt);
  if (match) throw new Failure(match === 'perhaps' ? perhapsMessage : arrivedMessage);
  return send(async () => {
    const match = await find(attempt, false);
    if (match === 'perhaps') throw new Failure(perhapsMessage);
    return match;
  });
}

/**
 * Returns true if the loaded messages suffice. Without the user's ID, a colleague's equal message could pass for the
 * user's.
 */
function suffice<T>(known: readonly T[] | undefined, user: string | undefined): known is readonly T[] {
  return known !== undefined && user !== undefined;
}

const arrivedMessage = t(
  'What you sent before has arrived after all, and your present text is not sent. Send again to add it.',
);
const perhapsMessage = t(
  'Your reply may have arrived: the conversation has got more replies, which this server does not list. ' +
    'Look at it in the browser. Send again if your reply is not there.',
);

function isSamePlace(one: CommentTarget, other: CommentTarget): boolean {
  return one.page === other.page && one.node === other.node;
}

function isOn({ target }: Comment, { page, node }: CommentTarget): boolean {
  return target.page?.id === page && target.node?.id === node;
}

/**
 * Returns the IDs of messages with the same text. Messages without a text count too, because they existed before
 * sending.
 */
function idsWithSameText(messages: readonly (Comment | CommentReply)[], text: string): string[] {
  const isAlike = ({ body }: Comment | CommentReply) => body.markdown === undefined || hasSameText(body.markdown, text);
  return messages.filter(isAlike).map(({ id }) => id);
}

function findArrived<T extends Comment | CommentReply>(
  messages: readonly T[],
  { text, alike }: SendAttempt,
  user: string | undefined,
): { result: T } | undefined {
  const result = messages.find(
    message => !alike.includes(message.id) && isWrittenBy(message, user) && hasSameText(requireMarkdown(message), text),
  );
  return result && { result };
}

type Message = Comment | CommentReply;

/** Returns true if two texts have the same words. A server may reformat their Markdown. */
export function hasSameText(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

/** Returns the Markdown of a message. Throws an ApiError if the server does not report it. */
export function requireMarkdown({ body }: Message): string {
  if (body.markdown !== undefined) return body.markdown;
  throw new ApiError('notService', t('The server does not tell the words of its comments.'), { route: 'GET comments' });
}

/** Returns true if a message is by this user, or if the user or the author is unknown. */
export function isWrittenBy({ postedBy }: Message, user: string | undefined): boolean {
  return !user || !postedBy.id || postedBy.id === user;
}

/** Returns true if a change has been applied, judged by the message before and now. */
export function isChanged(before: Message | undefined, now: Message, change: CommentChange, user: string | undefined) {
  const { body, resolved, addedReactions = [], removedReactions = [] } = change;
  const wasSaid = body === undefined || isEdited(before, now, body.markdown);
  const isSettled = resolved === undefined || ('status' in now && (now.status === 'resolved') === resolved);
  const isAdded = addedReactions.every(emoji => hasReacted(before, now, emoji, user));
  const isRemoved = removedReactions.every(emoji => !hasReacted(before, now, emoji, user));
  return wasSaid && isSettled && isAdded && isRemoved;
}

function isEdited(before: Message | undefined, now: Message, markdown: string): boolean {
  const text = requireMarkdown(now);
  if (text.trim() === markdown.trim()) return true;
  // If the words were equal before, only a difference in markup indicates an edit.
  return text !== before?.body.markdown && hasSameText(text, markdown);
}

/** Returns true if the user has reacted. If the user is unknown, a higher count decides. */
function hasReacted(before: Message | undefined, now: Message, emoji: string, user: string | undefined): boolean {
  const reaction = now.reactions.find(reaction => reaction.emoji === emoji);
  if (user !== undefined) return reaction?.users.some(one => one.user.id === user) ?? false;
  const earlier = before?.reactions.find(reaction => reaction.emoji === emoji);
  return (reaction?.count ?? 0) > (earlier?.count ?? 0);
}

/** Returns the text without markup, escapes and blanks; the whole text if it has nothing else. */
function wordsOf(markdown: string): string {
  const words = markdown.normalize().replaceAll(marks, '');
  return words || markdown.trim();
}

const marks = /^[^\S\n]*([-*+]|\d+[.)])\s|[-=]{3,}|[\s\\*_~`#<>|[\]()]/gmu;
