import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError, isApiError } from '../../api/errors.ts';
import { Failure, failureMessage, isCancellation, Notice } from '../../api/failure.ts';
import type { DeliveryOptions, SendAttempt } from './delivery.ts';
import { type Draft, newDraftId } from './draft.ts';
import type { Drafts } from './drafts.ts';
import type { Content } from '../content/content.ts';
import type { Discussion } from './discussion.ts';
import { conversationDeletedError, isBlockDeleted, type NewPlace, TargetDeleted, findNewTarget } from './newPlace.ts';
import type { Placements } from './placements.ts';
import { ConversationDeleted } from './commentSender.ts';
import type { CommentTarget } from './placement.ts';

/** A text on its way to the service. */
export interface Outgoing {
  /** The box in which the text was typed: a thread, or the name of the edited comment. */
  box: object | string;
  /** Set if the box was closed before sending, so that a failed text must be offered as a draft. */
  isBoxClosed?: true;
  text: string;
  /** Completes "Could not …". */
  action: string;
  /** Returns where the text belongs, for the draft that is stored until it is sent. */
  draft: () => DraftPlace;
  send: (text: string, delivery: DeliveryOptions) => Promise<unknown>;
  /** Called on failure, to put the text back into its box before it is offered as a draft. */
  onFailed?: () => void;
}

/** A text that is to become pending. */
export interface PendingText extends Pick<Outgoing, 'box' | 'text'> {
  /** Text in the box, if the pending text contains more than that. */
  typed?: string;
  /** Where the text in the box belongs, as far as that is known without a request. */
  place: Omit<Draft, 'id' | 'text' | 'target'>;
  /** Returns the pending draft for this ID, with its target. */
  draftFor: (id: string) => Promise<Omit<Draft, 'text'>>;
}

/** Sends texts: each box one at a time, stored as a draft until the service has the text. */
export class Outbox {
  readonly #willSend = new vscode.EventEmitter<void>();
  /** Fires before a text is sent or made pending, so that text that was just typed is stored as a draft first. */
  readonly onWillSend = this.#willSend.event;
  readonly #drafts: Drafts;
  readonly #sending = new Map<object | string, { text: string; done: Promise<void> }>();
  readonly #ids = new Map<object | string, string>();
  /** The texts of drafts that were sent, by draft ID. A view that still shows one of them does not send it again. */
  readonly #sent = new Map<string, string>();

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Resolves when the service has the text. On rejection, the box must keep it. */
  send(outgoing: Outgoing): Promise<void> {
    return this.#once(outgoing, text => this.#send(outgoing, text));
  }

  /** Makes a text pending until the review is finished. Resolves when it is stored. */
  makePending(heldBack: PendingText): Promise<void> {
    return this.#once(heldBack, text => this.#makePending(heldBack, text));
  }

  /** Drops the draft of a box whose text the user discards. */
  async forget(box: object | string): Promise<void> {
    const draft = this.#draftOf(box);
    this.#ids.delete(box);
    if (draft) await this.#drafts.drop(draft.id);
  }

  /** Stops offering the draft of a box that shows its text again. */
  stopOffering(box: object | string): void {
    const draft = this.#draftOf(box);
    if (draft) this.#drafts.hide(draft.id);
  }

  #once(outgoing: Pick<Outgoing, 'box' | 'text' | 'onFailed'>, run: (text: string) => Promise<void>): Promise<void> {
    const text = outgoing.text.trim();
    if (text === '') return refused(outgoing, new Notice(t('There is nothing to send yet. Write something first.')));
    const earlier = this.#sending.get(outgoing.box);
    if (earlier?.text === text) return earlier.done;
    if (earlier)
      return refused(outgoing, new Failure(t('Your last text is still being sent. Wait a moment, then send again.')));
    const done = run(text).finally(() => this.#sending.delete(outgoing.box));
    this.#sending.set(outgoing.box, { text, done });
    return done;
  }

