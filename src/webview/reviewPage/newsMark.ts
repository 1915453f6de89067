/// <reference lib="dom" />
import { make } from '../dom.ts';
import { icon } from '../icons.ts';

/** Marks what is another since the page showed another revision, and says what has become of it. */
export function newsMark(news: string): HTMLElement {
  return make('span', { class: 'news' }, icon('history'), news);
}
