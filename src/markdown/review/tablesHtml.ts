import { t } from '@vscode/l10n';
import type { Block } from '../block.ts';
import type { Resumable } from '../resumable.ts';
import { isAllowedAddress } from '../targets.ts';
import { type CellChange, type BlockChange, hasOnlyInvisibleChanges } from './change.ts';
import { classes, element, escapeHtml, type Html } from './element.ts';
import {
  blockOnSide,
  changeMarkOf,
  foldButton,
  isDivided,
  isOnSide,
  type FoldableRun,
  foldableRunsOf,
  viewOfChild,
} from './view.ts';
import { imageHtml, type WordView, wordsHtml } from './wordsHtml.ts';

/** Renders a table with the changes in its cells. It scrolls sideways if it is too wide. */
export function* tableHtml(change: BlockChange, view: WordView, { align = [], header = [] }: Block): Resumable<Html> {
  const hidden = hiddenColumns(change);
  const isSeen = ({ column }: Shown) => !hidden.has(column);
  const row = (name: string, cells: Shown[]) =>
    cells.map(({ html, place, cell }) => {
      const isChanged = name === 'td' && cell.kind !== 'same';
      return element(name, { class: classes(alignment(align[place]), isChanged && 'marginalia-changed') }, html);
    });
  const columns = columnsOf(change, view);
  const titles = (yield* cellsIn(change.cells, view)).filter(isSeen).map(title => {
    const isHidden = columns[title.place]?.['data-hidden'] !== undefined;
    return isHidden ? { ...title, html: `${title.html} ${detail(escapeHtml(t('hidden')))}` } : title;
  });
  const rows = yield* rowsIn(change, view);
  const width = Math.max(titles.length, ...rows.slice(0, 1).map(({ cells }) => cells.filter(isSeen).length));
  const body = divided(change, view, rows).map(({ items, isFolded }) => {
    const written = items.map(({ attributes, cells }) =>
      cells.length
        ? element('tr', attributes, ...row('td', cells.filter(isSeen)))
        : element('tr', attributes, element('td', { colspan: width })),
    );
    if (!isFolded) return element('tbody', {}, ...written);
    const button = element('td', { colspan: width }, foldButton(items.length, 'row'));
    return (
      element('tbody', { class: 'marginalia-fold' }, element('tr', {}, button)) +
      element('tbody', { class: 'marginalia-folded', hidden: true }, ...written)
    );
  });
  const isTitled = header.some(title => title);
  const head = isTitled ? element('thead', {}, element('tr', {}, ...row('th', titles))) : '';
  const table = element('table', {}, head, ...(body.length ? body : [element('tbody', {})]));
  return element('div', { class: 'marginalia-scroll', tabindex: 0, role: 'group', 'aria-label': t('Table') }, table);
}

/** Divides the rows of a table into stretches; long stretches of unchanged rows are folded. */
function divided(change: BlockChange, view: WordView, rows: readonly ShownRow[]): FoldableRun<ShownRow>[] {
  if (!rows.length) return [];
  if (!view.isFolding || !isDivided(change, view)) return [{ items: rows, isFolded: false }];
  return foldableRunsOf(rows, ({ isSame }) => isSame);
}

/** Returns the indexes of columns that readers do not see, unless something in them has changed. */
function hiddenColumns({ before, after, cells = [], children }: BlockChange): ReadonlySet<number> {
  const [leftColumns = [], rightColumns = []] = [before?.columns, after?.columns];
  const hidden = new Set<number>();
  let [b, a] = [0, 0];
  for (const [index, { kind }] of cells.entries()) {
    const sides = [kind === 'added' ? undefined : leftColumns[b++], kind === 'removed' ? undefined : rightColumns[a++]];
    const known = sides.filter(side => side !== undefined);
    const isSame = (cell: CellChange | undefined) => (cell?.kind ?? 'same') === 'same';
    if (kind !== 'same' || known.length === 0 || known.some(column => column['data-hidden'] === undefined)) continue;
    if (children.every(row => isSame(row.cells?.[index]))) hidden.add(index);
  }
  return hidden;
}

/** Renders a table as cards, one for each row: the cover at the top, the target at the bottom. */
export function* cardsHtml(change: BlockChange, view: WordView): Resumable<Html> {
  const columns = columnsOf(change, view);
  const isLarge = blockOnSide(change, view.side).attributes['data-card-size'] === 'large';
  const cards: Html[] = [];
  const titles = yield* cellsIn(change.cells, view);
  for (const { attributes, cells, view: inside } of yield* rowsIn(change, { ...view, isBeside: false })) {
    const parts: { order: number; html: Html }[] = [];
    for (const cell of cells) {
      const [column, title] = [columns[cell.place] ?? {}, titles[cell.place]?.html ?? ''];
      parts.push(isHiddenInCard(column) ? hiddenPart(cell, title) : yield* cardPart(cell, column, inside));
    }
    const inOrder = parts.filter(({ html }) => html).toSorted((one, other) => one.order - other.order);
    cards.push(element('li', attributes, ...inOrder.map(({ html }) => html)));
  }
  // Column titles of cards are hidden, so only changed ones are shown.
  const isRenamed = change.cells?.some(({ kind }) => kind !== 'same');
  const renamed = isRenamed ? titles.map(({ html }) => html) : [];
  const head = renamed.length ? element('div', { class: 'marginalia-title' }, renamed.join(' · ')) : '';
  const className = classes('marginalia-cards', isLarge && 'marginalia-large');
  return element('div', { class: className }, head, element('ul', {}, ...cards));
}

type Column = Readonly<Record<string, string>>;

