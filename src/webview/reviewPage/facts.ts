/// <reference lib="dom" />
import { make, spoken } from '../dom.ts';
import type { MovedPage, ShownFact } from './messages.ts';

/** An empty list of what has another value. */
export function factList(label: string): HTMLElement {
  return make('ul', { class: 'properties', 'aria-label': label });
}

/** "and 2 pages below it have another address", with both addresses of each when it is unfolded. */
export function movedBelowList(pages: readonly MovedPage[] = []): HTMLElement | undefined {
  if (pages.length === 0) return undefined;
  const words =
    pages.length === 1
      ? 'and one page below it has another address'
      : `and ${pages.length} pages below it have other addresses`;
  const list = factList('Addresses of pages below it');
  list.append(...pages.map(({ title, before, after }) => factOf({ name: title, before, after })));
  return make('details', { class: 'moved-below' }, make('summary', {}, words), list);
}

/** "Slug: moorings, now mooring": what it was is struck through, and a screen reader hears which is which. */
export function factOf({ name, before, after }: ShownFact): HTMLElement {
  const was =
    before !== undefined &&
    make('del', {}, spoken(after === undefined ? 'removed: ' : 'was: '), make('bdi', {}, before));
  const is =
    after !== undefined && make('ins', {}, spoken(before === undefined ? 'new: ' : 'now: '), make('bdi', {}, after));
  const arrow = was && is && make('span', { 'aria-hidden': 'true' }, ' → ');
  return make('li', {}, make('span', { class: 'quiet name' }, name), make('span', {}, was, arrow, is));
}
