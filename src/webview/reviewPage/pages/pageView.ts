/// <reference lib="dom" />
import { withSigns } from '../../../markdown/invisibleCharacters.ts';
import { button, iconButton, isField, make, redraw, spoken } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { menu } from '../menu.ts';
import { type BlockLines, BlocksView } from './blocksView.ts';
import type { Composers } from '../discussion/composers.ts';
import { factList, factOf, movedBelowList } from '../facts.ts';
import type { Filter } from '../discussion/filter.ts';
import type { Against, FromPage, Mode, ShownFact, ShownRow, ToPage } from '../messages.ts';
import { countsOf, rowAt, spellingsIn, withSpelling } from './rowView.ts';
import { newsMark } from '../newsMark.ts';
import { scrollToElement } from '../scroll.ts';
import { follow } from './tabs.ts';
import { nameOf, type NamedPage, wayOf } from './names.ts';
import { ThreadList } from '../discussion/threadList.ts';
import type { ThreadView } from '../discussion/threadView.ts';

export interface PageViewContext {
  mode: () => Mode;
  /** Whether what is the same is shown, too. */
  isWhole: () => boolean;
  /** Whether changes are shown that readers do not see. */
  isSpellingShown: () => boolean;
  against: () => Against | undefined;
  tell: (message: FromPage) => void;
  composers: Composers;
  filter: Filter;
  /** The page that comes behind this one. */
  next: (element: HTMLElement) => PageView | undefined;
  /** Shows it where it is folded with others. */
  reveal: (element: HTMLElement) => void;
}

/** Where somebody reads: a page, the lines of a block of it, and where in the window that stands. */
export interface ReadPlace extends BlockLines {
  id: string;
  top: number;
}

/** How many conversations of a page are drawn at once. */
const atOnce = 100;

/** One page of the change request: asked for when it comes into view, and left as it is until it is another. */
export class PageView {
  readonly element: HTMLElement;
  page: NamedPage;
  readonly #context: PageViewContext;
  readonly #properties = factList('Changed about the page');
  readonly #blocks: BlocksView;
  readonly #facts = make('span', { class: 'facts quiet' });
  readonly #header: HTMLElement;
  readonly #title: HTMLElement;
  readonly #fold: HTMLButtonElement;
  readonly #viewed = make('input', { type: 'checkbox' });
  readonly #label = make('label', { class: 'viewed' }, this.#viewed, 'Viewed');
  readonly #name = make('span', { class: 'name' });
  readonly #tools = make('span');
  /** What was said last of what it is. */
  #named = '';
  readonly threads: ThreadList;
  #isAsked = false;
  /** Whether what is shown of it is asked for anew. */
  #isStale = false;
  /** How many changes it has that readers do not see, as far as it is read. */
  spellings = 0;
  /** The line of the source that is to be shown when it is read. */
  #goal: number | undefined;
  readonly #more = button('', () => this.#showMore(), { class: 'secondary' });
  #most = atOnce;

  constructor(page: NamedPage, context: PageViewContext) {
    this.page = page;
    this.#context = context;
    this.#blocks = new BlocksView({ ...context, page: page.id });
    this.threads = new ThreadList({ ...context, page: page.id });
    this.#title = make('h3', { tabindex: -1, dir: 'auto' });
    this.#viewed.addEventListener('change', () => {
      context.tell({ type: 'mark', id: page.id, isViewed: this.#viewed.checked });
      if (!this.#viewed.checked) return;
      // Who has viewed a page goes on with the next one: it is folded first, or it would fold away below it.
      this.#setFolded(true);
      context.next(this.element)?.meet();
    });
    this.#fold = iconButton('chevronDown', 'Fold', () => this.#setFolded(!this.#blocks.element.hidden), {
      ...{ class: 'fold', 'aria-expanded': 'true' },
    });
    this.#header = make('header', {}, this.#fold, this.#name, this.#facts, this.#label, this.#tools);
    this.element = make('article', { class: 'page' }, this.#header, this.#properties, this.#blocks.element);
    this.element.dataset['id'] = page.id;
    follow(this.#blocks.element, target => context.tell({ type: 'follow', id: page.id, target }));
    this.update(page);
    if (page.isViewed) this.#setFolded(true);
  }

  get isViewed(): boolean | undefined {
    return this.page.isViewed;
  }

  /** Whether what it says is there. */
  get isFilled(): boolean {
    return this.#blocks.rows !== undefined;
  }

  /** Whether what it says is there, or will be. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Where it is read: at a block; at its heading where none is shown. */
  get readPlace(): ReadPlace {
    const { id } = this.page;
    const edge = this.#header.getBoundingClientRect().bottom;
    const read = this.#blocks.element.hidden ? undefined : this.#blocks.readBelow(edge);
    const { line, lineBefore } = read?.row ?? {};
    return { id, line, lineBefore, top: Math.round((read ?? this).element.getBoundingClientRect().top) };
  }

  /** How far a block is below where it stood. */
  distanceTo(place: ReadPlace): number {
    const element = this.#blocks.elementAt(place) ?? this.element;
    return element.getBoundingClientRect().top - place.top;
  }

  get #isTypedOn(): boolean {
    const focused = document.activeElement;
    return isField(focused) && this.element.contains(focused);
  }

