/// <reference lib="dom" />
import { button, make, redraw, rendered } from './dom.ts';
import type { FromPage, ListedPage, Mode, ShownFact, ShownRow, ShownThread } from './messages.ts';
import { follow } from './tabs.ts';
import { threadView } from './threadView.ts';

interface Around {
  mode: () => Mode;
  /** Whether what is the same is shown, too. */
  isWhole: () => boolean;
  tell: (message: FromPage) => void;
  /** The page that comes behind this one. */
  next: (element: HTMLElement) => PageView | undefined;
}

const signOf: ReadonlyMap<string, string> = new Map([
  ['changed', '~'],
  ['added', '+'],
  ['removed', '−'],
  ['moved', '↑'],
  ['moved-away', '↓'],
]);

/** One page of the change request: asked for when it comes into view, and left as it is until it is another. */
export class PageView {
  readonly element: HTMLElement;
  page: ListedPage;
  isFilled = false;
  readonly #around: Around;
  readonly #properties = make('ul', { class: 'properties', 'aria-label': 'Changed about the page' });
  readonly #body = make('div', { class: 'body' });
  readonly #facts = make('span', { class: 'facts' });
  readonly #title: HTMLElement;
  readonly #viewed = make('input', { type: 'checkbox' });
  #isAsked = false;
  #rows: readonly ShownRow[] = [];
  #threads: readonly ShownThread[] = [];
  /** Whether rows that are the same are shown, too: somebody has unfolded them. */
  #isUnfolded = false;

