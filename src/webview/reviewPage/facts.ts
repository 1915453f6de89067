/// <reference lib="dom" />
import { make, spoken } from '../dom.ts';
import type { ShownFact } from './messages.ts';

/** An empty list of what has another value. */
export function factList(label: string): HTMLElement {
  return make('ul', { class: 'properties', 'aria-label': label });
}

/** "Slug: moorings, now mooring": what it was is struck through, and a screen reader hears which is which. */
export function factOf({ name, before, after }: ShownFact): HTMLElement {
  const was = before !== undefined && make('del', {}, spoken(after === undefined ? 'removed: ' : 'was: '), before);
  const is = after !== undefined && make('ins', {}, spoken(before === undefined ? 'new: ' : 'now: '), after);
  const arrow = was && is && make('span', { 'aria-hidden': 'true' }, ' → ');
  return make('li', {}, make('span', { class: 'quiet name' }, name), make('span', {}, was, arrow, is));
}
