/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, iconButton, createElement, secondaryText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { ComposerTarget, FromPage } from '../messages.ts';

interface ComposerContext {
  post: (message: FromPage) => void;
  /** True if a review has been started: the default is then to add the comment to it. */
  isReviewing: () => boolean;
  /** Called when a focused composer closes, or Escape leaves it, to restore the focus. */
  closed: (composer: Composer) => void;
}

interface Box {
  draft: string;
  target: ComposerTarget;
  text?: string;
  /** The saved text of a pending comment, while an edit of it is not saved. */
  original?: string;
  /** Text that says what the comment is about, if it is not shown beside it. */
  quote?: string;
  kind: 'comment' | 'reply' | 'edit' | 'pending';
}

const names = {
  comment: t({ message: 'Comment', comment: ['label of the box for a new comment'] }),
  reply: t('Reply'),
  edit: t('Change the comment'),
  pending: t('Change the pending comment'),
};

/** Debounce in milliseconds: the draft is saved this long after the last key press. */
const pause = 300;

/** A text box for a comment. The extension saves the draft, and the box stays until it is sent. */
export class Composer {
  readonly element: HTMLElement;
  readonly draft: string;
  target: ComposerTarget;
  kind: Box['kind'];
  readonly #context: ComposerContext;
  readonly #field: HTMLTextAreaElement;
  readonly #status = createElement('span', { class: 'quiet kept', role: 'status' });
  readonly #buttons = createElement('span', { class: 'send' });
  readonly #original: string;
  #timer = 0;
  /** True if the text is to become part of the review. */
  isPending = false;
  /** True if the extension may have saved a draft. */
  #isSaved: boolean;

  constructor({ draft, target, text = '', original = text, quote, kind }: Box, context: ComposerContext) {
    [this.draft, this.target, this.kind, this.#context, this.#original] = [draft, target, kind, context, original];
    this.#isSaved = text !== '';
    this.#field = createElement('textarea', {
      rows: 3,
      dir: 'auto',
      'aria-label': names[kind],
      placeholder: kind === 'reply' ? t('Reply…') : '',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
    });
    this.#field.value = text;
    this.#field.addEventListener('input', () => this.#scheduleSave());
    this.#field.addEventListener('blur', () => this.flush());
    this.#field.addEventListener('keydown', event => this.#key(event));
    const canSuggest = kind === 'comment' && target.line !== undefined && target.side === 'after';
    const suggest = () => context.post({ type: 'suggest', draft, target });
    this.element = createElement(
      'div',
      { class: 'composer' },
      quote &&
        createElement(
          'p',
          { class: 'quoted' },
          icon('quote'),
          createElement('span', { class: 'cut', title: quote, dir: 'auto' }, quote),
        ),
      this.#field,
      createElement(
        'div',
        { class: 'foot' },
        canSuggest && iconButton('suggestion', t('Suggest Other Words'), suggest),
        iconButton('discard', kind === 'pending' ? t('Leave as It Was') : t('Discard'), () => this.#discard()),
        this.#status,
        this.#buttons,
      ),
    );
    this.element.dataset['draft'] = draft;
    this.showButtons();
  }

  get text(): string {
    return this.#field.value;
  }

  get isChanged(): boolean {
    return this.text.trim() !== this.#original.trim();
  }

  get isEmpty(): boolean {
    return this.#field.value.trim() === '';
  }

  /** True while the text is being sent. */
  get isSending(): boolean {
    return this.#field.readOnly;
  }

  /** True if the composer has text or the focus. */
  get isInUse(): boolean {
    return !this.isEmpty || this.element.contains(document.activeElement);
  }

  /** Changes the kind and the target without moving the composer. */
  retarget({ kind, target }: Pick<Box, 'kind' | 'target'>): void {
    [this.kind, this.target] = [kind, target];
    this.#field.setAttribute('aria-label', names[kind]);
    this.showButtons();
  }

