/// <reference lib="dom" />
import { button, make, redraw } from '../../dom.ts';
import type { Action, Against } from '../messages.ts';

/** Says what the pages are compared with, and leads to something else. */
export class Compared {
  readonly element = make('span', { class: 'compared' });
  now: Against | undefined;
  readonly #run: (action: Action) => void;

  constructor(run: (action: Action) => void) {
    this.#run = run;
  }

  show(against: Against | undefined): void {
    this.now = against;
    const since = () => this.#run('compareSince');
    const all = () => this.#run('showAllChanges');
    const parts = against
      ? [
          make('span', { class: 'quiet' }, against.words),
          button('Compare Since…', since, { class: 'link' }),
          ...(against.isSince ? [button('Show All Changes', all, { class: 'link' })] : []),
        ]
      : [];
    redraw(this.element, ...parts);
  }
}

/** What stands above both sides of a page. */
export function captionsOf({ before }: Against): HTMLElement {
  const caption = (side: string, of: string) => make('span', { class: 'quiet' }, make('b', {}, side), ` ${of}`);
  return make('div', { class: 'row captions' }, caption('Before', before), caption('After', 'this change request'));
}

/** What is said in place of pages, where there are none. */
export function noneOf(against: Against | undefined): string {
  if (against?.isSince) return 'No page has changed since then.';
  return 'It changes no page yet. It can be discussed, reviewed and merged all the same.';
}
