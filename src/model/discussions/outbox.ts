import { ApiError, failedAs } from '../../api/errors.ts';
import { Failure, isCancellation, Remark, sentenceFor } from '../../api/failure.ts';
import type { Attempt, Delivery } from './delivery.ts';
import { type Draft, newDraftId } from './draft.ts';
import type { Drafts } from './drafts.ts';

/** A text on its way to the service. */
export interface Outgoing {
  /** What it was typed in: a thread, or the name of the comment that is edited. */
  box: object | string;
  /** Whether that was gone when it was sent, so that a text that fails has to be offered where it belongs. */
  isHomeless?: true;
  text: string;
  /** Completes "Could not …". */
  action: string;
  /** Where the text belongs, for the time until it can be sent. */
  draft: () => Omit<Draft, 'id' | 'text'> & { id?: string };
  send: (text: string, delivery: Delivery) => Promise<unknown>;
  /** Puts the text into its box again, before it would be offered as one whose box is gone. */
  failed?: () => void;
}

/** A text on its way to what is held back. */
export interface HeldBack extends Pick<Outgoing, 'box' | 'text'> {
  /** What stands in the box, where more than that is held back. */
  typed?: string;
  /** Where the text belongs that stands in the box, as far as that is known at once. */
  place: Omit<Draft, 'id' | 'text' | 'target'>;
  /** Finds out where the text of this ID is to be held back. */
  draftFor: (id: string) => Promise<Omit<Draft, 'text'>>;
}

/** Sends what people typed: never twice at once, and kept from before it is sent until the service has it. */
export class Outbox {
  readonly #drafts: Drafts;
  readonly #keepTyped: () => void;
  readonly #underWay = new Map<object | string, { text: string; done: Promise<void> }>();
  readonly #ids = new Map<object | string, string>();

  /** `keepTyped` keeps what was typed a moment ago, so that the text is found that is to be sent. */
  constructor(drafts: Drafts, keepTyped: () => void = () => {}) {
    this.#drafts = drafts;
    this.#keepTyped = keepTyped;
  }

  /** Resolves when the service has the text. Rejects when it has not: then the box has to keep it. */
  send(outgoing: Outgoing): Promise<void> {
    return this.#once(outgoing, text => this.#send(outgoing, text));
  }

  /** Holds a text back until the review is finished. Resolves when it is kept for that. */
  hold(heldBack: HeldBack): Promise<void> {
    return this.#once(heldBack, text => this.#hold(heldBack, text));
  }

  /** Forgets the text of a box that its user no longer wants. */
  async forget(box: object | string): Promise<void> {
    const draft = this.#draftOf(box);
    this.#ids.delete(box);
    if (draft) await this.#drafts.drop(draft.id);
  }

  /** Tells that the text of a box is in that box again, and not to be offered elsewhere. */
  reopened(box: object | string): void {
    const draft = this.#draftOf(box);
    if (draft) this.#drafts.hide(draft.id);
  }

  #once(outgoing: Pick<Outgoing, 'box' | 'text' | 'failed'>, run: (text: string) => Promise<void>): Promise<void> {
    const text = outgoing.text.trim();
    if (text === '') return refused(outgoing, new Remark('There is nothing to send yet. Write something first.'));
    const earlier = this.#underWay.get(outgoing.box);
    if (earlier?.text === text) return earlier.done;
    if (earlier)
      return refused(outgoing, new Failure('Your last text is still being sent. Wait a moment, then send again.'));
    const done = run(text).finally(() => this.#underWay.delete(outgoing.box));
    this.#underWay.set(outgoing.box, { text, done });
    return done;
  }

