/// <reference lib="dom" />
import { isField } from '../dom.ts';
import type { FromPage } from './messages.ts';

/** Tells whether plain letters are keys: while the page has the focus, and no text is typed. */
export function tellFocus(tell: (message: FromPage) => void): void {
  const now = () => tell({ type: 'focus', isReading: document.hasFocus() && !isField(document.activeElement) });
  for (const event of ['focus', 'blur'] as const) addEventListener(event, now);
  for (const event of ['focusin', 'focusout'] as const) document.addEventListener(event, () => setTimeout(now));
  // VS Code gives the focus to a page that takes more than 200 ms to load before its script runs.
  now();
  document.addEventListener('keydown', event => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    // VS Code would run the command of a plain letter as well: it may not know yet that a field has the focus.
    if (key.length === 1 && !ctrlKey && !metaKey && !altKey && isField(target)) event.stopPropagation();
  });
}