  constructor(page: ListedPage, around: Around) {
    this.page = page;
    this.#around = around;
    this.#title = make('h2', { tabindex: -1 }, page.title);
    this.#viewed.addEventListener('change', () => {
      around.tell({ type: 'mark', id: page.id, isViewed: this.#viewed.checked });
      // Who has viewed a page goes on with the next one.
      if (this.#viewed.checked) around.next(this.element)?.meet();
    });
    const fold = button('', () => this.#fold(this.#body.hidden === false), { class: 'fold', 'aria-expanded': 'true' });
    fold.setAttribute('aria-label', `Fold ${page.title}`);
    const label = make('label', { class: 'viewed' }, this.#viewed, ' Viewed');
    label.hidden = page.isViewed === undefined;
    const header = make('header', {}, fold, this.#title, this.#facts, label);
    this.element = make('article', { class: 'page', 'aria-label': page.title }, header, this.#properties, this.#body);
    this.element.dataset['id'] = page.id;
    this.#body.append(make('p', { class: 'waiting' }, 'Reading…'));
    follow(this.#body, target => around.tell({ type: 'follow', id: page.id, target }));
    this.update(page);
    if (page.isViewed) this.#fold(true);
  }

  /** Asks for what it says, unless that was done. */
  demand(): void {
    if (this.#isAsked || this.#body.hidden) return;
    this.#isAsked = true;
    this.#around.tell({ type: 'show', id: this.page.id, mode: this.#around.mode() });
  }

  update(page: ListedPage): void {
    const isTicked = page.isViewed && !this.page.isViewed;
    this.page = page;
    this.#viewed.checked = page.isViewed ?? false;
    const { kind, path, conversations } = page;
    const open = conversations ? `${conversations} open ${conversations === 1 ? 'conversation' : 'conversations'}` : '';
    this.#facts.textContent = [kind === 'same' ? '' : kind, path, open].filter(fact => fact).join(' · ');
    if (isTicked) this.#fold(true);
  }

  fill(rows: readonly ShownRow[], facts: readonly ShownFact[]): void {
    this.isFilled = true;
    this.#properties.replaceChildren(...facts.map(factOf));
    this.element.classList.add('filled');
    this.#rows = rows;
    this.#isUnfolded = false;
    this.#show();
  }

  /** Shows what was said on the page, each conversation below its block. */
  discuss(threads: readonly ShownThread[]): void {
    this.#threads = threads;
    if (this.isFilled) this.#show();
  }

  fail(why: string): void {
    const retry = button('Try Again', () => this.again(), { class: 'secondary' });
    this.#body.replaceChildren(make('p', { class: 'waiting', role: 'alert' }, `${why} `, retry));
  }

  /** Asks anew where that was done. */
  again(): void {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.demand();
  }

  /** Ticks it as viewed, or not, as a click on its box does. */
  toggleViewed(): void {
    if (this.page.isViewed !== undefined) this.#viewed.click();
  }

  focus(): void {
    if (this.#body.hidden) this.#fold(false);
    this.meet();
  }

  /** Brings its heading to the top, with the focus; folded where it is folded. */
  meet(): void {
    this.element.scrollIntoView();
    this.#title.focus({ preventScroll: true });
  }

  #fold(isFolded: boolean): void {
    this.#body.hidden = this.#properties.hidden = isFolded;
    this.element.querySelector('.fold')?.setAttribute('aria-expanded', String(!isFolded));
    if (!isFolded) this.demand();
  }

  /** Draws all of it; what has the focus has it again. */
  #show(): void {
    const rows = this.#rows;
    this.#body.className = `body ${this.#around.mode()}`;
    const below = Map.groupBy(this.#threads, ({ line }) => rowAt(rows, line));
    const isSeen = seen(rows, this.#isUnfolded || this.#around.isWhole(), new Set(below.keys()));
    const shown: Node[] = this.#discussed(below.get(-1));
    rows.forEach((row, index) => {
      if (isSeen(index)) shown.push(this.#row(row));
      else if (isSeen(index - 1) || index === 0) shown.push(folded(rows, index, isSeen, () => this.#unfold()));
      shown.push(...this.#discussed(below.get(index)));
    });
    const isSame = rows.every(({ kind }) => kind === 'same') && this.page.kind !== 'same';
    if (isSame) shown.unshift(make('p', { class: 'waiting' }, 'Its text is the same.'));
    redraw(this.#body, ...shown);
  }

  #discussed(threads: readonly ShownThread[] = []): HTMLElement[] {
    return threads.map(thread => threadView(thread, () => this.#around.tell({ type: 'discuss', comment: thread.id })));
  }

  #unfold(): void {
    this.#isUnfolded = true;
    this.#show();
  }

  #row(row: ShownRow): HTMLElement {
    const { kind, said, before, after, notes, line } = row;
    const isChange = kind !== 'same';
    const side = (html: string | undefined, name: 'before' | 'after') => {
      if (html === undefined) return make('div', { class: `side ${name} nothing`, 'aria-hidden': 'true' });
      const isStop = name === 'after' || after === undefined;
      const attributes = { class: `side ${name}`, role: 'group', 'aria-label': `${name}: ${said}` };
      const sign = make('span', { class: 'sign', 'aria-hidden': 'true' }, signOf.get(kind) ?? '');
      const cell = make(
        'div',
        { ...attributes, ...(isStop && { tabindex: 0 }) },
        sign,
        rendered(html, { class: 'prose' }),
      );
      if (isStop && notes) cell.append(rendered(notes, { class: 'noted' }));
      if (isStop && line !== undefined) cell.append(this.#source(line));
      return cell;
    };
    const isSplit = this.#around.mode() === 'split';
    const sides = isSplit || after === undefined ? [side(before, 'before')] : [];
    if (isSplit || after !== undefined) sides.push(side(after, 'after'));
    return make('div', { class: `row ${kind}${isChange ? ' change' : ''}` }, ...sides);
  }

  #source(line: number): HTMLElement {
    const open = () => this.#around.tell({ type: 'open', id: this.page.id, line });
    return button('Source', open, {
      class: 'source',
      title: 'Show this block in the source, where it can be commented on',
    });
  }
}

/** "Slug: moorings, now mooring": what it was is struck through, and a screen reader hears which is which. */
function factOf({ name, before, after }: ShownFact): HTMLElement {
  const was = before !== undefined && make('del', {}, hidden(after === undefined ? 'removed: ' : 'was: '), before);
  const is = after !== undefined && make('ins', {}, hidden(before === undefined ? 'new: ' : 'now: '), after);
  return make('li', {}, `${name}: `, was, was && is && ' ', is);
}

function hidden(words: string): HTMLElement {
  return make('span', { class: 'marginalia-said' }, words);
}

/** The row of a line of the source; -1 for what is about the whole page. */
function rowAt(rows: readonly ShownRow[], line: number | undefined): number {
  if (line === undefined) return -1;
  return rows.findLastIndex(row => row.line !== undefined && row.line <= line && row.kind !== 'removed');
}

/**
 * Which rows are shown: what has changed or is discussed, and one row of what is around it. A single one is not worth
 * folding.
 */
function seen(rows: readonly ShownRow[], isWhole: boolean, discussed: ReadonlySet<number>): (index: number) => boolean {
  const isAll = isWhole || rows.every(({ kind }) => kind === 'same');
  const isMeant = (index: number) => discussed.has(index) || (rows[index]?.kind ?? 'same') !== 'same';
  const isNear = (index: number) => [index - 1, index, index + 1].some(isMeant);
  const isBetween = (index: number) => [index - 1, index + 1].every(one => !rows[one] || isNear(one));
  return index => index >= 0 && (isAll || isNear(index) || isBetween(index));
}

function folded(
  rows: readonly ShownRow[],
  from: number,
  isSeen: (index: number) => boolean,
  unfold: () => void,
): HTMLElement {
  let to = from;
  while (to < rows.length && !isSeen(to)) to++;
  const count = to - from;
  return button(`${count} unchanged ${count === 1 ? 'block' : 'blocks'}`, unfold, { class: 'folded' });
}
