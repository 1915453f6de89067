import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Content } from '../content/content.ts';
import type { Delivery } from './delivery.ts';
import type { Discussion } from './discussion.ts';
import type { Draft } from './draft.ts';
import type { Drafts } from './drafts.ts';
import { conversationDeleted, isBlockDeleted, type NewPlace, TargetDeleted, targetNow } from './newPlace.ts';
import type { CommentTarget, Placements } from './placements.ts';
import { ConversationDeleted } from './commentSender.ts';

interface Context {
  drafts: Drafts;
  content: Content;
  placements: Placements;
  /** Asks for a new place if the target was deleted; undefined if the text is to be discarded. */
  askNewPlace: (text: string, deleted: TargetDeleted) => Promise<NewPlace | undefined>;
}

interface PlacedDelivery extends Delivery {
  /** Called with the ID of the new comment. */
  placed?: (id: string) => void;
}

interface Sending {
  signal: AbortSignal;
  /** Called before each text with the number of texts sent. */
  report: (sent: number) => void | Promise<void>;
}

/**
 * Sends the pending drafts of a discussion one after the other, and returns those that were sent and not discarded.
 * Rejects with the first failure; the remaining drafts stay pending.
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
      const delivered = draft && (await deliverOne(discussion, services, draft));
      if (delivered) sent.push(draft);
      const change = delivered && drafts.changeOf(id);
      if (change) await drafts.keep({ ...change, ...editOf(discussion, draft, delivered), changes: undefined });
      await drafts.drop(id);
      if (change) drafts.leave(change.id);
    });
  }
  await report(pending.length);
  return sent;
}

/** Throws a Failure before a request is sent. Unlike an aborted request, that leaves no unknown outcome. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Failure('It was canceled.');
}

/** Returns the ID of the comment in `begun` if the draft began a conversation; undefined if the draft was discarded. */
async function deliverOne(
  discussion: Discussion,
  services: Context,
  draft: Draft,
): Promise<{ begun: string | undefined } | undefined> {
  const { attempt: earlier, text, resolved } = draft;
  let begun: string | undefined;
  const { drafts, askNewPlace } = services;
  try {
    if (resolved !== undefined) await settle(discussion, draft);
    else
      await deliverAimed(discussion, services, draft, (target, deliver) => {
        const begin = (attempt: Draft['attempt']) => drafts.keep({ ...draft, target, attempt });
        return deliver(text, { earlier, begin, placed: id => (begun = id) });
      });
    return { begun };
  } catch (error) {
    if (!(error instanceof TargetDeleted)) throw error;
    const place = await askNewPlace(text, error);
    if (!place) return undefined;
    const moved = { ...movedTo(place, draft), text: withQuote(text, place.quote) };
    await drafts.keep(moved);
    return deliverOne(discussion, services, moved);
  }
}

/**
 * Returns the fields that make a change of a pending draft an edit of the sent message; undefined if that is unknown.
 */
function editOf(
  discussion: Discussion,
  { conversation, edited, text }: Draft,
  { begun }: { begun: string | undefined },
): Pick<Draft, 'conversation' | 'edited'> | undefined {
  if (begun !== undefined) return { conversation: begun, edited: begun };
  const replies = (conversation !== undefined && discussion.get(conversation)?.replies) || [];
  const isSent = ({ body, postedBy }: Partial<(typeof replies)[number]>) =>
    body?.markdown?.trim() === text.trim() && postedBy?.id === discussion.user;
  const sent = edited ?? replies.findLast(isSent)?.id;
  return sent === undefined ? undefined : { conversation, edited: sent };
}

/** Returns a draft with a new target. A reply or an edit becomes a new comment. */
export function movedTo<T extends Pick<Draft, 'target' | 'conversation' | 'edited'>>(
  { target }: NewPlace,
  draft: T,
): T {
  if (draft.conversation === undefined) return { ...draft, target };
  // The record of an attempt to reply does not apply to a new comment.
  const asComment = { conversation: undefined, conversationText: undefined, edited: undefined, attempt: undefined };
  return { ...draft, ...asComment, target };
}

/** Returns the text below a quotation, unless it begins with that already. */
export function withQuote(text: string, quote: string | undefined): string {
  return quote === undefined || text.startsWith(quote) ? text : `${quote}\n\n${text}`;
}

/**
 * Sends a text to its target, or to the block that the target has become. Throws TargetDeleted if no block has the same
 * text.
 */
export async function deliverAimed(
  discussion: Discussion,
  services: Pick<Context, 'content' | 'placements'>,
  draft: Pick<Draft, 'conversation' | 'conversationText' | 'edited' | 'target'>,
  send: (
    target: CommentTarget,
    deliver: (markdown: string, delivery: PlacedDelivery) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const sendTo = (target: CommentTarget) => {
    const to = { ...draft, target };
    return send(target, (text, delivery) => deliverDraft(discussion, to, text, { placed: () => {}, ...delivery }));
  };
  // The server would accept it as a comment on the whole page.
  const replacement = isBlockDeleted(draft.target) && (await targetNow(discussion, services, draft));
  if (replacement) return sendTo(replacement);
  try {
    await sendTo(draft.target);
  } catch (error) {
    if (error instanceof ConversationDeleted) throw await conversationDeleted(discussion, services, draft);
    const fresh = failedAs(error, 'invalid', 'notFound') && (await targetNow(discussion, services, draft));
    if (!fresh) throw error;
    await sendTo(fresh);
  }
}

/**
 * Resolves or reopens a conversation, unless it was deleted. The request is sent even if the known status matches,
 * which may be stale.
 */
async function settle(discussion: Discussion, { conversation = '', resolved }: Draft): Promise<void> {
  const isThere = (await discussion.read(conversation)) !== undefined;
  if (!isThere || resolved === undefined) return;
  await discussion.sender.change(conversation, { resolved });
}

/** Sends a draft as a comment, a reply or an edit. Throws ConversationDeleted if its conversation no longer exists. */
export async function deliverDraft(
  discussion: Discussion,
  { conversation, edited, target }: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  markdown: string,
  delivery: Delivery & { placed: (id: string) => void },
): Promise<void> {
  const { sender } = discussion;
  if (conversation === undefined) return sender.post(target, markdown, delivery);
  // In a large discussion, the conversation may exist without being loaded.
  if ((await discussion.read(conversation)) === undefined) throw new ConversationDeleted();
  if (edited === undefined) await sender.reply(conversation, markdown, delivery);
  else await sender.edit(conversation, edited, markdown);
}
