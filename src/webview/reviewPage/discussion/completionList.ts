/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { type CompletionTrigger, completionTriggerAt, isInCode } from '../../../markdown/completionTrigger.ts';
import { createElement, secondaryText } from '../../dom.ts';
import type { FromPage, ToPage } from '../messages.ts';

type Answer = Extract<ToPage, { type: 'completions' }>;

/** The word being completed, and its position in the field. */
interface Word extends CompletionTrigger {
  field: HTMLTextAreaElement;
  start: number;
}

/**
 * Completes members after "@" and emoji after ":" in all composers below an element. The focus stays in the text area:
 * ARIA has no multi-line combobox, so the text area refers to the selected option.
 */
export class CompletionList {
  readonly #post: (message: FromPage) => void;
  readonly #list = createElement('div', { id: 'offers', class: 'menu', role: 'listbox', popover: 'manual' });
  #word: Word | undefined;
  /** The number of the last request. */
  #asked = 0;
  suggestions: Answer['offers'] = [];
  #chosen = 0;
  /** The start of the word whose completion the user has dismissed; -1 if none. */
  #declined = -1;

  constructor(root: HTMLElement, post: (message: FromPage) => void) {
    this.#post = post;
    root.append(this.#list);
    root.addEventListener('input', ({ target }) => target instanceof HTMLTextAreaElement && this.#look(target));
    // The list handles a key before the composer does.
    root.addEventListener('keydown', event => this.#isOpen && this.#key(event), { capture: true });
    root.addEventListener('focusout', () => this.#close());
    document.addEventListener('selectionchange', () => this.#isOpen && !this.#isThere() && this.#close());
    // A click on the list must not take the focus from the text area.
    this.#list.addEventListener('mousedown', event => event.preventDefault());
    this.#list.addEventListener('click', ({ target }) => {
      const at = this.#options.findIndex(option => target instanceof Node && option.contains(target));
      if (at >= 0) this.#take(at);
    });
  }

  /** Shows the completion items of the extension, unless other text has been typed since the request. */
  show({ id, offers }: Answer): void {
    if (id === this.#asked && this.#isThere()) this.#show(offers);
  }

  get #isOpen(): boolean {
    return this.suggestions.length > 0;
  }

  get #options(): HTMLElement[] {
    return [...this.#list.children] as HTMLElement[];
  }

  #look(field: HTMLTextAreaElement): void {
    const word = wordIn(field);
    if (word && word.start === this.#declined) return;
    if (!word || word.start !== this.#word?.start) this.#close();
    this.#word = word;
    if (!word) return;
    const { mark, typed } = word;
    this.#post({ type: 'completionsRequest', id: ++this.#asked, mark, typed });
    // The shown items are filtered until the new ones arrive.
    const sought = typed.toLocaleLowerCase();
    const canFit = ({ label, description }: Answer['offers'][number]) =>
      (mark === '@' ? label : description).toLocaleLowerCase().includes(sought);
    if (this.#isOpen) this.#show(this.suggestions.filter(canFit));
  }

  /** Returns true if the caret is still after the word. */
  #isThere(): boolean {
    const { field, start } = this.#word ?? {};
    return field !== undefined && document.activeElement === field && wordIn(field)?.start === start;
  }

  #show(offers: Answer['offers']): void {
    if (offers.length === 0) return this.#hide();
    this.suggestions = offers;
    const options = offers.map(({ label, description }, at) => {
      const name = createElement('span', { title: label }, label);
      return createElement('div', { id: `offer-${at}`, role: 'option' }, name, secondaryText(description, description));
    });
    this.#list.replaceChildren(...options);
    this.#list.ariaLabel = this.#word?.mark === ':' ? t('Emoji') : t('Members');
    this.#list.showPopover();
    this.#choose(0);
  }

  #choose(at: number): void {
    const options = this.#options;
    this.#chosen = (at + options.length) % options.length;
    for (const [index, option] of options.entries()) option.ariaSelected = String(index === this.#chosen);
    // In a low window the list is scrolled.
    this.#list.scrollTop = (options[this.#chosen]?.offsetTop ?? 0) - this.#list.clientHeight / 2;
    this.#word?.field.setAttribute('aria-controls', this.#list.id);
    this.#word?.field.setAttribute('aria-activedescendant', `offer-${this.#chosen}`);
  }

  #key(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    if (isComposing || shiftKey) return;
    // A key with a modifier, such as Ctrl+Enter, sends the comment.
    if (ctrlKey || metaKey || altKey) return this.#close();
    if (key === 'ArrowDown' || key === 'ArrowUp') this.#choose(this.#chosen + (key === 'ArrowDown' ? 1 : -1));
    else if (key === 'Enter' || key === 'Tab') this.#take(this.#chosen);
    else if (key === 'Escape') this.#close(this.#word?.start);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Inserts an item in place of the word as if it were typed, so that it is saved and can be undone. */
  #take(at: number): void {
    const { field, start } = this.#word ?? {};
    const offer = this.suggestions[at];
    this.#close();
    if (!field || start === undefined || !offer) return;
    field.setSelectionRange(start, field.selectionEnd);
    document.execCommand('insertText', false, offer.insert);
  }

  /**
   * Closes the list and ignores pending answers. `declined` is the start of the word whose completion was dismissed.
   */
  #close(declined = -1): void {
    this.#declined = declined;
    this.#asked++;
    this.#hide();
    this.#word = undefined;
  }

  #hide(): void {
    this.suggestions = [];
    this.#list.hidePopover();
    for (const name of ['aria-controls', 'aria-activedescendant']) this.#word?.field.removeAttribute(name);
  }
}

function wordIn(field: HTMLTextAreaElement): Word | undefined {
  const { value, selectionStart: caret, selectionEnd } = field;
  const before = value.slice(0, caret);
  const trigger = caret === selectionEnd ? completionTriggerAt(before) : undefined;
  if (!trigger || isInCode(before)) return undefined;
  return { ...trigger, field, start: caret - trigger.typed.length - 1 };
}
