import type * as vscode from 'vscode';
import { escapeLine } from '../../api/words.ts';
import { emojiOf } from '../../markdown/document.ts';
import type { Schema } from '../../api/routes.ts';

type Reaction = Schema<'Reaction'>;

/** A reaction with the names of the other people who have reacted, as far as the server tells them. */
interface NamedReaction extends vscode.CommentReaction {
  readonly names: readonly string[];
}

/** Emoji in the menu of reactions. A comment may have others, which can be joined. */
const offered = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'].map(label => ({
  ...{ label, iconPath: '', count: 0, authorHasReacted: false, names: [] },
  bare: bare(label),
}));

/** Returns the reactions of a comment for its buttons and its menu: those it has, then those that can be added. */
export function reactionsOf(reactions: readonly Reaction[], user: string | undefined): NamedReaction[] {
  const present = reactions.map(({ emoji, count, users }) => ({
    label: labelOf(emoji),
    iconPath: '',
    count,
    authorHasReacted: users.some(reaction => reaction.user.id === user),
    names: users.flatMap(({ user: { id, displayName } }) =>
      id === user ? [] : escapeLine(displayName, 100) || 'Somebody',
    ),
  }));
  const used = new Set(present.map(({ label }) => bare(label)));
  return [...present, ...offered.filter(({ bare }) => !used.has(bare))];
}

/** Returns the change that adds or removes a reaction, with exactly the characters that the service uses for it. */
export function toggled({ label, authorHasReacted }: vscode.CommentReaction, used: readonly Reaction[]) {
  const emoji = used.find(reaction => isSame(labelOf(reaction.emoji), label))?.emoji ?? label;
  return authorHasReacted ? { removedReactions: [emoji] } : { addedReactions: [emoji] };
}

/** Returns true if two emoji differ at most in the variation selector for colour. */
function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** Returns the emoji of a reaction, or the beginning of any other text that the service sends. */
function labelOf(emoji: string): string {
  return escapeLine(emojiOf(emoji), 30);
}

function bare(emoji: string): string {
  return emoji.replaceAll('\ufe0f', '');
}
