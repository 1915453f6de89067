import { failedAs } from '../../api/errors.ts';
import { Failure, isCancellation, Remark, sentenceFor } from '../../api/failure.ts';
import { type Draft, type Drafts, newDraftId } from './drafts.ts';

/** A text on its way to the service. */
export interface Outgoing {
  /** What it was typed in: a thread, or the name of the comment that is edited. */
  box: object | string;
  text: string;
  /** Completes "Could not …". */
  action: string;
  /** Where the text belongs, for the time until it can be sent. */
  draft: () => Omit<Draft, 'id' | 'text'> & { id?: string };
  send: (text: string) => Promise<unknown>;
}

/** Sends what people typed: never twice at once, and what could not be sent is kept. */
export class Outbox {
  readonly #drafts: Drafts;
  readonly #underWay = new Map<object | string, { text: string; done: Promise<void> }>();
  readonly #ids = new Map<object | string, string>();

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Resolves when the service has the text. Rejects when it has not: then the box has to keep it. */
  send(outgoing: Outgoing): Promise<void> {
    const text = outgoing.text.trim();
    if (text === '') return Promise.reject(new Remark('There is nothing to send yet. Write something first.'));
    const earlier = this.#underWay.get(outgoing.box);
    if (earlier?.text === text) return earlier.done;
    if (earlier)
      return Promise.reject(new Failure('Your last text is still being sent. Wait a moment, then send again.'));
    const done = this.#send(outgoing, text).finally(() => this.#underWay.delete(outgoing.box));
    this.#underWay.set(outgoing.box, { text, done });
    return done;
  }

  /** Forgets the text of a box that its user no longer wants. */
  async forget(box: object | string): Promise<void> {
    const id = this.#ids.get(box);
    this.#ids.delete(box);
    if (id) await this.#drafts.drop(id);
  }

  async #send({ box, action, draft, send }: Outgoing, text: string): Promise<void> {
    try {
      await send(text);
    } catch (error) {
      const about = draft();
      const id = this.#ids.get(box) ?? about.id ?? newDraftId();
      this.#ids.set(box, id);
      await this.#drafts.keep({ ...about, id, text });
      throw keptFailure(action, error);
    }
    await this.forget(box);
    await this.#drafts.sent(draft().discussion, text);
  }
}

/** The failure, with the word that nothing is lost. Who has to sign in again hears that with the request to do so. */
function keptFailure(action: string, error: unknown): unknown {
  if (isCancellation(error) || failedAs(error, 'signedOut')) return error;
  return new Failure(`${sentenceFor(action, error)} Your text is kept.`, { cause: error });
}
