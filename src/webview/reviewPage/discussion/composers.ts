/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { Composer } from './composer.ts';
import type { ComposerTarget, FromPage } from '../messages.ts';

interface Box {
  kind: Composer['kind'];
  target: ComposerTarget;
  /** The ID of the draft; undefined for a new draft. */
  draft?: string;
  text?: string;
  /** The saved text, while an edit is not saved. */
  original?: string;
  quote?: string;
}

interface ComposersContext {
  /** Called when the user goes back to reading: on Escape, or when a focused composer closes. */
  leave: (composer: Composer) => void;
  announce: (sentence: string) => void;
}

/** The open composers. They survive when the elements around them are drawn again. */
export class Composers {
  isReviewing = false;
  canComment = false;
  /** The reason why the user cannot comment; '' if they can or the reason is unknown. */
  #why = '';
  readonly #post: (message: FromPage) => void;
  readonly #context: ComposersContext;
  readonly #all = new Map<string, Composer>();

  constructor(post: (message: FromPage) => void, context: ComposersContext) {
    [this.#post, this.#context] = [post, context];
  }

  announce(sentence: string): void {
    this.#context.announce(sentence);
  }

  /** Returns the open composer of a draft or target, or creates one at the end of `parent`. */
  open({ kind, target, text, original, quote, draft = crypto.randomUUID() }: Box, parent: HTMLElement): Composer {
    const same = [...this.#all.values()].find(
      one => one.draft === draft || (isSame(one.target, target) && one.kind === kind),
    );
    if (same) {
      // If the edited pending comment was removed, the text becomes a comment of its own.
      if (same.kind === 'pending') same.retarget({ kind, target });
      if (!same.element.isConnected) parent.append(same.element);
      return same;
    }
    const context = { post: this.#post, isReviewing: () => this.isReviewing, closed: this.#context.leave };
    const texts = { ...(text && { text }), ...(original !== undefined && { original }), ...(quote && { quote }) };
    const composer = new Composer({ kind, target, draft, ...texts }, context);
    this.#all.set(draft, composer);
    parent.append(composer.element);
    return composer;
  }

  /** Returns the composers of a page that are in no conversation. */
  on(page: string): Composer[] {
    return this.#connected().filter(({ element, target }) => target.page === page && !element.closest('.thread'));
  }

  /** Returns the composers inside an element, each with the ID of the comment that it edits. */
  inside(element: Element): [comment: string, composer: Composer][] {
    const composers = this.#connected().filter(one => element.contains(one.element));
    return composers.map(composer => [composer.target.pending ?? composer.target.edited ?? composer.draft, composer]);
  }

  /**
   * Moves the composers in use from an element to another place, and keeps the focus in them. Empty ones are dropped.
   */
  moveInUse(from: Element, put: (...boxes: HTMLElement[]) => void): Composer[] {
    const saved = this.inside(from).flatMap(([, composer]) => (composer.isInUse ? [composer] : []));
    const focused = document.activeElement;
    put(...saved.map(({ element }) => element));
    const isSaved = focused instanceof HTMLElement && saved.some(({ element }) => element.contains(focused));
    if (isSaved) focused.focus({ preventScroll: true });
    return saved;
  }

  handleState({
    draft,
    state,
    why,
  }: {
    draft: string;
    state: 'stored' | 'sent' | 'failed';
    why?: string | undefined;
  }): void {
    const composer = this.#all.get(draft);
    if (state !== 'sent') return composer?.showStatus(state, why);
    this.#all.delete(draft);
    composer?.element.closest('.editing')?.classList.remove('editing');
    // After a new conversation was sent from the composer, the focus moves to it.
    const newThread = composer?.kind === 'comment' ? composer.element.previousElementSibling : undefined;
    const hadFocus = composer?.element.contains(document.activeElement);
    composer?.close();
    if (composer?.isSending) this.announce(outcomeOf(composer));
    if (hadFocus && newThread instanceof HTMLElement && newThread.matches('.thread'))
      newThread.focus({ preventScroll: true });
  }

  insert(draft: string, text: string): void {
    this.#all.get(draft)?.insert(text);
  }

  setRights({ canComment, pending, why }: { canComment: boolean; pending: number; why: string }): void {
    [this.canComment, this.isReviewing, this.#why] = [canComment, pending > 0, why];
    for (const one of this.#connected()) one.showButtons();
  }

  /** Explains why the user may not perform the action of a key. */
  refuse(why = this.#why): void {
    if (why) this.#post({ type: 'notAllowed', why });
  }

  /** Returns the composers with text that is neither sent nor pending. */
  typed(): Composer[] {
    return this.#connected().filter(one => !one.isEmpty && one.kind !== 'pending');
  }

  /** Returns the composers with unsaved edits of pending comments. */
  changing(): Composer[] {
    return this.#connected().filter(one => one.kind === 'pending' && one.isChanged);
  }

  /** Saves all drafts without waiting for the debounce. */
  flush(): void {
    for (const one of this.#connected()) one.flush();
  }

  /** Returns the composers in the page. One that closed itself while it was empty is forgotten. */
  #connected(): Composer[] {
    for (const [draft, { element }] of this.#all) if (element.parentElement === null) this.#all.delete(draft);
    return [...this.#all.values()];
  }
}

function outcomeOf({ kind, isPending }: Composer): string {
  if (kind === 'edit' || kind === 'pending') return t('Saved.');
  return isPending ? t('Added to your review.') : t('Sent.');
}

function isSame(one: ComposerTarget, other: ComposerTarget): boolean {
  const keys = ['page', 'line', 'side', 'conversation', 'edited', 'pending'] as const;
  return keys.every(key => one[key] === other[key]);
}