  async #makePending({ box, typed = '', place, draftFor }: PendingText, text: string): Promise<void> {
    this.#willSend.fire();
    // An earlier attempt to send the text may have arrived, so its record is kept.
    const { attempt } = this.#draftOf(box) ?? {};
    // If the draft got another ID, a crash would leave two drafts of one text.
    const id = this.#draftOf(box)?.id ?? this.#draftWhileTyped(typed.trim() || text, place)?.id ?? newDraftId();
    const draft = { ...(await draftFor(id)), text, attempt };
    await this.#refuseOtherAccount(draft);
    await this.#drafts.makePending(draft);
    // The pending draft may be one that could not be sent before.
    if (this.#draftOf(box)?.id === draft.id) this.#ids.delete(box);
    else await this.forget(box);
    for (const words of new Set([text, typed.trim() || text])) await this.#drafts.dropSent(draft, words);
  }

  /** Returns the draft of a text that could not be sent, unless it was dropped or belongs to another account. */
  #draftOf(box: object | string): Draft | undefined {
    const draft = this.#drafts.get(this.#ids.get(box) ?? '');
    return draft && this.#drafts.isOfAccount(draft) ? draft : undefined;
  }

  /** Returns the draft that was stored while this text was typed. */
  #draftWhileTyped(
    text: string,
    { discussion, conversation, edited }: Omit<Draft, 'id' | 'text' | 'target'>,
  ): Draft | undefined {
    const others = new Set(this.#ids.values());
    const isHere = (draft: Draft) =>
      edited !== undefined
        ? draft.edited === edited
        : draft.text.trim() === text && [undefined, conversation].includes(draft.conversation);
    const isFree = ({ id }: Draft) => !others.has(id) && !this.#drafts.isSending(id);
    return this.#drafts.findInBox(draft => draft.discussion === discussion && isHere(draft) && isFree(draft));
  }

  /** Rejects the first attempt to send what another account typed in a box, so that sending it again is deliberate. */
  async #refuseOtherAccount({ discussion, text }: Pick<Draft, 'discussion' | 'text'>): Promise<void> {
    const isInBox = (draft: Draft) => draft.discussion === discussion && draft.text.trim() === text;
    const typed = this.#drafts.findOfOtherAccount(draft => isInBox(draft) && !this.#drafts.isOffered(draft.id));
    if (!typed) return;
    await this.#drafts.store({ ...typed, account: this.#drafts.accountOf(typed) });
    throw new Failure(t('This was typed while another account was signed in. Send it again to send it as yours.'));
  }

  async #send({ box, isBoxClosed: isHomeless, action, draft, send, onFailed }: Outgoing, text: string): Promise<void> {
    this.#willSend.fire();
    const place = draft();
    if (place.id !== undefined && this.#sent.get(place.id) === text) return;
    try {
      await this.#refuseOtherAccount({ ...place, text });
    } catch (error) {
      onFailed?.();
      throw error;
    }
    const id = this.#draftOf(box)?.id ?? place.id ?? this.#draftWhileTyped(text, place)?.id ?? newDraftId();
    this.#ids.set(box, id);
    const keep = (attempt: SendAttempt | undefined) => this.#drafts.store({ ...draft(), id, text, attempt });
    const earlierAttempt = this.#drafts.get(id)?.attempt;
    let isBegun = false;
    try {
      await this.#drafts.whileSending(id, async () => {
        isBegun = true;
        try {
          await keep(earlierAttempt);
          await send(text, { earlierAttempt, storeAttempt: keep });
        } catch (error) {
          onFailed?.();
          if (isHomeless) this.#drafts.offer(id);
          throw error;
        }
      });
    } catch (error) {
      // Sending has not begun, for example because the text is being sent from another place.
      if (!isBegun) onFailed?.();
      throw withTextKept(action, error);
    }
    this.#sent.set(id, text);
    await this.forget(box);
    await this.#drafts.dropSent(draft(), text);
  }
}

function refused({ onFailed }: Pick<Outgoing, 'onFailed'>, error: Error): Promise<never> {
  onFailed?.();
  return Promise.reject(error);
}

/**
 * Adds that the text is kept. Failures of an ended sign-in are returned unchanged, since the sign-in prompt says so.
 */
function withTextKept(action: string, error: unknown): unknown {
  if (isCancellation(error) || isApiError(error, 'signedOut')) return error;
  const isUnknown = error instanceof ApiError && (error.outcome === 'unknown' || error.outcome === 'notYet');
  const advice = isUnknown
    ? t('Your text is kept; before it is sent again, it is looked up.')
    : t('Your text is kept.');
  return new Failure(`${failureMessage(action, error)} ${advice}`, { cause: error });
}

