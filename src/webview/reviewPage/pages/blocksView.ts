/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, redraw, screenReaderText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { Composer } from '../discussion/composer.ts';
import type { Composers } from '../discussion/composers.ts';
import { drawInFrames } from './drawInFrames.ts';
import { arrangeMargin } from './margin.ts';
import { captionsOf } from './comparedCaption.ts';
import type { ComposerTarget, ComparedVersion, FromPage, LayoutMode, ComparisonRow } from '../messages.ts';
import { rowAt, rowView, type RowView, visibleRows, setDiscussed } from './rowView.ts';
import { scrollToElement } from '../scroll.ts';

interface BlocksContext {
  page: string;
  mode: () => LayoutMode;
  /** True if unchanged blocks are shown as well. */
  isWhole: () => boolean;
  /** Returns true if the page has an earlier version, to which its blocks can be reverted. */
  hasBase: () => boolean;
  post: (message: FromPage) => void;
  composers: Composers;
}

/** An element shown beside the block at a source line; without a line, above the blocks of the page. */
export interface PlacedElement {
  line: number | undefined;
  /** True if `line` is a line of the old source. */
  isLineBefore?: boolean | undefined;
  element: HTMLElement;
}

/** The lines of a block in the new and in the old source. */
export type BlockLines = Pick<ComparisonRow, 'line' | 'lineBefore'>;

/**
 * Number of rows drawn per frame. A row takes up to four milliseconds on a slow machine, including styles and layout.
 */
const rowsPerFrame = 4;

/** The blocks of a page before and after, each with its conversations and composers. */
export class BlocksView {
  readonly element = createElement('div', { class: 'body' });
  rows: readonly ComparisonRow[] | undefined;
  readonly #context: BlocksContext;
  /** Conversations about the whole page. */
  readonly #top = createElement('div', { class: 'beside' });
  #views = new Map<number, RowView>();
  #placedElements: readonly PlacedElement[] = [];
  /** A note shown above the blocks. */
  #note: HTMLElement | undefined;
  /** The comparison base, from which the captions of both sides are made. */
  #against: ComparedVersion | false | undefined;
  /** True if the user has unfolded the unchanged rows. */
  #isUnfolded = false;
  /** The number of the current drawing. An older drawing stops. */
  #drawing = 0;
  #isDrawing = false;
  #isArranging = false;
  /** Rearranges the margin when images load or composers grow. */
  readonly #sizes = new ResizeObserver(() => this.#arrangeLater());

