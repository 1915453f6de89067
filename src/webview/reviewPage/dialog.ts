/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { iconButton, type Child, createElement } from '../dom.ts';
import { isPlainLetter } from './keys.ts';

/** Shows a dialog; Escape and its first button close it, and the focus goes back to where it was. */
export function showDialog(name: string, title: string, ...inside: Child[]): HTMLDialogElement {
  const before = document.activeElement;
  // The focused element may be redrawn while the dialog is open, so its neighbours are noted as fallbacks for the
  // focus.
  const near = [
    before?.closest('.row')?.querySelector('.side[tabindex]'),
    before?.closest('.page')?.querySelector('h3'),
  ];
  const close = iconButton('close', t('Close'), () => dialog.close());
  const header = createElement('header', {}, createElement('h2', {}, title), close);
  const dialog = createElement('dialog', { class: name, 'aria-label': title }, header, ...inside);
  dialog.addEventListener('close', () => {
    dialog.remove();
    const focusTarget = [before, ...near, document.querySelector('.bar .primary')].find(one => one?.isConnected);
    if (focusTarget instanceof HTMLElement) focusTarget.focus({ preventScroll: true });
  });
  // Plain letters must not trigger keys of the page behind the dialog.
  dialog.addEventListener('keydown', event => {
    if (isPlainLetter(event)) event.stopPropagation();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
