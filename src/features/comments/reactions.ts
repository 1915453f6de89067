import type * as vscode from 'vscode';
import { emojiOf } from '../../markdown/document.ts';
import type { Schema } from '../../api/routes.ts';

type Reaction = Schema<'Reaction'>;

/** What the menu offers; reactions with others come from elsewhere and can be joined. */
const offered = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'];

/** The reactions of a comment for its chips and its menu: those it has, then those it could have. */
export function reactionsOf(reactions: readonly Reaction[], user: string | undefined): vscode.CommentReaction[] {
  const present = reactions.map(({ emoji, count, users }) => ({
    label: emojiOf(emoji),
    iconPath: '',
    count,
    authorHasReacted: users.some(reaction => reaction.user.id === user),
  }));
  const others = offered.filter(emoji => !present.some(({ label }) => isSame(label, emoji)));
  return [...present, ...others.map(label => ({ label, iconPath: '', count: 0, authorHasReacted: false }))];
}

/** The change that adds a reaction or takes it back, in the very characters that the service uses for it. */
export function toggled({ label, authorHasReacted }: vscode.CommentReaction, used: readonly Reaction[]) {
  const emoji = used.find(reaction => isSame(emojiOf(reaction.emoji), label))?.emoji ?? label;
  return authorHasReacted ? { removedReactions: [emoji] } : { addedReactions: [emoji] };
}

/** Says who reacted how, as far as that is short. */
export function reactors(reactions: readonly Reaction[]): string {
  return reactions
    .map(({ emoji, count, users }) => {
      const names = users.slice(0, 2).map(({ user }) => user.displayName);
      const others = count - names.length;
      const rest = others > 0 ? [names.length > 0 ? `${others} more` : String(others)] : [];
      return `${emojiOf(emoji)} ${[...names, ...rest].join(', ')}`;
    })
    .join(' · ');
}

/** The same emoji may or may not say that it wants to be shown in colour. */
function isSame(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(emoji: string): string {
  return emoji.replaceAll('\ufe0f', '');
}
