import { ApiError } from '../../api/errors.ts';
import type { Comment, CommentChange, Reply } from './requests.ts';

type Message = Comment | Reply;

/** Tells whether two texts have the same words: a server may write their Markdown in its own way. */
export function saysSame(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

/** The words of a message. Throws where the server does not tell them. */
export function textOf({ body }: Message): string {
  if (body.markdown !== undefined) return body.markdown;
  throw new ApiError('notService', 'The server does not tell the words of its comments.', { route: 'GET comments' });
}

/** Tells whether a message is by this user; where the server does not tell who wrote it, it may be. */
export function isBy({ postedBy }: Message, user: string | undefined): boolean {
  return !user || !postedBy.id || postedBy.id === user;
}

/** Tells whether a change of a message has happened, by what the message was before and is now. */
export function isChanged(before: Message | undefined, now: Message, change: CommentChange, user: string | undefined) {
  const { body, resolved, addedReactions = [], removedReactions = [] } = change;
  const wasSaid = body === undefined || isEdited(before, now, body.markdown);
  const isSettled = resolved === undefined || ('status' in now && (now.status === 'resolved') === resolved);
  const isAdded = addedReactions.every(emoji => hasReacted(before, now, emoji, user));
  const isRemoved = removedReactions.every(emoji => !hasReacted(before, now, emoji, user));
  return wasSaid && isSettled && isAdded && isRemoved;
}

function isEdited(before: Message | undefined, now: Message, markdown: string): boolean {
  const text = textOf(now);
  if (text.trim() === markdown.trim()) return true;
  // Where the words were the same before, only the marks tell an edit from none.
  return text !== before?.body.markdown && saysSame(text, markdown);
}

/** Whether the user has reacted so; where nobody knows who that is, the number of reactions tells. */
function hasReacted(before: Message | undefined, now: Message, emoji: string, user: string | undefined): boolean {
  const reaction = now.reactions.find(reaction => reaction.emoji === emoji);
  if (user !== undefined) return reaction?.users.some(one => one.user.id === user) ?? false;
  const earlier = before?.reactions.find(reaction => reaction.emoji === emoji);
  return (reaction?.count ?? 0) > (earlier?.count ?? 0);
}

/** The text without marks of Markdown, escapes and blanks; of a text that has nothing else, all of it. */
function wordsOf(markdown: string): string {
  const words = markdown.normalize().replaceAll(marks, '');
  return words || markdown.trim();
}

const marks = /^[^\S\n]*([-*+]|\d+[.)])\s|[-=]{3,}|[\s\\*_~`#<>|[\]()]/gmu;
