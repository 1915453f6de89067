import { t } from '@vscode/l10n';
import { runInSlices } from '../../markdown/slices.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { nameIn } from './people.ts';
import { withoutSuggestionFence } from './suggestions.ts';
import { formatDateTime } from '../../api/time.ts';
import type { Draft } from './draft.ts';
import type { Placement, PlacementExactness } from './placement.ts';
import type { Comment } from './requests.ts';
import type * as vscode from 'vscode';
import { emojiOf } from '../../markdown/document.ts';
import type { Schema } from '../../api/routes.ts';

/** Returns the text of a comment without Markdown on one line. Images are shown as their descriptions. */
export async function excerptOf(
  markdown: string,
  { limit = 200, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const { parseBlocksResumable } = await import('../../markdown/blocks.ts');
  const described = withoutSuggestionFence(markdown).slice(0, maxLength).replace(imageMark, '$<code>');
  const blocks = await runInSlices(parseBlocksResumable(described), signal);
  return escapeLine(blocks.map(({ text }) => text).join(' '), limit);
}

/** Returns the beginning of a conversation. Mentions of people who wrote in the discussion show their names. */
export async function excerptOfConversation(
  { conversations }: Pick<Discussion, 'conversations'>,
  { comment }: Pick<PlacedConversation, 'comment'>,
): Promise<string> {
  const markdown = withMentionNames(comment.body.markdown ?? '', id => nameIn(conversations, id));
  return (await excerptOf(markdown, { limit: 80 })) || '(empty)';
}

/** Matches the `!` of images. Code is matched, too, so that a `!` in it is skipped. */
const imageMark = /(?<code>```[^]*?(?:```|$)|`[^`\n]*`)|(?<!\\)!(?=\[[^[\]]*\]\()/g;

/** Only this many characters of a comment are parsed. */
const maxLength = 2000;

/** Returns the IDs of mentioned users. The service writes a mention as "@" and the ID. */
export function mentionedUserIds(markdown: string): string[] {
  return [...markdown.matchAll(mention)].map(([, id = '']) => id);
}

/** An "@" after a letter belongs to an email address. */
const mention = /(?<![\w@./-])@([\w-]+)/g;

/** Replaces the IDs in mentions with the names that are known. */
export function withMentionNames(markdown: string, nameOf: (id: string) => string | undefined): string {
  return markdown.replace(mention, (all, id: string) => {
    const name = nameOf(id);
    return name === undefined ? all : `@${escapeLine(name, 100).replace(/[\\`*_[\]<>~|]/g, '\\$&')}`;
  });
}

export function canReply({ permissions }: Pick<Comment, 'permissions'>): boolean {
  return permissions?.reply ?? true;
}

/**
 * Returns remarks on a conversation: whether it is resolved, and how exact its placement is. With `isInPlace`, an exact
 * placement needs no remark; dates are formatted for `locale`.
 */
export function conversationRemarks(
  { comment, placement, isCut, asOf }: PlacedConversation,
  { locale, isInPlace = false }: { locale: string; isInPlace?: boolean },
): string[] {
  const { status, resolvedBy, target } = comment;
  const isUnknown = placement.isRough && target.node !== undefined && placement.goneFrom === undefined;
  const resolved = resolvedBy ? tEscaped`Resolved by ${resolvedBy.displayName}` : t('Resolved');
  return [
    status === 'resolved' ? resolved : '',
    isUnknown || (isInPlace && placement.isExact && !placement.cell) ? '' : (describePlacement(placement) ?? ''),
    placement.goneFrom !== undefined && target.node?.preview ? tEscaped`It was at “${target.node.preview}”` : '',
    placement.isEarlier ? t('Written on an earlier version') : '',
    asOf ? t`As of ${formatDateTime(asOf, locale) ?? ''}` : '',
    isCut ? tEscaped`The server does not list its replies (${comment.replies})` : '',
  ].filter(Boolean);
}

/** Describes what a comment is about; undefined if that is the very block at which it is shown. */
export function describePlacement({ exactness, isExact, goneFrom, cell }: Placement): string | undefined {
  if (cell !== undefined && exactness === 'replacement')
    return tEscaped`The commented text of the cell ${cell} is no longer there`;
  if (cell !== undefined) return tEscaped`About the cell ${cell}`;
  if (goneFrom === '') return t('About a page that is not there any more');
  if (goneFrom !== undefined) return tEscaped`About the page "${goneFrom}", which is not there any more`;
  return isExact ? labels.get(exactness) : substitutes.get(exactness);
}

/** Describes what a draft will be about when it is sent; undefined if that is the very block at which it is shown. */
export function describeDraftPlacement({ isLineUnknown }: Draft, placement: Placement): string | undefined {
  const isOnDeletedPage = placement.goneFrom !== undefined;
  return (isLineUnknown && !isOnDeletedPage && unknown.get(placement.exactness)) || describePlacement(placement);
}

const labels: ReadonlyMap<PlacementExactness, string> = new Map<PlacementExactness, string>([
  ['page', t('About the whole page')],
  ['changeRequest', t('About the whole change request')],
  ['space', t('About the whole space')],
]);

const unknown: ReadonlyMap<PlacementExactness, string> = new Map<PlacementExactness, string>([
  ['page', t('Line unknown: it will be about the whole page')],
  ['changeRequest', t('Page unknown: it will be about the whole change request')],
  ['space', t('Page unknown: it will be about the whole space')],
]);

const substitutes: ReadonlyMap<PlacementExactness, string> = new Map<PlacementExactness, string>([
  ['replacement', t('The commented text is no longer there; this is in its place')],
  ['table', t('The commented cell is no longer there; placed at its table')],
  ['preview', t('The commented text has moved or changed; placed by the words it quotes')],
  ['heading', t('The commented text has changed; placed at its heading')],
  ['page', t('The commented text is no longer there; placed at the top of its page')],
]);

type Reaction = Schema<'Reaction'>;

/** A reaction with the names of the other people who have reacted, if the server sends them. */
interface NamedReaction extends vscode.CommentReaction {
  readonly names: readonly string[];
}

/** Emoji in the menu of reactions. A comment may have others. */
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
      id === user ? [] : escapeLine(displayName, 100) || t('Somebody'),
    ),
  }));
  const used = new Set(present.map(({ label }) => bare(label)));
  return [...present, ...offered.filter(({ bare }) => !used.has(bare))];
}

/** Returns the change that adds or removes a reaction, with exactly the characters that the service uses for it. */
export function toggleReaction({ label, authorHasReacted }: vscode.CommentReaction, used: readonly Reaction[]) {
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
