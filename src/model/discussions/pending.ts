import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import type { Delivery } from './delivery.ts';
import type { Discussion } from './discussion.ts';
import type { Draft } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { isBlockDeleted, type NewPlace, TargetDeleted, targetNow } from './newPlace.ts';
import type { CommentTarget, Placements } from './placements.ts';

interface Context {
  drafts: Drafts;
  content: Content;
  placements: Placements;
  /** Asks where a comment is to go whose target was deleted; undefined where it is to be discarded. */
  askNewPlace: (text: string, deleted: TargetDeleted) => Promise<NewPlace | undefined>;
}

interface PlacedDelivery extends Delivery {
  /** Told which comment it has become. */
  placed?: (id: string) => void;
}

interface Sending {
  signal: AbortSignal;
  /** Told before each one how many are sent. */
  report: (sent: number) => void | Promise<void>;
}

/**
 * Sends what is held back in a discussion, one after the other, and gives what was sent: the rest was discarded. Rejects
 * with the first that fails; the rest stays.
 */
export async function sendPending(
  discussion: Discussion,
  services: Context,
  { signal, report }: Sending,
): Promise<readonly Draft[]> {
  const { drafts } = services;
  const sent: Draft[] = [];
  const pending = drafts.pendingIn(discussion.key);
  for (const [index, { id }] of pending.entries()) {
    throwIfCancelled(signal);
    await report(index);
    await drafts.whileSending(id, async () => {
      const draft = drafts.get(id);
      if (draft && (await deliverOne(discussion, services, draft))) sent.push(draft);
      await drafts.drop(id);
    });
  }
  await report(pending.length);
  return sent;
}

/** Ends the sending before something leaves. Unlike an aborted request, that leaves no doubt whether it has arrived. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Failure('It was canceled.');
}

/** Tells whether it was sent, and not discarded. */
async function deliverOne(discussion: Discussion, services: Context, draft: Draft): Promise<boolean> {
  const { attempt: earlier, text, resolved } = draft;
  const { drafts, askNewPlace } = services;
  try {
    if (resolved !== undefined) await settle(discussion, draft);
    else
      await deliverAimed(discussion, services, draft, (target, deliver) => {
        const begin = (attempt: Draft['attempt']) => drafts.keep({ ...draft, target, attempt });
        return deliver(text, { earlier, begin });
      });
    return true;
  } catch (error) {
    if (!(error instanceof TargetDeleted)) throw error;
    const place = await askNewPlace(text, error);
    if (!place) return false;
    const moved = { ...draft, target: place.target, text: withQuote(text, place.quote) };
    await drafts.keep(moved);
    return deliverOne(discussion, services, moved);
  }
}

/** A text below the quotation of what it is about, unless it begins with that. */
export function withQuote(text: string, quote: string | undefined): string {
  return quote === undefined || text.startsWith(quote) ? text : `${quote}\n\n${text}`;
}

/**
 * Sends a text to what it hangs on, as deliverDraft does; where that was moved, to what it is now. Throws TargetDeleted
 * where nothing says the same any more.
 */
export async function deliverAimed(
  discussion: Discussion,
  services: Pick<Context, 'content' | 'placements'>,
  draft: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  send: (
    target: CommentTarget,
    deliver: (markdown: string, delivery: PlacedDelivery) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const sendTo = (target: CommentTarget) => {
    const to = { ...draft, target };
    return send(target, (text, delivery) => deliverDraft(discussion, to, text, { placed: () => {}, ...delivery }));
  };
  // The server would take it: it would be about the whole page.
  const replacement = isBlockDeleted(draft.target) && (await targetNow(discussion, services, draft));
  if (replacement) return sendTo(replacement);
  try {
    await sendTo(draft.target);
  } catch (error) {
    const fresh = failedAs(error, 'invalid', 'notFound') && (await targetNow(discussion, services, draft));
    if (!fresh) throw error;
    await sendTo(fresh);
  }
}

/** Resolves or reopens a conversation, unless it is gone; of one that is so already others may think otherwise by now. */
async function settle(discussion: Discussion, { conversation = '', resolved }: Draft): Promise<void> {
  const isThere = (await discussion.read(conversation)) !== undefined;
  if (!isThere || resolved === undefined) return;
  await discussion.writing.change(conversation, { resolved });
}

/** Sends a text that was kept as what it was meant: a comment, a reply, or other words for one of these. */
export async function deliverDraft(
  discussion: Discussion,
  { conversation, edited, target }: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  markdown: string,
  delivery: Delivery & { placed: (id: string) => void },
): Promise<void> {
  const { writing } = discussion;
  // What was not read of a long discussion is there all the same.
  const isThere = conversation !== undefined && (await discussion.read(conversation)) !== undefined;
  if (!isThere) await writing.post(target, markdown, delivery);
  else if (edited === undefined) await writing.reply(conversation, markdown, delivery);
  else await writing.edit(conversation, edited, markdown);
}
