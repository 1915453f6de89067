import { ApiError } from '../../api/errors.ts';
import type { Comment, CommentChange, Reply } from './requests.ts';

type Message = Comment | Reply;

/** Returns true if two texts have the same words. A server may reformat their Markdown. */
export function saysSame(one: string, other: string): boolean {
  return wordsOf(one) === wordsOf(other);
}

/** Returns the Markdown of a message. Throws an ApiError if the server does not report it. */
export function textOf({ body }: Message): string {
  if (body.markdown !== undefined) return body.markdown;
  throw new ApiError('notService', 'The server does not tell the words of its comments.', { route: 'GET comments' });
}

/** Returns true if a message is by this user, or if the user or the author is unknown. */
export function isBy({ postedBy }: Message, user: string | undefined): boolean {
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
  const text = textOf(now);
  if (text.trim() === markdown.trim()) return true;
  // If the words were equal before, only a difference in markup indicates an edit.
  return text !== before?.body.markdown && saysSame(text, markdown);
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
