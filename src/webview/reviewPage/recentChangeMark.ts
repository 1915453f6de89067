/// <reference lib="dom" />
import { createElement } from '../dom.ts';
import { icon } from '../icons.ts';

/** Returns a mark for content that has changed since the revision shown before, with a description of the change. */
export function recentChangeMark(recentChange: string): HTMLElement {
  return createElement('span', { class: 'news' }, icon('history'), recentChange);
}
