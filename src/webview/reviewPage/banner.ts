/// <reference lib="dom" />
import { button, make } from '../dom.ts';

/** What is said above everything, in a line with one action; what is being read stays where it is. */
export class Banner {
  readonly element = make('div', { class: 'banner', role: 'status' });
  readonly #act: () => void;

  constructor(act: () => void) {
    this.#act = act;
    // What sticks to the top stands below it.
    const tell = () => document.documentElement.style.setProperty('--banner', `${this.element.offsetHeight}px`);
    new ResizeObserver(tell).observe(this.element);
  }

  /** Without words it is not there. */
  show(text: string, label = ''): void {
    const before = this.element.offsetHeight;
    const act = () => {
      this.show('');
      this.#act();
    };
    this.element.replaceChildren(...(text ? [make('span', {}, text), button(label, act, { class: 'link' })] : []));
    if (scrollY > 0) scrollBy({ top: this.element.offsetHeight - before, behavior: 'instant' });
  }
}
