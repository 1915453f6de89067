import { Failure } from '../../api/failure.ts';
import type { LookUp } from '../../api/outcome.ts';
import type { CommentTarget } from './placements.ts';
import { isBy, saysSame, textOf } from './recognition.ts';
import type { Comment, Conversation, Reply, Requests } from './requests.ts';

/** A text that was sent, and what was there right before. By this it is told whether the text has arrived. */
export interface Attempt {
  text: string;
  /** What it was to hang on; a reply hangs on its conversation alone. */
  target: CommentTarget;
  /** IDs of what said the same already. */
  alike: readonly string[];
  /** How many replies there were, where the server does not list them. */
  replies?: number | undefined;
}

/** What the sender of a text knows of an earlier attempt, and keeps of this one. */
export interface Delivery {
  earlier?: Attempt | undefined;
  /** Keeps what is needed to look the text up; the request leaves after that. */
  begin: (attempt: Attempt) => Promise<void>;
}

interface Text<T> {
  markdown: string;
  /** The ID of the user, where the server tells it. */
  user: string | undefined;
  /** What is known to be there; undefined where that has to be asked for. */
  known: readonly T[] | undefined;
}

/** Reads the comments among which one is that was sent to a page, or, without one, to everything. */
export type Near = (page: string | undefined, options?: { isFresh: true }) => Promise<Comment[]>;

/** Begins a conversation, unless an earlier attempt to do so has arrived. */
export function deliverComment(
  requests: Requests,
  { target, markdown, user, known, near }: Text<Comment> & { target: CommentTarget; near: Near },
  delivery: Delivery,
): Promise<Comment> {
  return deliver<Comment>({ text: markdown, target }, delivery, {
    look: async isAsked => {
      const existing = !isAsked && tells(known, user) ? known : await near(target.page, { isFresh: true });
      return { alike: alike(existing, markdown) };
    },
    find: async attempt => {
      const comments = await near(attempt.target.page);
      return arrived(
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

/** Replies to a comment, unless an earlier attempt has arrived. Gives nothing where that cannot be read again. */
export function deliverReply(
  requests: Requests,
  { id, markdown, user, known }: Text<Reply> & { id: string },
  delivery: Delivery,
): Promise<Reply | undefined> {
  const countReplies = async () => (await requests.comment(id)).replies;
  return deliver<Reply | undefined>({ text: markdown, target: {} }, delivery, {
    look: async isAsked => {
      if (!isAsked && tells(known, user)) return { alike: alike(known, markdown) };
      const replies = await requests.replies(id, { isFresh: true });
      return replies ? { alike: alike(replies, markdown) } : { alike: [], replies: await countReplies() };
    },
    find: async (attempt, isEarlier) => {
      if (attempt.replies === undefined) return arrived((await requests.replies(id)) ?? [], attempt, user);
      const added = (await countReplies()) - attempt.replies;
      if (added <= 0) return undefined;
      // One more within a moment is this one; later it may be anybody's.
      return added === 1 && !isEarlier ? { result: undefined } : 'perhaps';
    },
    send: lookUp => requests.reply(id, markdown, lookUp),
  });
}

/** Returns true if a text that an earlier window sent is among the loaded comments. False if it was changed after that. */
export function hasArrived(
  { attempt, conversation, text }: { attempt?: Attempt | undefined; conversation?: string | undefined; text: string },
  conversations: readonly Conversation[],
  user: string | undefined,
): boolean {
  // The sent text may begin with a quotation.
  if (!attempt?.text.trim().endsWith(text.trim())) return false;
  const conversationOfReply = conversations.find(({ comment }) => comment.id === conversation);
  // A reply hangs on its conversation alone: without that nothing is to be found.
  if (conversation !== undefined && !conversationOfReply) return false;
  const begun = conversations.map(({ comment }) => comment).filter(comment => isOn(comment, attempt.target));
  const messages = (conversationOfReply ? conversationOfReply.replies : begun).filter(
    ({ body }) => body.markdown !== undefined,
  );
  return arrived<Comment | Reply>(messages, attempt, user) !== undefined;
}

interface Way<T> {
  /** Looks at what is there before the text is sent; `isAsked` where what is known may be from before an attempt. */
  look: (isAsked: boolean) => Promise<Pick<Attempt, 'alike' | 'replies'>>;
  find: (attempt: Attempt, isEarlier: boolean) => Promise<Found<T>>;
  send: (lookUp: LookUp<T>) => Promise<T>;
}

type Found<T> = { result: T } | 'perhaps' | undefined;

async function deliver<T>(
  { text, target }: Pick<Attempt, 'text' | 'target'>,
  { earlier, begin }: Delivery,
  { look, find, send }: Way<T>,
): Promise<T> {
  const match = earlier && (await find(earlier, true));
  if (match && match !== 'perhaps' && earlier.text === text) return match.result;
  // What is slow to arrive may still do so: it is told by what was there before it was sent first.
  const isAgain = earlier?.text === text && isSamePlace(earlier.target, target);
  const attempt = isAgain && !match ? earlier : { text, target, ...(await look(earlier !== undefined)) };
  await begin(attempt);
  if (match) throw new Failure(match === 'perhaps' ? perhapsMessage : arrivedMessage);
  return send(async () => {
    const match = await find(attempt, false);
    if (match === 'perhaps') throw new Failure(perhapsMessage);
    return match;
  });
}

/** Whether what is known will do: a colleague may have said the same since, who must not be taken for the user. */
function tells<T>(known: readonly T[] | undefined, user: string | undefined): known is readonly T[] {
  return known !== undefined && user !== undefined;
}

const arrivedMessage =
  'What you sent before has arrived after all, and your present text is not sent. Send again to add it.';
const perhapsMessage =
  'Your reply may have arrived: the conversation has got more replies, which this server does not list. ' +
  'Look at it in the browser. Send again if your reply is not there.';

function isSamePlace(one: CommentTarget, other: CommentTarget): boolean {
  return one.page === other.page && one.node === other.node;
}

function isOn({ target }: Comment, { page, node }: CommentTarget): boolean {
  return target.page?.id === page && target.node?.id === node;
}

/** IDs of the messages that say the same; what does not tell its words counts too, since it was there before. */
function alike(messages: readonly (Comment | Reply)[], text: string): string[] {
  const isAlike = ({ body }: Comment | Reply) => body.markdown === undefined || saysSame(body.markdown, text);
  return messages.filter(isAlike).map(({ id }) => id);
}

function arrived<T extends Comment | Reply>(
  messages: readonly T[],
  { text, alike }: Attempt,
  user: string | undefined,
): { result: T } | undefined {
  const result = messages.find(one => !alike.includes(one.id) && isBy(one, user) && saysSame(textOf(one), text));
  return result && { result };
}