  /** Asks for what it says, unless that was done. */
  demand(): void {
    if (this.#isAsked || this.#blocks.element.hidden) return;
    this.#isAsked = true;
    this.#context.tell({ type: 'show', id: this.page.id, mode: this.#context.mode() });
  }

  update(page: NamedPage): void {
    const isTicked = page.isViewed && !this.page.isViewed;
    this.page = page;
    this.#viewed.checked = page.isViewed ?? false;
    this.#label.hidden = page.isViewed === undefined;
    this.element.classList.toggle('is-viewed', page.isViewed ?? false);
    this.#tellName();
    this.#blocks.compare(this.#against);
    this.#tellFacts();
    if (isTicked && !this.#isTypedOn) this.#setFolded(true);
  }

  fill({ rows: read, facts, movedBelow }: Extract<ToPage, { type: 'page' }>): void {
    const rows = withSpelling(read, this.#context.isSpellingShown());
    this.spellings = spellingsIn(read);
    const below = movedBelowList(movedBelow);
    this.#isStale = false;
    this.#properties.replaceChildren(...facts.map(factOf), ...(below ? [make('li', {}, below)] : []));
    this.element.classList.add('filled');
    const { kind } = this.page;
    const isSame = rows.every(row => row.kind === 'same') && kind !== 'same';
    for (const view of this.threads.views.values()) view.askSince();
    const note = isSame ? noteOnSame(rows, facts, this.spellings) : '';
    this.#blocks.fill(rows, { note, against: this.#against });
    this.#tellFacts();
    if (this.#goal !== undefined && !isField(document.activeElement)) this.showLine(this.#goal);
  }

  /** Shows what was said on the page, each conversation at its block. */
  discuss(threads = this.threads.threads): void {
    const { views } = this.threads;
    const visible = this.threads.take(threads, taken =>
      taken.filter(({ id }, index) => index < this.#most || views.has(id)),
    );
    const { remaining } = this.threads;
    this.#more.hidden = remaining === 0;
    this.#more.textContent = `Show ${remaining} more ${remaining === 1 ? 'conversation' : 'conversations'}`;
    const seated = visible.map(({ thread: { line, isLineBefore }, element }) => ({ line, isLineBefore, element }));
    this.#blocks.seat([...seated, ...(this.#more.hidden ? [] : [{ line: undefined, element: this.#more }])]);
    this.#tellFacts();
  }

  /** Shows the conversations that the filter takes now. */
  filter(): void {
    this.threads.filter();
    this.discuss();
  }

  #showMore(): void {
    this.#most = Infinity;
    this.#context.tell({ type: 'more', id: this.page.id });
    this.discuss();
  }

  fail(why: string): void {
    this.#isStale = false;
    const retry = button('Try Again', () => this.again(), { class: 'secondary' });
    this.#blocks.fail(`${why} `, retry);
  }

  /** Asks anew where that was done. */
  again(): void {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.#isStale = true;
    this.demand();
  }

  /** Ticks it as viewed, or not, as a click on its box does. */
  toggleViewed(): void {
    if (this.page.isViewed !== undefined) this.#viewed.click();
  }

  focus(): void {
    if (this.#blocks.element.hidden) this.#setFolded(false);
    this.meet();
  }

  /** Brings its heading to the top, with the focus; folded where it is folded. */
  meet(): void {
    this.#context.reveal(this.element);
    scrollToElement(this.element);
    this.#focusTitle();
  }

  #focusTitle(): void {
    this.#title.focus({ preventScroll: true });
  }

  /** Brings the block that a line of the source is in into view, with the focus, once the page is read. */
  showLine(line: number): void {
    this.focus();
    const { rows } = this.#blocks;
    const isRead = rows !== undefined && !this.#isStale;
    this.#goal = isRead ? undefined : line;
    if (!isRead) return;
    this.threads.demand(thread => rowAt(rows, thread.line) === rowAt(rows, line));
    this.discuss();
    this.#blocks.showLine(line);
  }

  threadWith(element: Element | null): ThreadView | undefined {
    return this.threads.at(element);
  }

  /** Opens a box for a comment on the block that an element is in; on the whole page where there is none. */
  comment(at: Element | null): void {
    if (this.#blocks.element.hidden) this.#setFolded(false);
    this.#blocks.comment(at, this.page.kind === 'deleted' ? 'before' : 'after');
  }

  /** Shows the block that an element is in where it stands in the source. */
  source(at: Element | null): void {
    this.#blocks.source(at);
  }

  arrange(): void {
    this.#blocks.arrange();
  }

  /** Draws the blocks that are still to be drawn. */
  finishDrawing(): void {
    this.#blocks.finishDrawing();
  }

  /** What it is compared with; nothing where it has one side. */
  get #against(): Against | false | undefined {
    const { kind } = this.page;
    return (kind === 'edited' || kind === 'moved') && this.#context.against();
  }

  /** Says what it is; what has the focus there keeps it. */
  #tellName(): void {
    const { id, path, way, kind, hasEqualTitle = false } = this.page;
    const [title, name] = [this.page.title, nameOf(this.page)].map(withSigns) as [string, string];
    const named = JSON.stringify([name, path, way, kind]);
    if (named === this.#named) return;
    this.#named = named;
    this.#title.textContent = title;
    const fold = `Fold ${name}`;
    this.#fold.title = fold;
    this.#fold.setAttribute('aria-label', fold);
    const attributes = { class: hasEqualTitle ? 'quiet path' : 'quiet', title: path, dir: 'auto' };
    const place = make('span', attributes, hasEqualTitle ? path : wayOf(this.page));
    redraw(this.#name, icon(kind, kind), this.#title, place);
    const open = () => this.#context.tell({ type: 'open', id, line: 0 });
    const tools = menu(`More about ${name}`, [
      ['Comment on the Page', () => this.comment(null), 'begin'],
      ...(kind === 'deleted' ? [] : [['Show in the Editor', open] as const]),
    ]);
    redraw(this.#tools, tools);
  }

  #tellFacts(): void {
    const { kind, conversations, isViewedBefore, news } = this.page;
    const changed = 'Changed since you viewed it';
    const counts = this.isFilled ? countsOf(this.#blocks.rows ?? []) : '';
    const what = kind === 'same' ? '' : kind;
    const open =
      conversations > 0 ? `${conversations} open ${conversations === 1 ? 'conversation' : 'conversations'}` : '';
    const facts = [counts || what, isViewedBefore && changed, news, open].filter(Boolean);
    this.#facts.replaceChildren(
      make('span', { class: 'counts' }, counts || what),
      ...(isViewedBefore ? [' ', make('span', { class: 'warn', title: changed }, icon('history'), changed)] : []),
      ...(news ? [' ', newsMark(news)] : []),
      ...(open
        ? [' ', make('span', { class: 'talks', title: open }, icon('comment'), spoken(open), String(conversations))]
        : []),
      ...(this.threads.hidden > 0
        ? [' ', this.#context.filter.hiddenHere(this.threads.hidden, () => this.#focusTitle())]
        : []),
    );
    this.element.setAttribute('aria-label', [nameOf(this.page), ...facts].join(', '));
  }

  #setFolded(isFolded: boolean): void {
    this.#blocks.element.hidden = this.#properties.hidden = isFolded;
    this.#fold.replaceChildren(icon(isFolded ? 'chevronRight' : 'chevronDown'));
    this.#fold.setAttribute('aria-expanded', String(!isFolded));
    if (!isFolded) this.demand();
  }
}

/** What is said of a page on which nothing is seen to have changed. */
function noteOnSame(rows: readonly ShownRow[], facts: readonly ShownFact[], spellings: number): string {
  if (spellings === 1) return 'Its text reads the same. 1 change in spelling is not shown.';
  if (spellings > 1) return `Its text reads the same. ${spellings} changes in spelling are not shown.`;
  const others = facts.length === 0 ? 'The server does not tell what else has changed.' : '';
  // Groups and links have no text.
  return rows.length === 0 ? others : `Its text is the same. ${others}`.trim();
}
