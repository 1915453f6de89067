import type { Block } from '../block.ts';
import type { Steps } from '../steps.ts';
import { isFollowed } from '../targets.ts';
import type { Cell, Change } from './change.ts';
import { classes, element, type Html } from './element.ts';
import { blockOf, fateOf, isShown, viewInside } from './view.ts';
import { imageHtml, type WordView, wordsHtml } from './wordsHtml.ts';

/** Shows a table, with what has changed in its cells. */
export function* tableHtml(change: Change, view: WordView, { align = [], header = [] }: Block): Steps<Html> {
  const classOf = (index: number) => alignment(align[index] ?? undefined);
  const row = (name: string, cells: Shown[]) =>
    cells.map(({ html }, index) => element(name, { class: classOf(index) }, html));
  const titles = header.some(title => title) ? row('th', yield* cellsIn(change.cells, view)) : [];
  const rows = (yield* rowsIn(change, view)).map(({ attributes, cells }) =>
    element('tr', attributes, ...row('td', cells)),
  );
  const head = titles.length ? element('thead', {}, element('tr', {}, ...titles)) : '';
  const table = element('table', {}, head, element('tbody', {}, ...rows));
  if (header.length <= mostThatFit) return table;
  return element('div', { class: 'marginalia-scroll', tabindex: 0, role: 'group', 'aria-label': 'Table' }, table);
}

/** A table of more columns is scrolled sideways, also by keyboard. */
const mostThatFit = 5;

/** Shows a table each row of which is a card: its cover on top, where it leads to at the bottom. */
export function* cardsHtml(change: Change, view: WordView): Steps<Html> {
  const columns = columnsOf(change, view);
  const isLarge = blockOf(change, view.side).attributes['data-card-size'] === 'large';
  const cards: Html[] = [];
  for (const { attributes, cells, view: inside } of yield* rowsIn(change, view)) {
    const parts: { order: number; html: Html }[] = [];
    for (const [index, cell] of cells.entries()) parts.push(yield* cardPart(cell, columns[index] ?? {}, inside));
    const inOrder = parts.filter(({ html }) => html).toSorted((one, other) => one.order - other.order);
    cards.push(element('li', attributes, ...inOrder.map(({ html }) => html)));
  }
  // Nobody sees the titles of their columns, but a change of them.
  const isRenamed = change.cells?.some(({ kind }) => kind !== 'same');
  const titles = isRenamed ? (yield* cellsIn(change.cells, view)).map(({ html }) => html) : [];
  const head = titles.length ? element('div', { class: 'marginalia-title' }, titles.join(' · ')) : '';
  const className = classes('marginalia-cards', isLarge && 'marginalia-large');
  return element('div', { class: className }, head, element('ul', {}, ...cards));
}

type Column = Readonly<Record<string, string>>;

function* cardPart({ html, cell }: Shown, column: Column, view: WordView): Steps<{ order: number; html: Html }> {
  if (column['data-card-target'] !== undefined) {
    return { order: 2, html: html && element('div', { class: 'marginalia-card-target' }, html) };
  }
  if (column['data-card-cover'] === undefined) return { order: 1, html: html && element('div', {}, html) };
  const covers = yield* coversIn(cell, view);
  return { order: covers ? 0 : 1, html: covers || (html && element('div', {}, html)) };
}

/** The pictures that a cell leads to, with its words below where these have changed. */
function* coversIn(cell: Cell, view: WordView): Steps<Html> {
  const sides = view.side === 'both' ? (['before', 'after'] as const) : [view.side];
  const targets = new Map(sides.flatMap(side => targetsIn(cell, side).map(target => [target, side])));
  const images = [...targets]
    .filter(([target, side]) => isFollowed('src', target) && view.around.image(target, side))
    .map(([src, side]) => imageHtml({ attributes: { src } }, { ...view, side }));
  if (!images.length) return '';
  const isChanged = cell.kind !== 'same' || view.fate !== undefined;
  const said = isChanged ? element('div', {}, yield* wordsHtml(cell.words, view)) : '';
  return element('div', { class: 'marginalia-cover' }, ...images) + said;
}

function targetsIn({ words }: Cell, side: 'before' | 'after'): string[] {
  const shown = words.flatMap(run => {
    if (side === 'before') return run.kind === 'added' ? [] : run.before;
    return run.kind === 'removed' ? [] : run.after;
  });
  return shown.flatMap(({ marks }) => marks.find(({ name }) => name === 'a')?.attributes['href'] ?? []);
}

/** What the columns that this side has say about themselves, in their order. */
function columnsOf({ before, after, cells = [] }: Change, { side }: WordView): Column[] {
  const [left, right] = [before?.columns ?? [], after?.columns ?? []];
  let [b, a] = [0, 0];
  return cells.flatMap(({ kind }) => {
    const was = kind === 'added' ? undefined : left[b++];
    const is = kind === 'removed' ? undefined : right[a++];
    if (side === 'before') return kind === 'added' ? [] : [was ?? is ?? {}];
    return side === 'after' && kind === 'removed' ? [] : [is ?? was ?? {}];
  });
}

interface Shown {
  cell: Cell;
  html: Html;
}

interface ShownRow {
  attributes: Record<string, string | false | undefined>;
  view: WordView;
  cells: Shown[];
}

function* rowsIn(change: Change, view: WordView): Steps<ShownRow[]> {
  const rows: ShownRow[] = [];
  for (const child of change.children) {
    if (!isShown(child, view.side)) continue;
    yield;
    const { isNews, view: inside } = viewInside(child, change.kind, view);
    const { start, end } = blockOf(child, inside.side);
    const attributes = { class: isNews && `marginalia-${child.kind}`, 'data-lines': `${start}-${end}` };
    rows.push({ attributes, view: inside, cells: yield* cellsIn(child.cells, inside) });
  }
  return rows;
}

/** The cells of the columns that this side has. */
function* cellsIn(cells: readonly Cell[] = [], view: WordView): Steps<Shown[]> {
  const result: Shown[] = [];
  for (const [index, cell] of cells.entries()) {
    if (view.side !== 'both' && cell.kind === (view.side === 'before' ? 'added' : 'removed')) continue;
    if (index % cellsInStep === cellsInStep - 1) yield;
    const html = yield* wordsHtml(cell.words, { ...view, fate: view.fate ?? fateOf(cell.kind) });
    result.push({ cell, html });
  }
  return result;
}

const cellsInStep = 100;

function alignment(align: string | undefined): string | undefined {
  return align && align !== 'left' ? `marginalia-${align}` : undefined;
}
