/// <reference lib="dom" />
import { iconButton, type Inside, make } from '../dom.ts';
import { isPlainLetter } from './keys.ts';

/** Shows a dialog; Escape and its first button close it, and the focus goes back to where it was. */
export function showDialog(name: string, title: string, ...inside: Inside[]): HTMLDialogElement {
  const before = document.activeElement;
  // What is around may be drawn anew meanwhile.
  const near = [
    before?.closest('.row')?.querySelector('.side[tabindex]'),
    before?.closest('.page')?.querySelector('h3'),
  ];
  const close = iconButton('close', 'Close', () => dialog.close());
  const header = make('header', {}, make('h2', {}, title), close);
  const dialog = make('dialog', { class: name, 'aria-label': title }, header, ...inside);
  dialog.addEventListener('close', () => {
    dialog.remove();
    const focusTarget = [before, ...near, document.querySelector('.bar .primary')].find(one => one?.isConnected);
    if (focusTarget instanceof HTMLElement) focusTarget.focus({ preventScroll: true });
  });
  // What is behind the dialog has no keys now.
  dialog.addEventListener('keydown', event => {
    if (isPlainLetter(event)) event.stopPropagation();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
