import { words } from '../../api/words.ts';
import { documentKey, titleIn } from '../content/address.ts';
import type { Discussion, PlacedConversation } from './discussion.ts';
import { mentionedIn } from './mentions.ts';
import { type Conversation, eachOf } from './requests.ts';

/** Which conversations of a discussion are listed. */
export type Filter = 'open' | 'waiting' | 'unread' | 'mine' | 'earlier' | 'resolved' | 'all';

/** What the filters are called, in the order in which they are offered. */
export const filterNames: ReadonlyMap<Filter, string> = new Map<Filter, string>([
  ['open', 'Open'],
  ['waiting', 'Waiting for My Answer'],
  ['unread', 'Unread'],
  ['mine', 'Begun by Me'],
  ['earlier', 'Written on an Earlier Version'],
  ['resolved', 'Resolved'],
  ['all', 'All'],
]);

/** Those that only replies tell. */
export const toldByReplies: ReadonlySet<string> = new Set<Filter>(['waiting', 'unread']);

/** Those that ask who lists them. */
export const aboutReader: ReadonlySet<string> = new Set<Filter>([...toldByReplies, 'mine'] as Filter[]);

/** Who lists them: the ID of the user, and whether the change request is theirs; then all in it asks them. */
export interface Reader {
  id: string | undefined;
  isAuthor: boolean;
}

/** All conversations, page by page from top to bottom; first those on everything. */
export async function inReadingOrder(discussion: Discussion): Promise<PlacedConversation[]> {
  await discussion.settled();
  const pages = await discussion.pageOrder();
  const rank = ({ placement }: PlacedConversation) => pages.get(documentKey(placement.uri)) ?? -1;
  const line = ({ placement }: PlacedConversation) => placement.range?.start ?? -1;
  return discussion.conversations.sort((one, other) => rank(one) - rank(other) || line(one) - line(other));
}

/** The same once everything is read that was said. */
export async function allOf(discussion: Discussion): Promise<PlacedConversation[]> {
  await discussion.lookAtAll();
  return inReadingOrder(discussion);
}

/** Whether a conversation is listed, as far as that can be told without its replies. */
export function fits(filter: Filter, { comment, placement }: PlacedConversation, { id }: Reader): boolean {
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

/** The filters that list a conversation whose replies have been read. */
export function filtersOf(read: PlacedConversation, reader: Reader, isUnread: boolean): Filter[] {
  const isSaid = (filter: Filter) => (filter === 'waiting' ? waits(read, reader) : filter !== 'unread' || isUnread);
  return [...filterNames.keys()].filter(filter => fits(filter, read, reader) && isSaid(filter));
}

/** Those conversations that are meant, which only their replies tell: these are read. */
export async function whereSaid<T extends Conversation>(
  discussion: Discussion,
  conversations: readonly T[],
  isMeant: (read: T) => boolean,
): Promise<T[]> {
  const matches = await eachOf(conversations, async conversation => {
    const read = await discussion.read(conversation.comment.id);
    return read !== undefined && isMeant({ ...conversation, ...read });
  });
  return conversations.filter((_, index) => matches[index]);
}

/** Whether somebody else had the last word, and the reader takes part. */
export function waits({ comment, replies }: Conversation, { id, isAuthor }: Reader): boolean {
  const messages = [comment, ...replies];
  const last = messages.at(-1);
  if (id === undefined || last?.postedBy.id === id) return false;
  const isIn = messages.some(({ postedBy }) => postedBy.id === id);
  return isAuthor || isIn || mentionedIn(last?.body.markdown ?? '').includes(id);
}

/** What people call the place of a conversation: the title of its page, or the change request. */
export function whereIs({ placement }: PlacedConversation): string {
  const { goneFrom, uri } = placement;
  if (goneFrom === '') return 'Deleted page';
  return goneFrom === undefined ? (titleIn(uri) ?? 'Untitled') : words`${goneFrom} (deleted)`;
}
