/// <reference lib="dom" />
import { button, iconButton, make, quiet, redraw, spoken } from '../dom.ts';
import { icon } from '../icons.ts';
import type { Composers } from './composers.ts';
import { arrange } from './margin.ts';
import type { About, FromPage, ListedPage, Mode, ShownFact, ShownRow, ShownThread } from './messages.ts';
import { countsOf, rowAt, rowView, type RowView, seen } from './rowView.ts';
import { follow } from './tabs.ts';
import { ThreadView } from './threadView.ts';

export interface PageAround {
  mode: () => Mode;
  /** Whether what is the same is shown, too. */
  isWhole: () => boolean;
  tell: (message: FromPage) => void;
  composers: Composers;
  /** The page that comes behind this one. */
  next: (element: HTMLElement) => PageView | undefined;
}

/** How many rows are made before the browser may draw. */
const atOnce = 40;

/** One page of the change request: asked for when it comes into view, and left as it is until it is another. */
export class PageView {
  readonly element: HTMLElement;
  page: ListedPage;
  isFilled = false;
  readonly #around: PageAround;
  readonly #properties = make('ul', { class: 'properties', 'aria-label': 'Changed about the page' });
  readonly #body = make('div', { class: 'body' });
  /** Conversations about the whole page. */
  readonly #top = make('div', { class: 'beside' });
  readonly #facts = make('span', { class: 'facts quiet' });
  readonly #title: HTMLElement;
  readonly #fold: HTMLButtonElement;
  readonly #viewed = make('input', { type: 'checkbox' });
  readonly #threads = new Map<string, ThreadView>();
  #isAsked = false;
  /** The line of the source that is to be shown when it is read. */
  #goal: number | undefined;
  #rows: readonly ShownRow[] = [];
  #views = new Map<number, RowView>();
  #said: readonly ShownThread[] = [];
  /** Whether rows that are the same are shown, too: somebody has unfolded them. */
  #isUnfolded = false;
  #drawing = 0;
  /** Pictures that arrive and boxes that grow move what is below them. */
  readonly #sizes = new ResizeObserver(() => this.#arrangeLater());
  #isArranging = false;

