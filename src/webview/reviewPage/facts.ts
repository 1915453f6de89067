/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { createElement, screenReaderText } from '../dom.ts';
import type { MovedPage, ChangedProperty } from './messages.ts';

/** Returns an empty list for changed properties. */
export function factList(label: string): HTMLElement {
  return createElement('ul', { class: 'properties', 'aria-label': label });
}

/**
 * Returns a collapsible list of pages whose address has changed with a page above them; undefined if there are none.
 */
export function movedBelowList(pages: readonly MovedPage[] = []): HTMLElement | undefined {
  if (pages.length === 0) return undefined;
  const words =
    pages.length === 1
      ? t('and one page below it has another address')
      : t`and ${pages.length} pages below it have other addresses`;
  const list = factList(t('Addresses of pages below it'));
  list.append(...pages.map(({ title, before, after }) => factElement({ name: title, before, after })));
  return createElement('details', { class: 'moved-below' }, createElement('summary', {}, words), list);
}

/**
 * Returns a list item for a changed property, such as "Slug: moorings, now mooring". The old value is struck through,
 * and labels tell screen readers which value is which.
 */
export function factElement({ name, before, after }: ChangedProperty): HTMLElement {
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
