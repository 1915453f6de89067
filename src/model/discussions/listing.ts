import { t } from '@vscode/l10n';
import { tEscaped } from '../../api/escape.ts';
import { documentKey, titleIn } from '../content/address.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { mentionedUserIds } from './commentText.ts';
import type { Conversation } from './requests.ts';
import { mapConcurrently } from '../concurrency.ts';

/** A filter for the conversations of a discussion. */
export type ConversationFilter = 'open' | 'waiting' | 'unread' | 'mine' | 'earlier' | 'resolved' | 'all';

/** The names of the filters, in the order of the menu. */
export const filterNames: ReadonlyMap<ConversationFilter, string> = new Map<ConversationFilter, string>([
  ['open', t({ message: 'Open', comment: ['Conversations'] })],
  ['waiting', t('Waiting for My Answer')],
  ['unread', t({ message: 'Unread', comment: ['Conversations'] })],
  ['mine', t('Begun by Me')],
  ['earlier', t('Written on an Earlier Version')],
  ['resolved', t({ message: 'Resolved', comment: ['Conversations'] })],
  ['all', t({ message: 'All', comment: ['Conversations'] })],
]);

/** Filters that need the replies of a conversation. */
export const filtersNeedingReplies: ReadonlySet<string> = new Set<ConversationFilter>(['waiting', 'unread']);

/** Filters that need the ID of the reader. */
export const filtersNeedingReader: ReadonlySet<string> = new Set<ConversationFilter>([
  ...filtersNeedingReplies,
  'mine',
] as ConversationFilter[]);

/** The user who lists the conversations. The author of the change request takes part in all of them. */
export interface Reader {
  id: string | undefined;
  isAuthor: boolean;
}

/** Returns all conversations by page and line. Those about the whole space or change request come first. */
export async function listInReadingOrder(discussion: Discussion): Promise<PlacedConversation[]> {
  await discussion.whenIdle();
  const pages = await discussion.pageOrder();
  const rank = ({ placement }: PlacedConversation) => pages.get(documentKey(placement.uri)) ?? -1;
  const line = ({ placement }: PlacedConversation) => placement.range?.start ?? -1;
  return discussion.conversations.sort((one, other) => rank(one) - rank(other) || line(one) - line(other));
}

/** Loads all comments, then returns them in reading order. */
export async function loadAllInOrder(discussion: Discussion): Promise<PlacedConversation[]> {
  await discussion.loadAll();
  return listInReadingOrder(discussion);
}

/** Returns true if the filter may list a conversation, judged without its replies. */
export function canMatchFilter(
  filter: ConversationFilter,
  { comment, placement }: PlacedConversation,
  { id }: Reader,
): boolean {
  const isOpen = comment.status !== 'resolved';
  switch (filter) {
    case 'all':
    case 'unread':
      return true;
    case 'resolved':
      return !isOpen;
    case 'mine':
      return id !== undefined && comment.postedBy.id === id;
    case 'earlier':
      return isOpen && (placement.isEarlier || placement.goneFrom !== undefined);
    case 'open':
    case 'waiting':
      return isOpen;
  }
}

/** Returns the filters that list a conversation whose replies are loaded. */
export function filtersOf(read: PlacedConversation, reader: Reader, isUnread: boolean): ConversationFilter[] {
  const isSaid = (filter: ConversationFilter) =>
    filter === 'waiting' ? isWaitingFor(read, reader) : filter !== 'unread' || isUnread;
  return [...filterNames.keys()].filter(filter => canMatchFilter(filter, read, reader) && isSaid(filter));
}

/** Loads the replies of conversations and returns the conversations that match. */
export async function filterWithReplies<T extends Conversation>(
  discussion: Discussion,
  conversations: readonly T[],
  isMatch: (read: T) => boolean,
): Promise<T[]> {
  const matches = await mapConcurrently(conversations, async conversation => {
    const read = await discussion.loadConversation(conversation.comment.id);
    return read !== undefined && isMatch({ ...conversation, ...read });
  });
  return conversations.filter((_, index) => matches[index]);
}

/** Returns true if someone else wrote last, and the reader takes part. */
export function isWaitingFor({ comment, replies }: Conversation, { id, isAuthor }: Reader): boolean {
  const messages = [comment, ...replies];
  const last = messages.at(-1);
  if (id === undefined || last?.postedBy.id === id) return false;
  const isIn = messages.some(({ postedBy }) => postedBy.id === id);
  return isAuthor || isIn || mentionedUserIds(last?.body.markdown ?? '').includes(id);
}

/** Returns the title of the document that a conversation is on. A deleted page is marked as deleted. */
export function documentTitleOf({ placement }: PlacedConversation): string {
  const { goneFrom, uri } = placement;
  if (goneFrom === '') return t('Deleted page');
  return goneFrom === undefined ? (titleIn(uri) ?? t('Untitled')) : tEscaped`${goneFrom} (deleted)`;
}
