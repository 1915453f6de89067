import type * as vscode from 'vscode';
import { plain } from '../../api/words.ts';
import { emojiOf } from '../../markdown/document.ts';
import type { Schema } from '../../api/routes.ts';

type Reaction = Schema<'Reaction'>;

/** What the menu offers; reactions with others come from elsewhere and can be joined. */
/** A reaction with the names of the other people who have reacted, as far as the server tells them. */
interface NamedReaction extends vscode.CommentReaction {
  readonly names: readonly string[];
}

const offered = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'].map(label => ({
  ...{ label, iconPath: '', count: 0, authorHasReacted: false, names: [] },
  bare: bare(label),
}));

/** The reactions of a comment for its chips and its menu: those it has, then those it could have. */
export function reactionsOf(reactions: readonly Reaction[], user: string | undefined): NamedReaction[] {
  const present = reactions.map(({ emoji, count, users }) => ({
    label: labelOf(emoji),
    iconPath: '',
    count,
    authorHasReacted: users.some(reaction => reaction.user.id === user),
    names: users.flatMap(({ user: { id, displayName } }) => (id === user ? [] : plain(displayName, 100) || 'Somebody')),
  }));
  const used = new Set(present.map(({ label }) => bare(label)));
  return [...present, ...offered.filter(({ bare }) => !used.has(bare))];
}

/** The change that adds a reaction or takes it back, in the very characters that the service uses for it. */
export function toggled({ label, authorHasReacted }: vscode.CommentReaction, used: readonly Reaction[]) {
  const emoji = used.find(reaction => isSame(labelOf(reaction.emoji), label))?.emoji ?? label;
  return authorHasReacted ? { removedReactions: [emoji] } : { addedReactions: [emoji] };
}

/** The same emoji may or may not say that it wants to be shown in colour. */
function isSame(one: string, other: string): boolean {
  return bare(one) === bare(other);
}

/** An emoji is short, but whatever the service calls one is shown. */
function labelOf(emoji: string): string {
  return plain(emojiOf(emoji), 30);
}

function bare(emoji: string): string {
  return emoji.replaceAll('\ufe0f', '');
}
