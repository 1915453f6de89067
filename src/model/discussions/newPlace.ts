import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { Content } from '../content/content.ts';
import { lastTitleOf } from './deletedPages.ts';
import type { Discussion } from './discussion.ts';
import type { Draft } from './draft.ts';
import { quotePage, quoteText } from './commentTarget.ts';
import type { Placements } from './placements.ts';
import { hasSameText } from './delivery.ts';
import type { CommentTarget } from './placement.ts';

/** A new place for a comment whose block, page or conversation was deleted. */
export interface NewPlace {
  /** `sameBlock` is the block of a deleted conversation. */
  kind: 'sameBlock' | 'block' | 'page' | 'changeRequest' | 'space';
  target: CommentTarget;
  /** Text of the block, or title of the page. */
  name: string;
  /** Quotation of the deleted text, put above the comment. */
  quote: string | undefined;
}

/** Thrown if the target of a comment was deleted, so that its author must choose another place. */
export class TargetDeleted extends Failure {
  readonly places: readonly NewPlace[];

  constructor(message: string, places: readonly NewPlace[]) {
    super(message);
    this.places = places;
  }
}

/**
 * Returns the new target of a comment whose target the server rejected: a block with the same text, such as a moved
 * one. Returns undefined if the target still exists; throws TargetDeleted if no block has the same text.
 */
export async function findNewTarget(
  discussion: Discussion,
  { content, placements }: { content: Content; placements: Placements },
  { target, conversation }: Pick<Draft, 'conversation' | 'target'>,
): Promise<CommentTarget | undefined> {
  const { page, preview, line } = target;
  const { version, ...space } = await discussion.place();
  if (conversation !== undefined || page === undefined || version.kind !== 'changeRequest') return undefined;
  content.refresh({ ...space, number: version.number });
  const place = await discussion.place();
  const { byId } = await (await content.snapshot(place)).pages();
  const title = byId.get(page)?.page.title;
  const whole: NewPlace = { kind: 'changeRequest', target: {}, name: '', quote: undefined };
  if (title === undefined) {
    const text = preview ?? '';
    const lines = preview === undefined ? undefined : { start: 0, end: text.split('\n').length - 1 };
    const lastTitle = await lastTitleOf(content, place, target);
    const message =
      lastTitle === ''
        ? t('The page that your comment is about was deleted.')
        : tEscaped`The page "${lastTitle}" that your comment is about was deleted.`;
    throw new TargetDeleted(message, [{ ...whole, quote: quotePage(lastTitle, text, lines) }]);
  }
  const { uri, range } = await placements.ofTarget(
    place,
    isBlockDeleted(target) ? { ...target, node: 'deleted' } : target,
  );
  const isNothingAlike = range === undefined && line !== undefined;
  const nearest =
    (isNothingAlike ? await placements.nearestTo(uri, line) : undefined) ?? (await placements.targetAt(uri, range));
  if (nearest.node === target.node && !isBlockDeleted(target)) return undefined;
  if (preview !== undefined && nearest.preview !== undefined && hasSameText(nearest.preview, preview)) return nearest;
  const quote = preview === undefined ? undefined : quoteText(preview);
  const block: NewPlace = { kind: 'block', target: nearest, name: nearest.preview ?? '', quote };
  throw new TargetDeleted(t('What your comment is about was deleted.'), [
    ...(nearest.node === undefined ? [] : [block]),
    { kind: 'page', target: { page, pageTitle: title }, name: title, quote },
    { ...whole, quote },
  ]);
}

/** Returns an error with the places for a text whose conversation was deleted. */
export async function conversationDeletedError(
  discussion: Discussion,
  services: { content: Content; placements: Placements },
  { target, conversationText, edited }: Pick<Draft, 'conversationText' | 'edited' | 'target'>,
): Promise<TargetDeleted> {
  const message =
    edited === undefined
      ? t('The conversation that you replied to was deleted.')
      : t('The comment that you changed was deleted.');
  const quotation = conversationText === undefined ? undefined : quoteText(conversationText);
  const places = await remainingPlaces(discussion, services, target);
  return new TargetDeleted(
    message,
    places.map(place => {
      const quotes = [place.quote, quotation].filter(quote => quote !== undefined);
      return { ...place, quote: quotes.length > 0 ? quotes.join('\n\n') : undefined };
    }),
  );
}

/**
 * Returns what remains of the target of a deleted conversation: its block, its page, and the whole space or change
 * request.
 */
async function remainingPlaces(
  discussion: Discussion,
  services: { content: Content; placements: Placements },
  target: CommentTarget,
): Promise<(Omit<NewPlace, 'quote'> & Partial<NewPlace>)[]> {
  const { kind } = (await discussion.place()).version;
  const { page, pageTitle, node, preview } = target;
  let moved: CommentTarget | undefined;
  try {
    moved = await findNewTarget(discussion, services, { target });
  } catch (error) {
    if (error instanceof TargetDeleted) return [...error.places];
    throw error;
  }
  const present = moved ?? target;
  const name = pageTitle ?? '';
  return [
    ...(node === undefined
      ? []
      : [{ kind: 'sameBlock' as const, target: present, name: present.preview ?? preview ?? '' }]),
    ...(page === undefined ? [] : [{ kind: 'page' as const, target: { page, ...(pageTitle && { pageTitle }) }, name }]),
    { kind: kind === 'changeRequest' ? 'changeRequest' : 'space', target: {}, name: '' },
  ];
}

/** Returns true if the block was deleted before the comment was written, so that only its text is known. */
export function isBlockDeleted({ node, preview }: CommentTarget): boolean {
  return node === undefined && preview !== undefined;
}
