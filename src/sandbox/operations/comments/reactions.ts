import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { HttpError } from '../../errors.ts';
import type { Reaction } from '../../store/rows.ts';
import { presentUser } from '../organizations/users.ts';

const maxEmojiLength = 50;

interface Changes {
  addedReactions?: string[];
  removedReactions?: string[];
}

/** Returns the reactions with some of the caller's added and others removed. */
export function withReactions(
  { user, state }: Caller,
  reactions: readonly Reaction[],
  { addedReactions = [], removedReactions = [] }: Changes,
): Reaction[] {
  const users = new Map(reactions.map(({ emoji, users: reacted }) => [emoji, reacted]));
  for (const [index, emoji] of addedReactions.entries()) {
    assertEmoji(emoji, `body.addedReactions[${index}]`);
    const reacted = users.get(emoji) ?? [];
    const isNew = !reacted.some(reaction => reaction.user === user.id);
    if (isNew) users.set(emoji, [...reacted, { user: user.id, reactedAt: state.now() }]);
  }
  for (const emoji of removedReactions) {
    const remaining = (users.get(emoji) ?? []).filter(reaction => reaction.user !== user.id);
    if (remaining.length > 0) users.set(emoji, remaining);
    else users.delete(emoji);
  }
  return [...users].map(([emoji, reacted]) => ({ emoji, users: reacted }));
}

export function presentReactions(caller: Caller, reactions: readonly Reaction[]): Schema<'Reaction'>[] {
  return reactions.map(({ emoji, users }) => ({
    emoji,
    count: users.length,
    users: users.map(({ user, reactedAt }) => ({ user: presentUser(caller, user), reactedAt })),
  }));
}

function assertEmoji(emoji: string, field: string): void {
  if (emoji !== '' && emoji.length <= maxEmojiLength) return;
  throw new HttpError(400, `${field} must be an emoji: 1 to ${maxEmojiLength} characters.`);
}