/** The models that determine the target of a comment, and the prompt for a new place if the target was deleted. */
export interface SendContext {
  drafts: Drafts;
  content: Content;
  placements: Placements;
  /** Asks for a new place if the target was deleted; undefined if the text is to be discarded. */
  askNewPlace: (text: string, deleted: TargetDeleted) => Promise<NewPlace | undefined>;
}

/** The parts of a draft that say where its text belongs. */
type DraftPlace = Omit<Draft, 'id' | 'text'> & { id?: string };

/** A comment, a reply or an edit on its way to the place of its draft. */
export interface OutgoingComment extends Pick<Outgoing, 'box' | 'text' | 'action'> {
  discussion: Discussion;
  draft: DraftPlace;
  /** Determines the target of a comment whose draft has none yet. */
  resolveTarget?: (() => Promise<CommentTarget>) | undefined;
  /** Called with the ID of a new comment, before listeners are notified. */
  onPosted?: (id: string) => void;
  /** Resolves when the view of the author shows the comment. */
  refreshView?: () => Promise<void>;
  /** Called with the new place, before the comment is sent there. May throw. */
  onMoved?: (draft: DraftPlace) => void;
  /** Hands a text to the outbox, for a view that follows each attempt. */
  send?: (outgoing: Outgoing) => Promise<void>;
}

/**
 * Sends a comment. If its target was deleted, sends the comment to the place that its author chooses. Returns the draft
 * with the final target; undefined if the author discards the text.
 */
export async function sendComment(
  context: SendContext & { outbox: Outbox },
  comment: OutgoingComment,
): Promise<DraftPlace | undefined> {
  const { outbox, drafts } = context;
  const { discussion, box, text, action, resolveTarget, onPosted = () => {}, refreshView, onMoved } = comment;
  const { send = (outgoing: Outgoing) => outbox.send(outgoing) } = comment;
  let { draft } = comment;
  try {
    await send({
      box,
      text: withQuote(text, draft.quote),
      action,
      draft: () => draft,
      send: async (markdown, delivery) => {
        if (resolveTarget) draft = { ...draft, target: await resolveTarget(), isLineUnknown: undefined };
        await deliverToTarget(discussion, context, draft, (target, deliver) => {
          draft = { ...draft, target };
          return deliver(markdown, { ...delivery, onPosted });
        });
        await refreshView?.();
        if (draft.id !== undefined) await drafts.drop(draft.id);
      },
    });
    return draft;
  } catch (error) {
    const deleted = error instanceof Failure ? error.cause : undefined;
    if (!(deleted instanceof TargetDeleted)) throw error;
    const movedDraft = await chooseNewPlace(context, draft, text, deleted);
    if (!movedDraft) {
      await outbox.forget(box);
      return undefined;
    }
    onMoved?.(movedDraft);
    // A draft with an attempt to reply must not be looked up as a comment.
    if (draft.conversation !== undefined && draft.id !== undefined) {
      await drafts.store({ ...movedDraft, id: draft.id, text });
    }
    return sendComment(context, { ...comment, draft: movedDraft, resolveTarget: undefined });
  }
}

/** Asks the author for a new place of a draft, and returns the draft there; undefined if the text is discarded. */
async function chooseNewPlace<T extends Pick<Draft, 'target' | 'conversation' | 'edited'>>(
  { askNewPlace }: Pick<SendContext, 'askNewPlace'>,
  draft: T,
  text: string,
  deleted: TargetDeleted,
): Promise<(T & Pick<Draft, 'quote'>) | undefined> {
  const place = await askNewPlace(text, deleted);
  return place && { ...movedTo(place, draft), quote: place.quote };
}

interface PlacedDelivery extends DeliveryOptions {
  /** Called with the ID of the new comment. */
  onPosted?: (id: string) => void;
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
  services: SendContext,
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
      if (change) await drafts.store({ ...change, ...editOf(discussion, draft, delivered), changes: undefined });
      await drafts.drop(id);
      if (change) drafts.offer(change.id);
    });
  }
  await report(pending.length);
  return sent;
}

/** Throws a Failure before a request is sent. Unlike an aborted request, that leaves no unknown outcome. */
export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Failure(t('It was canceled.'));
}

