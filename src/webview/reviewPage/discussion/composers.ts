/// <reference lib="dom" />
import { Composer } from './composer.ts';
import type { CommentTarget, FromPage } from '../messages.ts';

interface Box {
  kind: Composer['kind'];
  target: CommentTarget;
  /** The ID of a saved draft; a new ID without one. */
  draft?: string;
  text?: string;
  quote?: string;
}

/** The open composers. They survive when the elements around them are drawn again. */
export class Composers {
  /** Whether a review has begun. */
  isReviewing = false;
  mayComment = false;
  /** Why nothing can be written, as far as that is known. */
  #why = '';
  readonly #tell: (message: FromPage) => void;
  readonly #onLeave: (composer: Composer) => void;
  readonly #all = new Map<string, Composer>();

  /** `onLeave` is called when the user goes back to reading: on Escape, or when a focused composer closes. */
  constructor(tell: (message: FromPage) => void, onLeave: (composer: Composer) => void) {
    [this.#tell, this.#onLeave] = [tell, onLeave];
  }

  /** The box for a text: the one that is open for it, or a new one at the end of an element. */
  open({ kind, target, text, quote, draft = crypto.randomUUID() }: Box, parent: HTMLElement): Composer {
    const same = [...this.#all.values()].find(
      one => one.draft === draft || (isSame(one.target, target) && one.kind === kind),
    );
    if (same) {
      if (!same.element.isConnected) parent.append(same.element);
      return same;
    }
    const context = { tell: this.#tell, isReviewing: () => this.isReviewing, closed: this.#onLeave };
    const composer = new Composer({ kind, target, draft, ...(text && { text }), ...(quote && { quote }) }, context);
    this.#all.set(draft, composer);
    parent.append(composer.element);
    return composer;
  }

  /** Those of a page that stand in no conversation: they begin one, or theirs is gone. */
  on(page: string): Composer[] {
    return this.#alive().filter(({ element, target }) => target.page === page && !element.closest('.thread'));
  }

  /** Those in an element, with the comment that each of them changes. */
  inside(element: Element): [comment: string, composer: Composer][] {
    const composers = this.#alive().filter(one => element.contains(one.element));
    return composers.map(one => [one.target.edited ?? one.draft, one]);
  }

  /** Puts those that are in an element elsewhere, unless they are empty and left; who types in one goes on. */
  save(from: Element, put: (...boxes: HTMLElement[]) => void): Composer[] {
    const saved = this.inside(from).flatMap(([, composer]) => (composer.isInUse ? [composer] : []));
    const focused = document.activeElement;
    put(...saved.map(({ element }) => element));
    const isSaved = focused instanceof HTMLElement && saved.some(({ element }) => element.contains(focused));
    if (isSaved) focused.focus({ preventScroll: true });
    return saved;
  }

  took({ draft, state, why }: { draft: string; state: 'kept' | 'sent' | 'failed'; why?: string | undefined }): void {
    const composer = this.#all.get(draft);
    if (state !== 'sent') return composer?.say(state, why);
    this.#all.delete(draft);
    composer?.element.closest('.editing')?.classList.remove('editing');
    // Who has begun a conversation goes on at it.
    const begun = composer?.kind === 'comment' ? composer.element.previousElementSibling : undefined;
    const hadFocus = composer?.element.contains(document.activeElement);
    composer?.close();
    if (hadFocus && begun instanceof HTMLElement && begun.matches('.thread')) begun.focus({ preventScroll: true });
  }

  insert(draft: string, text: string): void {
    this.#all.get(draft)?.insert(text);
  }

  learn({ mayComment, pending, why }: { mayComment: boolean; pending: number; why: string }): void {
    [this.mayComment, this.isReviewing, this.#why] = [mayComment, pending > 0, why];
    for (const one of this.#alive()) one.showButtons();
  }

  /** Says why the user may not do what a key stands for. */
  refuse(why = this.#why): void {
    if (why) this.#tell({ type: 'notAllowed', why });
  }

  /** Those in which something is typed that was not sent, nor held back. */
  typed(): Composer[] {
    return this.#alive().filter(one => !one.isEmpty && one.kind !== 'pending');
  }

  /** Has everything kept that was typed. */
  flush(): void {
    for (const one of this.#alive()) one.flush();
  }

  /** A box that was closed while it was empty is gone. */
  #alive(): Composer[] {
    for (const [draft, { element }] of this.#all) if (element.parentElement === null) this.#all.delete(draft);
    return [...this.#all.values()];
  }
}

function isSame(one: CommentTarget, other: CommentTarget): boolean {
  const keys = ['page', 'line', 'side', 'conversation', 'edited'] as const;
  return keys.every(key => one[key] === other[key]);
}
