import { formatDateTime } from '../../api/time.ts';
import { words } from '../../api/words.ts';
import type { PlacedConversation } from './discussion.ts';
import type { Draft } from './draft.ts';
import type { Exactness, Placement } from './placement.ts';
import type { Comment } from './requests.ts';

export function mayReply({ permissions }: Pick<Comment, 'permissions'>): boolean {
  return permissions?.reply ?? true;
}

/**
 * Returns remarks on a conversation: whether it is resolved, and how exact its placement is. With `isInPlace`, an exact
 * placement needs no remark; dates are formatted for `locale`.
 */
export function remarksOn(
  { comment, placement, isCut, asOf }: PlacedConversation,
  { locale, isInPlace = false }: { locale: string; isInPlace?: boolean },
): string[] {
  const { status, resolvedBy, target } = comment;
  const isUnknown = placement.isRough && target.node !== undefined && placement.goneFrom === undefined;
  const resolved = resolvedBy ? words`Resolved by ${resolvedBy.displayName}` : 'Resolved';
  return [
    status === 'resolved' ? resolved : '',
    isUnknown || (isInPlace && placement.isExact && !placement.cell) ? '' : (placeInWords(placement) ?? ''),
    placement.goneFrom !== undefined && target.node?.preview ? words`It was at “${target.node.preview}”` : '',
    placement.isEarlier ? 'Written on an earlier version' : '',
    asOf ? `As of ${formatDateTime(asOf, locale)}` : '',
    isCut ? words`The server does not list its replies (${comment.replies})` : '',
  ].filter(Boolean);
}

/** Describes what a comment is about; undefined if that is the very block at which it is shown. */
export function placeInWords({ exactness, isExact, goneFrom, cell }: Placement): string | undefined {
  if (cell !== undefined && exactness === 'replacement')
    return words`The commented text of the cell ${cell} is no longer there`;
  if (cell !== undefined) return words`About the cell ${cell}`;
  if (goneFrom === '') return 'About a page that is not there any more';
  if (goneFrom !== undefined) return words`About the page "${goneFrom}", which is not there any more`;
  return isExact ? labels.get(exactness) : substitutes.get(exactness);
}

/** Describes what a draft will be about when it is sent; undefined if that is the very block at which it is shown. */
export function draftPlaceInWords({ isLineUnknown }: Draft, placement: Placement): string | undefined {
  const isOnDeletedPage = placement.goneFrom !== undefined;
  return (isLineUnknown && !isOnDeletedPage && unknown.get(placement.exactness)) || placeInWords(placement);
}

const labels: ReadonlyMap<Exactness, string> = new Map<Exactness, string>([
  ['page', 'About the whole page'],
  ['changeRequest', 'About the whole change request'],
  ['space', 'About the whole space'],
]);

const unknown: ReadonlyMap<Exactness, string> = new Map<Exactness, string>([
  ['page', 'Line unknown: it will be about the whole page'],
  ['changeRequest', 'Page unknown: it will be about the whole change request'],
  ['space', 'Page unknown: it will be about the whole space'],
]);

const substitutes: ReadonlyMap<Exactness, string> = new Map<Exactness, string>([
  ['replacement', 'The commented text is no longer there; this is in its place'],
  ['table', 'The commented cell is no longer there; placed at its table'],
  ['preview', 'The commented text has moved or changed; placed by the words it quotes'],
  ['heading', 'The commented text has changed; placed at its heading'],
  ['page', 'The commented text is no longer there; placed at the top of its page'],
]);