/** Returns true for a hidden column, unless it provides the cover or the target of the card. */
function isHiddenInCard(column: Column): boolean {
  const isPart = column['data-card-target'] !== undefined || column['data-card-cover'] !== undefined;
  return !isPart && (column['data-hidden'] !== undefined || column['data-card-cover-dark'] !== undefined);
}

/** Renders a hidden cell if it has changed, with a label that says it is hidden. */
function hiddenPart({ html, cell }: Shown, title: Html): { order: number; html: Html } {
  if (cell.kind === 'same') return { order: 1, html: '' };
  const name = detail([escapeHtml(t('hidden')), title].filter(Boolean).join(': '));
  return { order: 1, html: element('div', {}, `${html} `, name) };
}

function detail(html: Html): Html {
  return element('span', { class: 'marginalia-detail' }, html);
}

function* cardPart({ html, cell }: Shown, column: Column, view: WordView): Resumable<{ order: number; html: Html }> {
  if (column['data-card-target'] !== undefined) {
    return { order: 2, html: html && element('div', { class: 'marginalia-card-target' }, html) };
  }
  if (column['data-card-cover'] === undefined) return { order: 1, html: html && element('div', {}, html) };
  const covers = yield* coversIn(cell, view);
  return { order: covers ? 0 : 1, html: covers || (html && element('div', {}, html)) };
}

/** Renders the pictures that a cell links to, with its words below if they have changed. */
function* coversIn(cell: CellChange, view: WordView): Resumable<Html> {
  const [before, after] = [targetsIn(cell, 'before'), targetsIn(cell, 'after')];
  const targets = { before, after, both: [...before, ...after] }[view.side];
  const images = [...new Set(targets)].flatMap(src => {
    const side = view.side === 'both' ? (after.includes(src) ? 'after' : 'before') : view.side;
    if (!isAllowedAddress('src', src) || !view.context.image(src, side)) return [];
    const image = imageHtml({ attributes: { src } }, { ...view, side });
    // In a single column, an image of only one side is marked.
    const isMarked = view.side === 'both' && before.includes(src) !== after.includes(src);
    return isMarked ? element(side === 'before' ? 'del' : 'ins', {}, image) : image;
  });
  if (!images.length) return '';
  const isChanged = cell.kind !== 'same' || view.changeMark !== undefined;
  const wordsOfCell = isChanged ? element('div', {}, yield* wordsHtml(cell.words, view)) : '';
  return element('div', { class: 'marginalia-cover' }, ...images) + wordsOfCell;
}

function targetsIn({ words }: CellChange, side: 'before' | 'after'): string[] {
  const displayed = words.flatMap(run => {
    if (side === 'before') return run.kind === 'added' ? [] : run.before;
    return run.kind === 'removed' ? [] : run.after;
  });
  return displayed.flatMap(({ marks }) => marks.find(({ name }) => name === 'a')?.attributes['href'] ?? []);
}

/** Returns the attributes of the columns of one side, in order. */
function columnsOf({ before, after, cells = [] }: BlockChange, { side }: WordView): Column[] {
  const [columnsBefore, columnsAfter] = [before?.columns ?? [], after?.columns ?? []];
  let [b, a] = [0, 0];
  return cells.flatMap(({ kind }) => {
    const was = kind === 'added' ? undefined : columnsBefore[b++];
    const is = kind === 'removed' ? undefined : columnsAfter[a++];
    if (side === 'before') return kind === 'added' ? [] : [was ?? is ?? {}];
    return side === 'after' && kind === 'removed' ? [] : [is ?? was ?? {}];
  });
}

interface Shown {
  cell: CellChange;
  /** The index of the cell's column among all columns. `place` is the index among the columns of its side. */
  column: number;
  place: number;
  html: Html;
}

interface ShownRow {
  attributes: Record<string, string | number | boolean | undefined>;
  view: WordView;
  /** Empty for a row of the other side. */
  cells: Shown[];
  isSame: boolean;
}

function* rowsIn(change: BlockChange, view: WordView): Resumable<ShownRow[]> {
  const rows: ShownRow[] = [];
  let isAfterChange = false;
  for (const child of change.children) {
    const isHere = isOnSide(child, view.side);
    if (!isHere && !view.isBeside) continue;
    yield;
    const { hasOwnChange, view: inside } = viewOfChild(child, change.kind, view);
    const { start, end } = blockOnSide(child, inside.side);
    const isSame = child.kind === 'same' || hasOnlyInvisibleChanges(child);
    const isHunk = !isSame && !isAfterChange && isDivided(change, view);
    isAfterChange = !isSame;
    const kind = isHere ? hasOwnChange && `marginalia-${child.kind}` : 'marginalia-nothing';
    const attributes = {
      class: classes(kind, isHunk && 'marginalia-hunk'),
      tabindex: isHunk && -1,
      'aria-hidden': !isHere && 'true',
      'data-lines': isHere && `${start}-${end}`,
    };
    rows.push({ attributes, view: inside, cells: isHere ? yield* cellsIn(child.cells, inside) : [], isSame });
  }
  return rows;
}

/** Renders the cells of the columns that this side has. */
function* cellsIn(cells: readonly CellChange[] = [], view: WordView): Resumable<Shown[]> {
  const result: Shown[] = [];
  for (const [column, cell] of cells.entries()) {
    if (view.side !== 'both' && cell.kind === (view.side === 'before' ? 'added' : 'removed')) continue;
    if (column % cellsInStep === cellsInStep - 1) yield;
    const html = yield* wordsHtml(cell.words, { ...view, changeMark: view.changeMark ?? changeMarkOf(cell.kind) });
    result.push({ cell, column, place: result.length, html });
  }
  return result;
}

const cellsInStep = 100;

function alignment(align: string | null | undefined): string | undefined {
  return align && align !== 'left' ? `marginalia-${align}` : undefined;
}
