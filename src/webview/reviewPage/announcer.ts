/// <reference lib="dom" />
import { createElement } from '../dom.ts';

/** Tells users of screen readers what has happened, where only the look of the page changes. */
export class Announcer {
  readonly element = createElement('div', { class: 'marginalia-said', role: 'status' });

  /** Has a sentence read out after what is being read. */
  announce(sentence: string): void {
    // Screen readers read changes, so a repeated sentence differs by a space that they do not read.
    const isRepeated = this.element.textContent === sentence;
    this.element.textContent = isRepeated ? `${sentence}\u00a0` : sentence;
  }
}