/** Returns the ID of the comment in `newComment` if the draft began a conversation; undefined if the draft was discarded. */
async function deliverOne(
  discussion: Discussion,
  services: SendContext,
  draft: Draft,
): Promise<{ newComment: string | undefined } | undefined> {
  const { attempt: earlier, text, resolved } = draft;
  let newComment: string | undefined;
  const { drafts } = services;
  try {
    if (resolved !== undefined) await resolveOrReopen(discussion, draft);
    else
      await deliverToTarget(discussion, services, draft, (target, deliver) => {
        const storeAttempt = (attempt: Draft['attempt']) => drafts.store({ ...draft, target, attempt });
        return deliver(text, { earlierAttempt: earlier, storeAttempt, onPosted: id => (newComment = id) });
      });
    return { newComment };
  } catch (error) {
    if (!(error instanceof TargetDeleted)) throw error;
    const movedDraft = await chooseNewPlace(services, draft, text, error);
    if (!movedDraft) return undefined;
    const moved = { ...movedDraft, text: withQuote(text, movedDraft.quote) };
    await drafts.store(moved);
    return deliverOne(discussion, services, moved);
  }
}

/**
 * Returns the fields that make a change of a pending draft an edit of the sent message; undefined if that is unknown.
 */
function editOf(
  discussion: Discussion,
  { conversation, edited, text }: Draft,
  { newComment }: { newComment: string | undefined },
): Pick<Draft, 'conversation' | 'edited'> | undefined {
  if (newComment !== undefined) return { conversation: newComment, edited: newComment };
  const replies = (conversation !== undefined && discussion.get(conversation)?.replies) || [];
  const isSent = ({ body, postedBy }: Partial<(typeof replies)[number]>) =>
    body?.markdown?.trim() === text.trim() && postedBy?.id === discussion.user;
  const sent = edited ?? replies.findLast(isSent)?.id;
  return sent === undefined ? undefined : { conversation, edited: sent };
}

/** Returns a draft with a new target. A reply or an edit becomes a new comment. */
function movedTo<T extends Pick<Draft, 'target' | 'conversation' | 'edited'>>({ target }: NewPlace, draft: T): T {
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
export async function deliverToTarget(
  discussion: Discussion,
  services: Pick<SendContext, 'content' | 'placements'>,
  draft: Pick<Draft, 'conversation' | 'conversationText' | 'edited' | 'target'>,
  send: (
    target: CommentTarget,
    deliver: (markdown: string, delivery: PlacedDelivery) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const sendTo = (target: CommentTarget) => {
    const to = { ...draft, target };
    return send(target, (text, delivery) => deliverDraft(discussion, to, text, { onPosted: () => {}, ...delivery }));
  };
  // The server would accept it as a comment on the whole page.
  const replacement = isBlockDeleted(draft.target) && (await findNewTarget(discussion, services, draft));
  if (replacement) return sendTo(replacement);
  try {
    await sendTo(draft.target);
  } catch (error) {
    if (error instanceof ConversationDeleted) throw await conversationDeletedError(discussion, services, draft);
    const fresh = isApiError(error, 'invalid', 'notFound') && (await findNewTarget(discussion, services, draft));
    if (!fresh) throw error;
    await sendTo(fresh);
  }
}

/**
 * Resolves or reopens a conversation, unless it was deleted. The request is sent even if the known status matches,
 * which may be stale.
 */
async function resolveOrReopen(discussion: Discussion, { conversation = '', resolved }: Draft): Promise<void> {
  const isThere = (await discussion.loadConversation(conversation)) !== undefined;
  if (!isThere || resolved === undefined) return;
  await discussion.sender.change(conversation, { resolved });
}

/** Sends a draft as a comment, a reply or an edit. Throws ConversationDeleted if its conversation no longer exists. */
export async function deliverDraft(
  discussion: Discussion,
  { conversation, edited, target }: Pick<Draft, 'conversation' | 'edited' | 'target'>,
  markdown: string,
  delivery: DeliveryOptions & { onPosted: (id: string) => void },
): Promise<void> {
  const { sender } = discussion;
  if (conversation === undefined) return sender.post(target, markdown, delivery);
  // In a large discussion, the conversation may exist without being loaded.
  if ((await discussion.loadConversation(conversation)) === undefined) throw new ConversationDeleted();
  if (edited === undefined) await sender.reply(conversation, markdown, delivery);
  else await sender.edit(conversation, edited, markdown);
}
