/// <reference lib="dom" />
import { button, createElement } from '../dom.ts';
import type { Action } from './messages.ts';

/**
 * The message line above the page, with one button. Showing or hiding it keeps the scroll position of the text below.
 */
export class Banner {
  readonly element = createElement('div', { class: 'banner', role: 'status' });
  readonly #run: (action: Action) => void;
  #text = '';
  /** True after its button was pressed. The next message then moves the focus to its own button. */
  #isPressed = false;

  constructor(run: (action: Action) => void) {
    this.#run = run;
    // The sticky elements of the page start below the banner.
    const updateHeight = () => document.documentElement.style.setProperty('--banner', `${this.element.offsetHeight}px`);
    new ResizeObserver(updateHeight).observe(this.element);
  }

  /** Shows a message; an empty text hides the banner. */
  show(text: string, label = '', action: Action = 'refresh'): void {
    // Setting the text again would make screen readers announce it twice.
    if (text === this.#text) return;
    this.#text = text;
    const before = this.element.offsetHeight;
    const act = () => {
      this.show('');
      this.#isPressed = true;
      this.#run(action);
    };
    const next = text ? [createElement('span', {}, text), button(label, act, { class: 'link' })] : [];
    this.element.replaceChildren(...next);
    if (text && this.#isPressed && document.activeElement === document.body)
      this.element.querySelector('button')?.focus();
    if (text) this.#isPressed = false;
    if (scrollY > 0) scrollBy({ top: this.element.offsetHeight - before, behavior: 'instant' });
  }
}