  async #hold({ box, typed = '', place, draftFor }: HeldBack, text: string): Promise<void> {
    this.#keepTyped();
    // What was tried to send before may have arrived all the same.
    const { attempt } = this.#draftOf(box) ?? {};
    // A crash would leave two texts if what is held back had another ID than what was typed.
    const id = this.#draftOf(box)?.id ?? this.#typed(typed.trim() || text, place)?.id ?? newDraftId();
    const draft = { ...(await draftFor(id)), text, attempt };
    await this.#refuseOfOther(draft);
    await this.#drafts.hold(draft);
    // It may be the same that could not be sent before.
    if (this.#draftOf(box)?.id === draft.id) this.#ids.delete(box);
    else await this.forget(box);
    for (const words of new Set([text, typed.trim() || text])) await this.#drafts.sent(draft, words);
  }

  /**
   * What is kept of the text of a box that could not be sent, unless its user took that out of the box. Another account
   * may have changed the same comment.
   */
  #draftOf(box: object | string): Draft | undefined {
    const draft = this.#drafts.get(this.#ids.get(box) ?? '');
    return draft && this.#drafts.isOfAccount(draft) ? draft : undefined;
  }

  /** What was kept of this text while it was typed. */
  #typed(text: string, { discussion, conversation, edited }: Omit<Draft, 'id' | 'text' | 'target'>): Draft | undefined {
    const others = new Set(this.#ids.values());
    const isHere = (draft: Draft) =>
      edited !== undefined
        ? draft.edited === edited
        : draft.text.trim() === text && [undefined, conversation].includes(draft.conversation);
    const isFree = ({ id }: Draft) => !others.has(id) && !this.#drafts.isSending(id);
    return this.#drafts.findOwn(draft => draft.discussion === discussion && isHere(draft) && isFree(draft));
  }

  /** Refuses once what was typed by another account in a box that is still there: whoever sends it is to know that. */
  async #refuseOfOther({ discussion, text }: Pick<Draft, 'discussion' | 'text'>): Promise<void> {
    const isInBox = (draft: Draft) => draft.discussion === discussion && draft.text.trim() === text;
    const typed = this.#drafts.findOfOther(draft => isInBox(draft) && !this.#drafts.isLeft(draft.id));
    if (!typed) return;
    await this.#drafts.keep({ ...typed, account: this.#drafts.accountOf(typed) });
    throw new Failure('This was typed while another account was signed in. Send it again to send it as yours.');
  }

  async #send({ box, isHomeless, action, draft, send, failed }: Outgoing, text: string): Promise<void> {
    this.#keepTyped();
    const place = draft();
    try {
      await this.#refuseOfOther({ ...place, text });
    } catch (error) {
      failed?.();
      throw error;
    }
    const id = this.#draftOf(box)?.id ?? place.id ?? this.#typed(text, place)?.id ?? newDraftId();
    this.#ids.set(box, id);
    const keep = (attempt: Attempt | undefined) => this.#drafts.keep({ ...draft(), id, text, attempt });
    const earlier = this.#drafts.get(id)?.attempt;
    let isBegun = false;
    try {
      await this.#drafts.whileSending(id, async () => {
        isBegun = true;
        try {
          await keep(earlier);
          await send(text, { earlier, begin: keep });
        } catch (error) {
          failed?.();
          if (isHomeless) this.#drafts.leave(id);
          throw error;
        }
      });
    } catch (error) {
      // It is being sent from another place.
      if (!isBegun) failed?.();
      throw keptFailure(action, error);
    }
    await this.forget(box);
    await this.#drafts.sent(draft(), text);
  }
}

function refused({ failed }: Pick<Outgoing, 'failed'>, error: Error): Promise<never> {
  failed?.();
  return Promise.reject(error);
}

/** The failure, with the word that nothing is lost. Who has to sign in again hears that with the request to do so. */
function keptFailure(action: string, error: unknown): unknown {
  if (isCancellation(error) || failedAs(error, 'signedOut')) return error;
  const isUnknown = error instanceof ApiError && (error.outcome === 'unknown' || error.outcome === 'notYet');
  const advice = isUnknown ? 'Your text is kept; before it is sent again, it is looked up.' : 'Your text is kept.';
  return new Failure(`${sentenceFor(action, error)} ${advice}`, { cause: error });
}