  constructor(context: BlocksContext) {
    this.#context = context;
    // Conversations about the whole page can be written before its blocks are loaded.
    this.element.append(this.#top, createElement('p', { class: 'waiting' }, screenReaderText(t('Reading…'))));
    this.#sizes.observe(this.element);
    // A key moves the focus and then scrolls to it, so the focused element must be in its final position before.
    this.element.addEventListener('focusin', () => this.arrange());
  }

  fill(
    rows: readonly ComparisonRow[],
    { note, against }: { note: string; against: ComparedVersion | false | undefined },
  ): void {
    const previous = this.rows;
    const areSameBlocks =
      previous?.length === rows.length &&
      rows.every(({ kind, line }, at) => previous[at]?.kind === kind && previous[at].line === line);
    this.rows = rows;
    this.#against = against;
    this.#note = note ? createElement('p', { class: 'said quiet' }, note) : undefined;
    this.#isUnfolded &&= areSameBlocks;
    this.#draw();
  }

  /** Updates the captions of both sides. */
  compare(against: ComparedVersion | false | undefined): void {
    if (!this.rows) return;
    this.#against = against;
    this.element.querySelector(':scope > .captions')?.remove();
    const captions = this.#captions();
    if (captions) (this.#note ?? this.#top).after(captions);
  }

  #captions(): HTMLElement | undefined {
    return this.#against && this.#context.mode() === 'split' && !this.#isOneSided
      ? captionsOf(this.#against)
      : undefined;
  }

  /** True if all blocks are on one side, so that the other side takes no space. */
  get #isOneSided(): boolean {
    const { rows = [] } = this;
    return (['before', 'after'] as const).some(side => rows.every(row => row[side] === undefined));
  }

  /** Shows why the blocks could not be loaded. Blocks already shown stay. */
  fail(...why: (Node | string)[]): void {
    const message = createElement('p', { class: 'failure', role: 'alert' }, icon('bad', 'bad'), ...why);
    this.element.querySelector('.failure')?.remove();
    if (this.rows) this.element.prepend(message);
    else redraw(this.element, this.#top, message);
  }

  /** Places conversations beside their blocks. A block with a conversation is never folded. */
  setPlacedElements(seated: readonly PlacedElement[]): void {
    this.#placedElements = seated;
    const { rows } = this;
    if (!rows) return;
    const isFolded = seated.some(one => {
      const at = this.#rowOf(one);
      return at >= 0 && !this.#views.has(at);
    });
    if (isFolded && !this.#isDrawing) this.#draw();
    else this.#insertPlacedElements();
  }

  /** Scrolls to the block at a source line and focuses it. */
  showLine(line: number): void {
    const at = rowAt(this.rows ?? [], line);
    if (at >= 0 && !this.#views.has(at)) {
      this.#isUnfolded = true;
      this.#draw({ isAllAtOnce: true });
    }
    const block = this.#views.get(at)?.element;
    if (block) scrollToElement(block, { block: 'center' });
    block?.querySelector<HTMLElement>('.side[tabindex]')?.focus({ preventScroll: true });
  }

  /**
   * Returns the row in view: the focused one if visible, else the first that begins below the edge, or the one that
   * fills the window. A row that begins above the edge is avoided because an image in it may still load and change its
   * height.
   */
  readBelow(edge: number): RowView | undefined {
    const boxOf = ({ element }: RowView) => element.getBoundingClientRect();
    const focused = this.#viewOf(document.activeElement);
    if (focused && boxOf(focused).bottom > edge && boxOf(focused).top < innerHeight) return focused;
    const views = [...this.#views.values()];
    const at = views.findIndex(view => boxOf(view).bottom > edge);
    const nextView = views
      .slice(Math.max(at, 0), at + 2)
      .find(view => boxOf(view).top >= edge && boxOf(view).top < innerHeight / 2);
    return nextView ?? views[at];
  }

  /** Returns the element of the block at these lines, or the nearest shown one before it. */
  elementAt({ line, lineBefore }: BlockLines): HTMLElement | undefined {
    const rows = this.rows ?? [];
    const same = rows.findIndex(row => row.line === line && row.lineBefore === lineBefore);
    const at = same < 0 ? rowAt(rows, line) : same;
    this.finishDrawing();
    return this.#views.get([...this.#views.keys()].findLast(index => index <= at) ?? -1)?.element;
  }

  /** Opens a composer for the block that contains an element, or for the whole page. */
  comment(at: Element | null, side: 'before' | 'after'): void {
    const view = this.#viewOf(at);
    if (!view) return this.#compose({ page: this.#context.page, side }, this.#top);
    const isBefore = at?.closest('.side.before') !== null || view.row.after === undefined;
    this.#composeOn(view, isBefore && view.row.lineBefore !== undefined ? 'before' : 'after');
  }

  /** Opens the source at the block that contains an element. */
  source(at: Element | null): void {
    this.#context.post({ type: 'open', id: this.#context.page, line: this.#viewOf(at)?.row.line ?? 0 });
  }

  /** Draws the remaining rows at once, because the user navigates to one of them. */
  finishDrawing(): void {
    if (this.#isDrawing) this.#draw({ isAllAtOnce: true });
  }

  arrange(): void {
    for (const { tables } of this.#views.values()) for (const pair of tables) pair.align();
    arrangeMargin(this.element);
  }

  #viewOf(at: Element | null): RowView | undefined {
    return [...this.#views.values()].find(({ element }) => element.contains(at));
  }

  #composeOn({ row, beside }: RowView, side: 'before' | 'after'): void {
    const line = side === 'before' ? row.lineBefore : row.line;
    this.#compose({ page: this.#context.page, side, ...(line !== undefined && { line }) }, beside);
  }

  #compose(target: ComposerTarget, beside: HTMLElement): void {
    const { composers } = this.#context;
    if (!composers.canComment) return;
    const quote = target.line === undefined && { quote: t('The whole page') };
    composers.open({ kind: 'comment', target, ...quote }, beside).focus();
    this.#arrangeLater();
  }

  /**
   * Draws the rows in parts. If something in the view has the focus, all rows are drawn at once to restore the focus.
   */
  #draw({ isAllAtOnce = this.element.contains(document.activeElement) } = {}): void {
    const drawing = ++this.#drawing;
    const rows = this.rows ?? [];
    const mode = this.#context.mode();
    this.element.className = `body ${mode}${this.#isOneSided ? ' one-sided' : ''}`;
    const discussed = new Set([...this.#placedElements.map(this.#rowOf), ...this.#boxes().map(this.#rowOfBox)]);
    // A page without any changes shows all of its blocks.
    const isAlone = !this.#note && rows.every(({ kind }) => kind === 'same');
    const isWhole = isAlone || this.#context.isWhole();
    const isSeen = visibleRows(rows, this.#isUnfolded || isWhole, discussed);
    const focused = document.activeElement;
    const [read] = [...this.#views].find(([, { element }]) => element.contains(focused)) ?? [];
    const views = (this.#views = new Map<number, RowView>());
    let next = 0;
    const part = (maxCount: number) => {
      const made: Node[] = [];
      for (; next < rows.length && made.length < maxCount; next++) {
        const row = rows[next];
        if (row && isSeen(next)) {
          const view = this.#view(row, mode, isWhole);
          views.set(next, view);
          made.push(view.element);
        } else if (isSeen(next - 1) || next === 0) made.push(this.#folded(next, isSeen));
      }
      return made;
    };
    this.#isDrawing = true;
    const above = [this.#note, this.#captions()].flatMap(one => one ?? []);
    redraw(this.element, this.#top, ...above, ...part(isAllAtOnce ? Infinity : rowsPerFrame));
    this.#isDrawing = next < rows.length;
    this.#insertPlacedElements();
    if (this.#isDrawing) {
      drawInFrames(() => {
        if (drawing !== this.#drawing) return false;
        this.element.append(...part(rowsPerFrame));
        this.#isDrawing = next < rows.length;
        // A conversation that arrived during drawing may need a block that is folded.
        this.setPlacedElements(this.#placedElements);
        return this.#isDrawing;
      });
    }
    // Composers are moved back to their blocks only now; the blocks themselves are new elements.
    const isBack = focused instanceof HTMLElement && this.element.contains(focused);
    const block =
      read === undefined ? undefined : views.get(read)?.element.querySelector<HTMLElement>('.side[tabindex]');
    (isBack ? focused : block)?.focus({ preventScroll: true });
  }

  #view(row: ComparisonRow, mode: LayoutMode, isWhole: boolean): RowView {
    const source = () => this.#context.post({ type: 'open', id: this.#context.page, line: row.line ?? 0 });
    const { after, line, lineBefore } = row;
    const at = after === undefined ? { lineBefore } : { line };
    const revert = () => this.#context.post({ type: 'revertBlock', id: this.#context.page, ...at });
    const view: RowView = rowView(row, {
      ...{ mode, isWhole, source, comment: side => this.#composeOn(view, side) },
      revert: this.#context.hasBase() ? revert : undefined,
    });
    return view;
  }

  /** Places conversations and composers beside the blocks drawn so far. */
  #insertPlacedElements(): void {
    const seats = new Map<HTMLElement, HTMLElement[]>();
    const put = (index: number, element: HTMLElement) => {
      const isComing = this.#isDrawing && index >= 0;
      const beside = this.#views.get(index)?.beside ?? (isComing ? undefined : this.#top);
      if (beside) seats.set(beside, [...(seats.get(beside) ?? []), element]);
    };
    for (const element of this.#placedElements) put(this.#rowOf(element), element.element);
    for (const box of this.#boxes()) put(this.#rowOfBox(box), box.element);
    const fill = (beside: HTMLElement) => {
      const wanted = seats.get(beside) ?? [];
      const isSame =
        wanted.length === beside.childElementCount && wanted.every((one, at) => beside.children[at] === one);
      if (!isSame) redraw(beside, ...wanted);
      if (wanted.length > 0) this.#sizes.observe(beside);
      else this.#sizes.unobserve(beside);
      return wanted.length > 0;
    };
    fill(this.#top);
    for (const view of this.#views.values()) setDiscussed(view, fill(view.beside));
    this.#arrangeLater();
  }

  #boxes(): Composer[] {
    return this.#context.composers.on(this.#context.page);
  }

  readonly #rowOfBox = ({ target: { line, side } }: Composer): number =>
    this.#rowOf({ line, isLineBefore: side === 'before' });

  readonly #rowOf = ({ line, isLineBefore }: Pick<PlacedElement, 'line' | 'isLineBefore'>): number => {
    const rows = this.rows ?? [];
    if (!isLineBefore || line === undefined) return rowAt(rows, line);
    return rows.findLastIndex(({ lineBefore }) => lineBefore !== undefined && lineBefore <= line);
  };

  #arrangeLater(): void {
    if (this.#isArranging) return;
    this.#isArranging = true;
    requestAnimationFrame(() => {
      this.#isArranging = false;
      this.arrange();
    });
  }

  #folded(from: number, isSeen: (index: number) => boolean): HTMLElement {
    const rows = this.rows ?? [];
    let to = from;
    while (to < rows.length && !isSeen(to)) to++;
    const hidden = rows.slice(from, to);
    const titles = hidden
      .flatMap(({ after = '' }) => (/^<h\d class="marginalia-heading-/.test(after) ? textOf(after) : []))
      .slice(0, 3);
    const named = titles.length > 0 ? `: ${titles.join(', ')}` : '';
    const count = hidden.length === 1 ? t('1 unchanged block') : t`${hidden.length} unchanged blocks`;
    const words = `${count}${named}`;
    const unfold = () => {
      this.#isUnfolded = true;
      this.#draw();
    };
    return button([icon('more'), createElement('span', { class: 'cut' }, words)], unfold, { class: 'folded' });
  }
}

function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
