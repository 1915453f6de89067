/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { createElement, screenReaderText } from '../dom.ts';
import type { MovedPage, ChangedProperty } from './messages.ts';

/** An empty list of what has another value. */
export function factList(label: string): HTMLElement {
  return createElement('ul', { class: 'properties', 'aria-label': label });
}

/** "and 2 pages below it have another address", with both addresses of each when it is unfolded. */
export function movedBelowList(pages: readonly MovedPage[] = []): HTMLElement | undefined {
  if (pages.length === 0) return undefined;
  const words =
    pages.length === 1
      ? t('and one page below it has another address')
      : t`and ${pages.length} pages below it have other addresses`;
  const list = factList(t('Addresses of pages below it'));
  list.append(...pages.map(({ title, before, after }) => factOf({ name: title, before, after })));
  return createElement('details', { class: 'moved-below' }, createElement('summary', {}, words), list);
}

/** "Slug: moorings, now mooring": what it was is struck through, and a screen reader hears which is which. */
export function factOf({ name, before, after }: ChangedProperty): HTMLElement {
  const was =
    before !== undefined &&
    createElement(
      'del',
      {},
      screenReaderText(`${after === undefined ? t('removed') : t('was')}: `),
      createElement('bdi', {}, before),
    );
  const is =
    after !== undefined &&
    createElement(
      'ins',
      {},
      screenReaderText(`${before === undefined ? t('new') : t('now')}: `),
      createElement('bdi', {}, after),
    );
  const arrow = was && is && createElement('span', { 'aria-hidden': 'true' }, ' → ');
  return createElement(
    'li',
    {},
    createElement('span', { class: 'quiet name' }, name),
    createElement('span', {}, was, arrow, is),
  );
}
