import type { Block } from '../block.ts';
import type { Cell, Change } from './change.ts';
import { element, type Html } from './element.ts';
import { blockOf, fateOf, isShown, viewInside } from './view.ts';
import { type WordView, wordsHtml } from './wordsHtml.ts';

/** Shows a table, with what has changed in its cells. */
export function tableHtml(change: Change, view: WordView, { align = [], header = [] }: Block): Html {
  const classOf = (index: number) => alignment(align[index] ?? undefined);
  const row = (name: string, cells: Html[]) =>
    cells.map((html, index) => element(name, { class: classOf(index) }, html));
  const titles = header.some(title => title) ? row('th', cellsHtml(change.cells, view)) : [];
  const rows = rowsIn(change, view).map(({ attributes, cells }) => element('tr', attributes, ...row('td', cells)));
  const head = titles.length ? element('thead', {}, element('tr', {}, ...titles)) : '';
  return element('table', {}, head, element('tbody', {}, ...rows));
}

/** Shows a table each row of which is a card. */
export function cardsHtml(change: Change, view: WordView): Html {
  const cards = rowsIn(change, view).map(({ attributes, cells }) => {
    const said = cells.filter(html => html);
    return element('li', attributes, ...said.map(html => element('div', {}, html)));
  });
  // Nobody sees the titles of their columns, but a change of them.
  const isRenamed = change.cells?.some(({ kind }) => kind !== 'same');
  const titles = isRenamed ? cellsHtml(change.cells, view).join(' · ') : '';
  const head = titles && element('div', { class: 'marginalia-title' }, titles);
  return element('div', { class: 'marginalia-cards' }, head, element('ul', {}, ...cards));
}

function rowsIn(change: Change, view: WordView) {
  const rows = change.children.filter(child => isShown(child, view.side));
  return rows.map(child => {
    const { isNews, view: inside } = viewInside(child, change.kind, view);
    const { start, end } = blockOf(child, inside.side);
    const attributes = { class: isNews && `marginalia-${child.kind}`, 'data-lines': `${start}-${end}` };
    return { attributes, cells: cellsHtml(child.cells, inside) };
  });
}

/** The cells of the columns that this side has. */
function cellsHtml(cells: readonly Cell[] = [], view: WordView): Html[] {
  return cells
    .filter(({ kind }) => view.side === 'both' || kind !== (view.side === 'before' ? 'added' : 'removed'))
    .map(({ kind, words }) => wordsHtml(words, { ...view, fate: view.fate ?? fateOf(kind) }));
}

function alignment(align: string | undefined): string | undefined {
  return align && align !== 'left' ? `marginalia-${align}` : undefined;
}
