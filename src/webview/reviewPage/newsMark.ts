/// <reference lib="dom" />
import { createElement } from '../dom.ts';
import { icon } from '../icons.ts';

/** Marks what is another since the page showed another revision, and says what has become of it. */
export function newsMark(news: string): HTMLElement {
  return createElement('span', { class: 'news' }, icon('history'), news);
}
