import { Failure } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { Content } from '../content/content.ts';
import { lastTitleOf } from './deletedPage.ts';
import type { Discussion } from './discussion.ts';
import type { Draft } from './draft.ts';
import { quotePage, quoteWords } from './gone.ts';
import type { CommentTarget, Placements } from './placements.ts';
import { saysSame } from './recognition.ts';

/** Where a comment can go whose block or page was deleted. */
export interface NewPlace {
  kind: 'block' | 'page' | 'changeRequest';
  target: CommentTarget;
  /** The words of the block, or the title of the page. */
  name: string;
  /** Quotation of the deleted text, which stands above the comment there. */
  quote: string | undefined;
}

/** Thrown where the target of a comment was deleted: its author has to choose another place. */
export class TargetDeleted extends Failure {
  readonly places: readonly NewPlace[];

  constructor(message: string, places: readonly NewPlace[]) {
    super(message);
    this.places = places;
  }
}

/**
 * What a comment hangs on now that the server does not know its target: a block that says the same, as one that was moved
 * does. Undefined where the target is still there. Throws TargetDeleted where nothing says the same. Of a block that was
 * deleted before somebody commented on it, the target has the words alone.
 */
export async function targetNow(
  discussion: Discussion,
  { content, placements }: { content: Content; placements: Placements },
  { target, conversation }: Pick<Draft, 'conversation' | 'target'>,
): Promise<CommentTarget | undefined> {
  const { page, preview } = target;
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
        ? 'The page that your comment is about was deleted.'
        : words`The page "${lastTitle}" that your comment is about was deleted.`;
    throw new TargetDeleted(message, [{ ...whole, quote: quotePage(lastTitle, text, lines) }]);
  }
  const { uri, range } = await placements.ofTarget(
    place,
    isBlockDeleted(target) ? { ...target, node: 'deleted' } : target,
  );
  const nearest = await placements.targetAt(uri, range);
  if (nearest.node === target.node && !isBlockDeleted(target)) return undefined;
  if (preview !== undefined && nearest.preview !== undefined && saysSame(nearest.preview, preview)) return nearest;
  const quote = preview === undefined ? undefined : quoteWords(preview);
  const block: NewPlace = { kind: 'block', target: nearest, name: nearest.preview ?? '', quote };
  throw new TargetDeleted('What your comment is about was deleted.', [
    ...(nearest.node === undefined ? [] : [block]),
    { kind: 'page', target: { page, pageTitle: title }, name: title, quote },
    { ...whole, quote },
  ]);
}

/** Whether a block was deleted before somebody commented on it. */
export function isBlockDeleted({ node, preview }: CommentTarget): boolean {
  return node === undefined && preview !== undefined;
}
