/// <reference lib="dom" />
import { button, make } from '../dom.ts';
import type { Action } from './messages.ts';

/** What is said above everything, in a line with one action; what is being read stays where it is. */
export class Banner {
  readonly element = make('div', { class: 'banner', role: 'status' });
  readonly #run: (action: Action) => void;
  #text = '';
  /** Whether its button had the focus when it was pressed. What is said next has a button, too. */
  #isPressed = false;

  constructor(run: (action: Action) => void) {
    this.#run = run;
    // What sticks to the top stands below it.
    const tell = () => document.documentElement.style.setProperty('--banner', `${this.element.offsetHeight}px`);
    new ResizeObserver(tell).observe(this.element);
  }

  /** Without words it is not there. */
  show(text: string, label = '', action: Action = 'refresh'): void {
    // What is said already is not announced again.
    if (text === this.#text) return;
    this.#text = text;
    const before = this.element.offsetHeight;
    const act = () => {
      this.show('');
      this.#isPressed = true;
      this.#run(action);
    };
    const next = text ? [make('span', {}, text), button(label, act, { class: 'link' })] : [];
    this.element.replaceChildren(...next);
    if (text && this.#isPressed && document.activeElement === document.body)
      this.element.querySelector('button')?.focus();
    if (text) this.#isPressed = false;
    if (scrollY > 0) scrollBy({ top: this.element.offsetHeight - before, behavior: 'instant' });
  }
}