  constructor(page: ListedPage, around: PageAround) {
    this.page = page;
    this.#around = around;
    this.#title = make('h3', { tabindex: -1 }, page.title);
    this.#viewed.addEventListener('change', () => {
      around.tell({ type: 'mark', id: page.id, isViewed: this.#viewed.checked });
      // Who has viewed a page goes on with the next one.
      if (this.#viewed.checked) around.next(this.element)?.meet();
    });
    this.#fold = iconButton('chevronDown', `Fold ${page.title}`, () => this.#setFolded(!this.#body.hidden), {
      ...{ class: 'fold', 'aria-expanded': 'true' },
    });
    const label = make('label', { class: 'viewed' }, this.#viewed, 'Viewed');
    label.hidden = page.isViewed === undefined;
    const open = () => around.tell({ type: 'open', id: page.id, line: 0 });
    const tools = [page.kind === 'deleted' ? '' : iconButton('source', 'Show in the Editor', open)];
    const name = make('span', { class: 'name' }, icon(page.kind, page.kind), this.#title, quiet(page.path));
    const header = make('header', {}, this.#fold, name, this.#facts, label, ...tools);
    this.element = make('article', { class: 'page', 'aria-label': page.title }, header, this.#properties, this.#body);
    this.element.dataset['id'] = page.id;
    this.#body.append(make('p', { class: 'waiting' }, spoken('Reading…')));
    this.#sizes.observe(this.#body);
    this.#body.addEventListener('focusin', () => this.#arrangeLater());
    follow(this.#body, target => around.tell({ type: 'follow', id: page.id, target }));
    this.update(page);
    if (page.isViewed) this.#setFolded(true);
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
    this.element.classList.toggle('is-viewed', page.isViewed ?? false);
    this.#tellFacts();
    if (isTicked) this.#setFolded(true);
  }

  fill(rows: readonly ShownRow[], facts: readonly ShownFact[]): void {
    this.isFilled = true;
    this.#properties.replaceChildren(...facts.map(factOf));
    this.element.classList.add('filled');
    this.#rows = rows;
    this.#isUnfolded = false;
    this.#tellFacts();
    this.#draw();
    if (this.#goal !== undefined) this.showLine(this.#goal);
  }

  /** Shows what was said on the page, each conversation at its block. */
  discuss(threads: readonly ShownThread[]): void {
    this.#said = threads;
    const ids = new Set(threads.map(({ id }) => id));
    for (const [id, thread] of this.#threads) {
      if (ids.has(id)) continue;
      thread.remove();
      this.#threads.delete(id);
    }
    for (const thread of threads) {
      const known = this.#threads.get(thread.id);
      if (known) known.update(thread);
      else this.#threads.set(thread.id, new ThreadView(thread, { ...this.#around, page: this.page.id }));
    }
    if (!this.isFilled) return;
    const isFolded = threads.some(({ line }) => line !== undefined && !this.#views.has(rowAt(this.#rows, line)));
    if (isFolded && !this.#drawing) this.#draw();
    else this.#seat();
  }

  fail(why: string): void {
    const retry = button('Try Again', () => this.again(), { class: 'secondary' });
    this.#body.replaceChildren(make('p', { class: 'failure', role: 'alert' }, icon('bad', 'bad'), `${why} `, retry));
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
    if (this.#body.hidden) this.#setFolded(false);
    this.meet();
  }

  /** Brings its heading to the top, with the focus; folded where it is folded. */
  meet(): void {
    this.element.scrollIntoView();
    this.#title.focus({ preventScroll: true });
  }

  /** Brings the block that a line of the source is in into view, with the focus, once the page is read. */
  showLine(line: number): void {
    this.focus();
    const at = this.isFilled ? rowAt(this.#rows, line) : -1;
    this.#goal = this.isFilled ? undefined : line;
    if (at < 0) return;
    if (!this.#views.has(at)) this.#unfold();
    const block = this.#views.get(at)?.element;
    block?.scrollIntoView({ block: 'center' });
    block?.querySelector<HTMLElement>('.side[tabindex]')?.focus({ preventScroll: true });
  }

  threadWith(element: Element | null): ThreadView | undefined {
    const id = element?.closest<HTMLElement>('.thread')?.dataset['thread'];
    return this.#threads.get(id ?? '');
  }

  /** Opens a box for a comment on the block that an element is in; on the whole page where there is none. */
  comment(at: Element | null): void {
    const view = [...this.#views.values()].find(({ element }) => element.contains(at));
    if (!view) return this.#compose({ page: this.page.id, side: 'after' }, this.#top);
    const isBefore = at?.closest('.side.before') !== null || view.row.after === undefined;
    this.#composeOn(view, isBefore && view.row.lineBefore !== undefined ? 'before' : 'after');
  }

  /** Shows the block that an element is in where it stands in the source. */
  source(at: Element | null): void {
    const view = [...this.#views.values()].find(({ element }) => element.contains(at));
    this.#around.tell({ type: 'open', id: this.page.id, line: view?.row.line ?? 0 });
  }

  arrange(): void {
    arrange(this.#body);
  }

  #composeOn({ row, beside }: RowView, side: 'before' | 'after'): void {
    const line = side === 'before' ? row.lineBefore : row.line;
    this.#compose({ page: this.page.id, side, ...(line !== undefined && { line }) }, beside);
  }

  #compose(about: About, beside: HTMLElement): void {
    const { composers } = this.#around;
    if (!composers.mayComment) return;
    composers.open({ kind: 'comment', about }, beside).focus();
    this.#arrangeLater();
  }

  #tellFacts(): void {
    const { kind, conversations } = this.page;
    const counts = this.isFilled ? countsOf(this.#rows) : '';
    const what = kind === 'same' ? '' : kind;
    const open =
      conversations > 0 ? `${conversations} open ${conversations === 1 ? 'conversation' : 'conversations'}` : '';
    const said = [counts || what, open].filter(Boolean);
    this.#facts.replaceChildren(
      counts || what,
      ...(open
        ? [' ', make('span', { class: 'talks', title: open }, icon('comment'), spoken(open), String(conversations))]
        : []),
    );
    this.element.setAttribute('aria-label', [this.page.title, ...said].join(', '));
  }

  #setFolded(isFolded: boolean): void {
    this.#body.hidden = this.#properties.hidden = isFolded;
    this.#fold.replaceChildren(icon(isFolded ? 'chevronRight' : 'chevronDown'));
    this.#fold.setAttribute('aria-expanded', String(!isFolded));
    if (!isFolded) this.demand();
  }

  /** Draws all of it, a part at a time; what has the focus has it again. */
  #draw(): void {
    const drawing = ++this.#drawing;
    const rows = this.#rows;
    const mode = this.#around.mode();
    const boxes = this.#around.composers.on(this.page.id);
    this.#body.className = `body ${mode}`;
    const discussed = new Set([
      ...this.#said.map(({ line }) => rowAt(rows, line)),
      ...boxes.map(box => this.#rowOf(box.about)),
    ]);
    const isSeen = seen(rows, this.#isUnfolded || this.#around.isWhole(), discussed);
    const views = new Map<number, RowView>();
    const shown: Node[] = [this.#top];
    const isSame = rows.every(({ kind }) => kind === 'same') && this.page.kind !== 'same';
    if (isSame) shown.push(make('p', { class: 'said quiet' }, 'Its text is the same.'));
    rows.forEach((row, index) => {
      if (isSeen(index)) {
        const view = this.#view(row, mode);
        views.set(index, view);
        shown.push(view.element);
      } else if (isSeen(index - 1) || index === 0) shown.push(this.#folded(index, isSeen));
    });
    this.#views = views;
    const [first, later] = [shown.slice(0, atOnce), shown.slice(atOnce)];
    redraw(this.#body, ...first);
    this.#seat();
    this.#drawRest(later, drawing);
  }

  #drawRest(rest: Node[], drawing: number): void {
    if (rest.length === 0 || drawing !== this.#drawing) {
      if (drawing === this.#drawing) this.#drawing = 0;
      return this.#arrangeLater();
    }
    requestAnimationFrame(() => {
      if (drawing !== this.#drawing) return;
      this.#body.append(...rest.slice(0, atOnce));
      this.#drawRest(rest.slice(atOnce), drawing);
    });
  }

  #view(row: ShownRow, mode: Mode): RowView {
    const source = () => this.#around.tell({ type: 'open', id: this.page.id, line: row.line ?? 0 });
    const view: RowView = rowView(row, { mode, source, comment: side => this.#composeOn(view, side) });
    return view;
  }

  /** Puts conversations and boxes where their blocks are. */
  #seat(): void {
    const seats = new Map<HTMLElement, HTMLElement[]>();
    const put = (index: number, element: HTMLElement) => {
      const beside = this.#views.get(index)?.beside ?? this.#top;
      seats.set(beside, [...(seats.get(beside) ?? []), element]);
    };
    for (const { id, line } of this.#said) {
      const thread = this.#threads.get(id);
      if (thread) put(rowAt(this.#rows, line), thread.element);
    }
    for (const box of this.#around.composers.on(this.page.id)) {
      put(this.#rowOf(box.about), box.element);
    }
    for (const beside of [this.#top, ...[...this.#views.values()].map(view => view.beside)]) {
      const wanted = seats.get(beside) ?? [];
      const isSame =
        wanted.length === beside.childElementCount && wanted.every((one, at) => beside.children[at] === one);
      if (!isSame) redraw(beside, ...wanted);
      if (wanted.length > 0) this.#sizes.observe(beside);
      else this.#sizes.unobserve(beside);
      beside.parentElement?.classList.toggle('discussed', wanted.length > 0);
    }
    this.#arrangeLater();
  }

  #rowOf({ line, side }: About): number {
    if (side === 'after' || line === undefined) return rowAt(this.#rows, line);
    return this.#rows.findLastIndex(({ lineBefore }) => lineBefore !== undefined && lineBefore <= line);
  }

  #arrangeLater(): void {
    if (this.#isArranging) return;
    this.#isArranging = true;
    requestAnimationFrame(() => {
      this.#isArranging = false;
      this.arrange();
    });
  }

  #folded(from: number, isSeen: (index: number) => boolean): HTMLElement {
    let to = from;
    while (to < this.#rows.length && !isSeen(to)) to++;
    const hidden = this.#rows.slice(from, to);
    const titles = hidden.flatMap(({ after, said }) => (/heading/i.test(said) ? textOf(after ?? '') : [])).slice(0, 3);
    const named = titles.length > 0 ? `: ${titles.join(', ')}` : '';
    const words = `${hidden.length} unchanged ${hidden.length === 1 ? 'block' : 'blocks'}${named}`;
    return button([icon('more'), make('span', { class: 'cut' }, words)], () => this.#unfold(), { class: 'folded' });
  }

  #unfold(): void {
    this.#isUnfolded = true;
    this.#draw();
  }
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}

/** "Slug: moorings, now mooring": what it was is struck through, and a screen reader hears which is which. */
function factOf({ name, before, after }: ShownFact): HTMLElement {
  const was = before !== undefined && make('del', {}, spoken(after === undefined ? 'removed: ' : 'was: '), before);
  const is = after !== undefined && make('ins', {}, spoken(before === undefined ? 'new: ' : 'now: '), after);
  const arrow = was && is && make('span', { 'aria-hidden': 'true' }, ' → ');
  return make('li', {}, make('span', { class: 'quiet name' }, name), make('span', {}, was, arrow, is));
}
