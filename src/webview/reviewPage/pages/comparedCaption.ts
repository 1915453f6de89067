/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, redraw } from '../../dom.ts';
import type { Action, ComparedVersion } from '../messages.ts';

/** Shows the comparison base, with buttons to choose another one. */
export class ComparedCaption {
  readonly element = createElement('span', { class: 'compared' });
  current: ComparedVersion | undefined;
  readonly #run: (action: Action) => void;

  constructor(run: (action: Action) => void) {
    this.#run = run;
  }

  show(against: ComparedVersion | undefined): void {
    this.current = against;
    const since = () => this.#run('compareSince');
    const all = () => this.#run('showAllChanges');
    const parts = against
      ? [
          createElement('span', { class: 'quiet' }, against.words),
          button(t('Compare Since…'), since, { class: 'link' }),
          ...(against.isSince ? [button(t('Show All Changes'), all, { class: 'link' })] : []),
        ]
      : [];
    redraw(this.element, ...parts);
  }
}

/** Renders the captions above both sides of a page. */
export function captionsOf({ before }: ComparedVersion): HTMLElement {
  const caption = (side: string, of: string) =>
    createElement('span', { class: 'quiet' }, createElement('b', {}, side), ` ${of}`);
  return createElement(
    'div',
    { class: 'row captions' },
    caption(t('Before'), before),
    caption(t('After'), t('this change request')),
  );
}

/** Returns the text shown if no page has changed. */
export function describeNoChanges(against: ComparedVersion | undefined): string {
  if (against?.isSince) return t('No page has changed since then.');
  return t('It changes no page yet. It can be discussed, reviewed and merged all the same.');
}
