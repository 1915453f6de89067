/// <reference lib="dom" />

/** A table before and after, side by side, with its cells aligned. */
export class TablePair {
  readonly #sides: readonly [HTMLTableElement, HTMLTableElement];
  /** The sizes of both tables at the last alignment. */
  #sizes = '';

  constructor(before: HTMLTableElement, after: HTMLTableElement) {
    this.#sides = [before, after];
  }

  /** Sets equal column widths and row heights in both tables. */
  align(): void {
    if (this.#sizesNow === this.#sizes) return;
    const rows = this.#sides.map(({ rows }) => [...rows]);
    for (const row of rows.flat()) row.style.height = '';
    this.#alignColumns();
    this.#alignRows(rows);
    this.#sizes = this.#sizesNow;
  }

  get #sizesNow(): string {
    return this.#sides
      .map(table => [table.parentElement?.clientWidth, table.offsetWidth, table.offsetHeight].join())
      .join(' ');
  }

  #alignColumns(): void {
    const counts = this.#sides.map(columnCount);
    if (counts[0] !== counts[1]) return;
    const columns = this.#sides.map(columnsOf);
    for (const column of columns.flat()) column.style.width = '';
    const [before = [], after = []] = this.#sides.map(widthsOf);
    const widths = before.map((width, index) => Math.max(width, after[index] ?? 0));
    const total = widths.reduce((sum, width) => sum + width, 0);
    const room = Math.max(...this.#sides.map(({ offsetWidth }) => offsetWidth));
    for (const side of columns) {
      side.forEach((column, index) => (column.style.width = `${((widths[index] ?? 0) * room) / total}px`));
    }
  }

  #alignRows([before = [], after = []]: readonly HTMLTableRowElement[][]): void {
    if (before.length !== after.length) return;
    const heights = before.map((row, index) => [heightOf(row), after[index] ? heightOf(after[index]) : 0] as const);
    heights.forEach(([was, is], index) => {
      const lower = was < is ? before[index] : was > is ? after[index] : undefined;
      if (lower) lower.style.height = `${Math.max(was, is)}px`;
    });
  }
}

/** Returns the pairs of tables that a row has on both sides. */
export function tablePairsIn(row: HTMLElement): TablePair[] {
  const [before, after] = ['before', 'after'].map(side => [
    ...row.querySelectorAll<HTMLTableElement>(`:scope > .${side} .marginalia-scroll > table`),
  ]);
  if (!before || before.length !== after?.length) return [];
  return before.flatMap((table, index) => (after[index] ? [new TablePair(table, after[index])] : []));
}

/** Synchronizes horizontal scrolling of both sides. */
export function scrollTogether(row: HTMLElement): void {
  const positions = new WeakMap<Element, number>();
  row.addEventListener(
    'scroll',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || positions.get(target) === target.scrollLeft) return;
      positions.set(target, target.scrollLeft);
      const [before = [], after = []] = ['before', 'after'].map(side => [
        ...row.querySelectorAll(`:scope > .${side} :is(.marginalia-scroll, pre)`),
      ]);
      const other = after[before.indexOf(target)] ?? before[after.indexOf(target)];
      if (!other || before.length !== after.length) return;
      other.scrollLeft = target.scrollLeft;
      positions.set(other, other.scrollLeft);
    },
    { capture: true, passive: true },
  );
}

/** Returns a row with a cell in each column. */
function wholeRow(table: HTMLTableElement): HTMLTableRowElement | undefined {
  return [...table.rows].find(({ cells }) => [...cells].every(({ colSpan }) => colSpan === 1) && cells.length > 0);
}

function columnCount(table: HTMLTableElement): number {
  return wholeRow(table)?.cells.length ?? 0;
}

/** Returns the `col` elements of a table, and creates missing ones. */
function columnsOf(table: HTMLTableElement): HTMLTableColElement[] {
  const known = [...table.querySelectorAll<HTMLTableColElement>(':scope > colgroup > col')];
  if (known.length > 0) return known;
  const columns = Array.from({ length: columnCount(table) }, () => document.createElement('col'));
  const group = document.createElement('colgroup');
  group.append(...columns);
  table.prepend(group);
  return columns;
}

function widthsOf(table: HTMLTableElement): number[] {
  return [...(wholeRow(table)?.cells ?? [])].map(cell => cell.getBoundingClientRect().width);
}

function heightOf(row: HTMLElement): number {
  return row.getBoundingClientRect().height;
}