  focus(): void {
    this.#field.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Renders the buttons. Ctrl+Enter presses the first one. */
  showButtons(): void {
    const isPending = this.#context.isReviewing();
    const now = {
      label: this.kind === 'edit' ? t('Save') : this.kind === 'reply' ? t('Reply') : t('Comment Now'),
      isPending: false,
    };
    const later = { label: t('Add to Review'), isPending: true };
    const all =
      this.kind === 'pending' ? [{ label: t('Save'), isPending: true }] : this.kind === 'edit' ? [now] : [now, later];
    const ordered = isPending ? all.toReversed() : all;
    this.#buttons.replaceChildren(
      ...ordered.map(({ label, isPending }, index) => {
        const keys = index === 0 ? 'Ctrl+Enter' : 'Ctrl+Shift+Enter';
        return button(label, () => this.#send(isPending), {
          class: index === 0 ? 'primary' : 'secondary',
          title: keys,
        });
      }),
    );
  }

  /**
   * Shows that the draft is saved, or why it was not sent. A late confirmation is ignored while the comment is being
   * sent.
   */
  showStatus(state: 'stored' | 'failed', why = ''): void {
    if (state === 'stored' && this.#field.readOnly) return;
    this.element.classList.toggle('failed', state === 'failed');
    this.#showText(state === 'stored' ? (this.isEmpty ? '' : t('Draft kept')) : why);
    this.#setBusy(false);
  }

  /** Shows a text, which screen readers would read again if it were set again. */
  #showText(text: string): void {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  /** Appends a suggestion, and selects its text. */
  insert(text: string): void {
    const before = this.#field.value.trimEnd();
    this.#field.value = before ? `${before}\n\n${text}` : text;
    const line = this.#field.value.indexOf('\n', before.length + 1) + 1;
    this.#field.focus();
    this.#field.setSelectionRange(line, this.#field.value.lastIndexOf('\n'));
    this.#scheduleSave();
  }

  /** Appends a line that says what the comment is about, and moves the caret after it. */
  startWith(line: string): void {
    const before = this.#field.value.trimEnd();
    const isThere = before.endsWith(line);
    this.#field.value = [before, isThere ? '' : line].filter(Boolean).join('\n\n') + '\n\n';
    this.focus();
    this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length);
    this.#scheduleSave();
  }

  /** Saves the last typed text without waiting for the debounce. */
  flush(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#save();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.element.contains(document.activeElement)) this.#context.closed(this);
    this.element.remove();
  }

  #scheduleSave(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#save(), pause);
  }

  #save(): void {
    this.#timer = 0;
    this.#isSaved = true;
    const { draft, target } = this;
    this.#context.post({ type: 'type', draft, target, text: this.#field.value });
  }

  #send(isPending: boolean): void {
    if (this.isEmpty) return this.showStatus('failed', t('Write something first.'));
    clearTimeout(this.#timer);
    this.#timer = 0;
    // Disabling the focused button would lose the focus.
    if (this.element.contains(document.activeElement)) this.#field.focus({ preventScroll: true });
    this.isPending = isPending;
    this.#setBusy(true);
    const { draft, target } = this;
    this.#context.post({ type: 'send', draft, target, text: this.#field.value, isPending });
  }

  #discard(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.isEmpty && !this.#isSaved) this.close();
    else this.#context.post({ type: 'discard', draft: this.draft });
  }

  #setBusy(isBusy: boolean): void {
    this.#field.readOnly = isBusy;
    for (const one of this.element.querySelectorAll('button')) one.disabled = isBusy;
    if (isBusy) this.#showText(t('Sending…'));
  }

  #key(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const isCommand = ctrlKey || metaKey;
    if (key === 'Enter' && isCommand) {
      event.preventDefault();
      event.stopPropagation();
      [...this.#buttons.querySelectorAll('button')].at(shiftKey ? -1 : 0)?.click();
    } else if (key === 'Escape') {
      event.stopPropagation();
      if (this.isEmpty && this.kind !== 'pending') this.#discard();
      else this.#context.closed(this);
    }
  }
}

/** Returns a button that looks like a field, and opens the composer of a reply. */
export function replyField(open: () => void): HTMLElement {
  return button(secondaryText(t('Reply…')), open, { class: 'reply' });
}
