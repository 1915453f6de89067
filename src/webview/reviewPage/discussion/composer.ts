/// <reference lib="dom" />
import { button, iconButton, make, quiet } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { CommentTarget, FromPage } from '../messages.ts';

interface ComposerContext {
  tell: (message: FromPage) => void;
  /** Whether a review has begun: then what is written is held back, unless somebody says otherwise. */
  isReviewing: () => boolean;
  /** Told when the box is gone, to put the focus where it was before. */
  closed: (composer: Composer) => void;
}

/** The options of a composer. */
interface Box {
  draft: string;
  target: CommentTarget;
  text?: string;
  /** What the comment is about, where that is not to be seen beside it. */
  quote?: string;
  kind: 'comment' | 'reply' | 'edit' | 'pending';
}

const names = { comment: 'Comment', reply: 'Reply', edit: 'Change the comment', pending: 'Change the pending comment' };

/** Debounce in milliseconds: the draft is saved this long after the last key. */
const pause = 300;

/** A text box for a comment. The extension saves the draft, and the box stays until it is sent. */
export class Composer {
  readonly element: HTMLElement;
  readonly draft: string;
  readonly target: CommentTarget;
  readonly kind: Box['kind'];
  readonly #context: ComposerContext;
  readonly #field: HTMLTextAreaElement;
  readonly #status = make('span', { class: 'quiet kept', role: 'status' });
  readonly #buttons = make('span', { class: 'send' });
  #original: string;
  #timer = 0;
  /** Whether the extension may have some of it. */
  #isKept: boolean;

  constructor({ draft, target, text = '', quote, kind }: Box, context: ComposerContext) {
    [this.draft, this.target, this.kind, this.#context, this.#original] = [draft, target, kind, context, text];
    this.#isKept = text !== '';
    this.#field = make('textarea', {
      rows: 3,
      dir: 'auto',
      'aria-label': names[kind],
      placeholder: kind === 'reply' ? 'Reply…' : '',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
    });
    this.#field.value = text;
    this.#field.addEventListener('input', () => this.#keepLater());
    this.#field.addEventListener('blur', () => this.flush());
    this.#field.addEventListener('keydown', event => this.#key(event));
    const canSuggest = kind === 'comment' && target.line !== undefined && target.side === 'after';
    const suggest = () => context.tell({ type: 'suggest', draft, target });
    this.element = make(
      'div',
      { class: 'composer' },
      quote &&
        make('p', { class: 'quoted' }, icon('quote'), make('span', { class: 'cut', title: quote, dir: 'auto' }, quote)),
      this.#field,
      make(
        'div',
        { class: 'foot' },
        canSuggest && iconButton('suggestion', 'Suggest Other Words', suggest),
        iconButton('discard', kind === 'pending' ? 'Leave as It Was' : 'Discard', () => this.#discard()),
        this.#status,
        this.#buttons,
      ),
    );
    this.element.dataset['draft'] = draft;
    this.showButtons();
  }

  get isEmpty(): boolean {
    return this.#field.value.trim() === '';
  }

  /** Whether something is typed in it, or about to be. */
  get isInUse(): boolean {
    return !this.isEmpty || this.element.contains(document.activeElement);
  }

  focus(): void {
    this.#field.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** The first button is what Ctrl+Enter does. */
  showButtons(): void {
    const isHeld = this.#context.isReviewing();
    const now = {
      label: this.kind === 'edit' ? 'Save' : this.kind === 'reply' ? 'Reply' : 'Comment Now',
      isHeld: false,
    };
    const held = { label: 'Add to Review', isHeld: true };
    const all =
      this.kind === 'pending' ? [{ label: 'Save', isHeld: true }] : this.kind === 'edit' ? [now] : [now, held];
    const ordered = isHeld ? all.toReversed() : all;
    this.#buttons.replaceChildren(
      ...ordered.map(({ label, isHeld }, index) => {
        const keys = index === 0 ? 'Ctrl+Enter' : 'Ctrl+Shift+Enter';
        return button(label, () => this.#send(isHeld), { class: index === 0 ? 'primary' : 'secondary', title: keys });
      }),
    );
  }

  /** Says that it is kept, or why it could not be sent. On its way it takes no other words: they would be lost. */
  say(state: 'kept' | 'failed', why = ''): void {
    if (state === 'kept' && this.#field.readOnly) return;
    this.element.classList.toggle('failed', state === 'failed');
    this.#status.textContent = state === 'kept' ? (this.isEmpty ? '' : 'Draft kept') : why;
    this.#setBusy(false);
  }

  /** Puts a suggestion behind what is there. */
  insert(text: string): void {
    const before = this.#field.value.trimEnd();
    this.#field.value = before ? `${before}\n\n${text}` : text;
    const line = this.#field.value.indexOf('\n', before.length + 1) + 1;
    this.#field.focus();
    this.#field.setSelectionRange(line, this.#field.value.lastIndexOf('\n'));
    this.#keepLater();
  }

  /** Puts what is written next behind a line that says what it is about. */
  begin(line: string): void {
    const before = this.#field.value.trimEnd();
    const isThere = before.endsWith(line);
    this.#field.value = [before, isThere ? '' : line].filter(Boolean).join('\n\n') + '\n\n';
    this.focus();
    this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length);
    this.#keepLater();
  }

  /** Has kept at once what was typed last. */
  flush(): void {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#keep();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    if (this.element.contains(document.activeElement)) this.#context.closed(this);
    this.element.remove();
  }

  #keepLater(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#keep(), pause);
  }

  #keep(): void {
    this.#timer = 0;
    this.#isKept = true;
    const { draft, target } = this;
    this.#context.tell({ type: 'type', draft, target, text: this.#field.value });
  }

  #send(isHeld: boolean): void {
    if (this.isEmpty) return this.say('failed', 'Write something first.');
    clearTimeout(this.#timer);
    this.#timer = 0;
    // A button that is disabled loses it.
    if (this.element.contains(document.activeElement)) this.#field.focus({ preventScroll: true });
    this.#setBusy(true);
    const { draft, target } = this;
    this.#context.tell({ type: 'send', draft, target, text: this.#field.value, isHeld });
  }

  #discard(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { draft, target } = this;
    if (this.kind === 'pending') {
      this.#context.tell({ type: 'send', draft, target, text: this.#original, isHeld: true });
    } else if (this.isEmpty && !this.#isKept) {
      this.close();
    } else this.#context.tell({ type: 'discard', draft });
  }

  #setBusy(isBusy: boolean): void {
    this.#field.readOnly = isBusy;
    for (const one of this.element.querySelectorAll('button')) one.disabled = isBusy;
    if (isBusy) this.#status.textContent = 'Sending…';
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

/** A word that stands for a box until somebody wants to write. */
export function replyField(open: () => void): HTMLElement {
  return button(quiet('Reply…'), open, { class: 'reply' });
}
