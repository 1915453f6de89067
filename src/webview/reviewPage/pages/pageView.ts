/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { withSigns } from '../../../markdown/invisibleCharacters.ts';
import { button, iconButton, isField, createElement, redraw, screenReaderText } from '../../dom.ts';
import { icon } from '../../icons.ts';
import { menu } from '../menu.ts';
import { type BlockLines, BlocksView } from './blocksView.ts';
import type { Composers } from '../discussion/composers.ts';
import { factElement, factList, movedBelowList } from '../facts.ts';
import type { FilterView } from '../discussion/filter.ts';
import type {
  ComparedVersion,
  FromPage,
  LayoutMode,
  ChangedProperty,
  ComparisonRow,
  PageThread,
  ToPage,
} from '../messages.ts';
import { countsOf, filterSpellingRows, rowAt, spellingsIn } from './rowView.ts';
import { recentChangeMark } from '../recentChangeMark.ts';
import { scrollToElement } from '../scroll.ts';
import { activateTabsAndLinks } from './tabs.ts';
import { kindNames, pageLabel, type FlaggedPage, ancestorsLabel } from './names.ts';
import { ThreadList } from '../discussion/threadList.ts';
import type { ThreadView } from '../discussion/threadView.ts';

export interface PageViewContext {
  mode: () => LayoutMode;
  /** True if unchanged blocks are shown as well. */
  isWhole: () => boolean;
  /** True if changes that do not alter the rendered text are shown. */
  isSpellingShown: () => boolean;
  against: () => ComparedVersion | undefined;
  post: (message: FromPage) => void;
  composers: Composers;
  filter: FilterView;
  /** Returns the view of the page after this one. */
  next: (element: HTMLElement) => PageView | undefined;
  /** Expands the group of folded pages that contains an element. */
  reveal: (element: HTMLElement) => void;
}

/**
 * A scroll position: a page, the lines of a block in it, and the distance of the block from the top of the viewport.
 */
export interface ReadPlace extends BlockLines {
  id: string;
  top: number;
}

/** Number of conversations of a page drawn at first. */
const rowsPerStep = 100;

/** A page of the change request. Its content is requested when it comes into view. */
export class PageView {
  readonly element: HTMLElement;
  page: FlaggedPage;
  readonly #context: PageViewContext;
  readonly #properties = factList(t('Changed about the page'));
  readonly #blocks: BlocksView;
  readonly #facts = createElement('span', { class: 'facts quiet' });
  readonly #header: HTMLElement;
  readonly #title: HTMLElement;
  readonly #fold: HTMLButtonElement;
  readonly #viewed = createElement('input', { type: 'checkbox' });
  readonly #label = createElement('label', { class: 'viewed' }, this.#viewed, t('Viewed'));
  readonly #name = createElement('span', { class: 'name' });
  readonly #tools = createElement('span');
  /** The last rendered heading as JSON, which saves redrawing an equal one. */
  #named = '';
  /** True if its menu offers to apply suggestions. */
  #offersSuggestions = false;
  readonly threads: ThreadList;
  #isAsked = false;
  /** True while the shown content is being requested again. */
  #isStale = false;
  /** The number of loaded changes that do not alter the rendered text. */
  spellings = 0;
  /** The source line to scroll to once the page is loaded. */
  #goal: number | undefined;
  readonly #more = button('', () => this.#showMore(), { class: 'secondary' });
  #maxRows = rowsPerStep;

  constructor(page: FlaggedPage, context: PageViewContext) {
    this.page = page;
    this.#context = context;
    this.#blocks = new BlocksView({ ...context, page: page.id, hasBase: () => this.#hasBase });
    this.threads = new ThreadList({ ...context, page: page.id });
    this.#title = createElement('h3', { tabindex: -1, dir: 'auto' });
    this.#viewed.addEventListener('change', () => {
      context.post({ type: 'mark', id: page.id, isViewed: this.#viewed.checked });
      if (!this.#viewed.checked) return;
      // The viewed page is folded before the scroll, or it would fold away above the next page afterwards.
      this.#setFolded(true);
      context.next(this.element)?.scrollIntoFocus();
    });
    this.#fold = iconButton('chevronDown', t('Fold'), () => this.#setFolded(!this.#blocks.element.hidden), {
      ...{ class: 'fold', 'aria-expanded': 'true' },
    });
    this.#header = createElement('header', {}, this.#fold, this.#name, this.#facts, this.#label, this.#tools);
    this.element = createElement('article', { class: 'page' }, this.#header, this.#properties, this.#blocks.element);
    this.element.dataset['id'] = page.id;
    activateTabsAndLinks(this.#blocks.element, target => context.post({ type: 'follow', id: page.id, target }));
    this.update(page);
    if (page.isViewed) this.#setFolded(true);
  }

  get isViewed(): boolean | undefined {
    return this.page.isViewed;
  }

  /** True if the content is loaded. */
  get isFilled(): boolean {
    return this.#blocks.rows !== undefined;
  }

  /** True if the content is loaded or requested. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The scroll position in this page: at a block, or at the heading if no block is shown. */
  get readPlace(): ReadPlace {
    const { id } = this.page;
    const edge = this.#header.getBoundingClientRect().bottom;
    const read = this.#blocks.element.hidden ? undefined : this.#blocks.readBelow(edge);
    const { line, lineBefore } = read?.row ?? {};
    return { id, line, lineBefore, top: Math.round((read ?? this).element.getBoundingClientRect().top) };
  }

  /** Returns the distance of a block from its recorded position, in pixels. */
  distanceTo(place: ReadPlace): number {
    const element = this.#blocks.elementAt(place) ?? this.element;
    return element.getBoundingClientRect().top - place.top;
  }

  get #isTypedOn(): boolean {
    const focused = document.activeElement;
    return isField(focused) && this.element.contains(focused);
  }

  /** Requests the content, unless that has been done or the page is folded. */
  requestContent(): void {
    if (this.#isAsked || this.#blocks.element.hidden) return;
    this.#isAsked = true;
    this.#context.post({ type: 'show', id: this.page.id, mode: this.#context.mode() });
  }

  /** Notes that the content arrives without being requested. */
  expectContent(): void {
    this.#isAsked = true;
  }

  update(page: FlaggedPage): void {
    const isTicked = page.isViewed && !this.page.isViewed;
    this.page = page;
    this.#viewed.checked = page.isViewed ?? false;
    this.#label.hidden = page.isViewed === undefined;
    this.element.classList.toggle('is-viewed', page.isViewed ?? false);
    this.#showName();
    this.#blocks.compare(this.#against);
    this.#showFacts();
    if (isTicked && !this.#isTypedOn) this.#setFolded(true);
  }

  fill({ rows: read, facts, movedBelow }: Extract<ToPage, { type: 'page' }>): void {
    const rows = filterSpellingRows(read, this.#context.isSpellingShown());
    this.spellings = spellingsIn(read);
    const below = movedBelowList(movedBelow);
    this.#isStale = false;
    this.#properties.replaceChildren(...facts.map(factElement), ...(below ? [createElement('li', {}, below)] : []));
    this.element.classList.add('filled');
    const { kind } = this.page;
    const isNewOrGone = kind === 'created' || kind === 'deleted';
    const isSame = rows.every(row => row.kind === 'same') && kind !== 'same' && !isNewOrGone;
    for (const view of this.threads.views.values()) view.askSince();
    const note = isSame ? noteOnSame(rows, facts, this.spellings) : '';
    this.#blocks.fill(rows, { note, against: this.#against });
    this.#showFacts();
    if (this.#goal !== undefined && !isField(document.activeElement)) this.showLine(this.#goal);
  }

  /** Shows conversations, each beside its block. */
  discuss(threads = this.threads.threads): void {
    const { views } = this.threads;
    const visible = this.threads.update(threads, taken =>
      taken.filter(({ id }, index) => index < this.#maxRows || views.has(id)),
    );
    const { remaining } = this.threads;
    this.#more.hidden = remaining === 0;
    this.#more.textContent = remaining === 1 ? t('Show 1 more conversation') : t`Show ${remaining} more conversations`;
    const seated = visible.map(({ thread: { line, isLineBefore }, element }) => ({ line, isLineBefore, element }));
    const isSuggestion = ({ state, comments }: PageThread) =>
      state === 'open' && comments.some(({ canApply }) => canApply);
    const hasSuggestions = threads.some(isSuggestion);
    if (hasSuggestions !== this.#offersSuggestions) {
      this.#offersSuggestions = hasSuggestions;
      this.#showTools();
    }
    this.#blocks.setPlacedElements([
      ...seated,
      ...(this.#more.hidden ? [] : [{ line: undefined, element: this.#more }]),
    ]);
    this.#showFacts();
  }

  /** Applies the conversation filter. */
  filter(): void {
    this.threads.filter();
    this.discuss();
  }

  #showMore(): void {
    this.#maxRows = Infinity;
    this.#context.post({ type: 'more', id: this.page.id });
    this.discuss();
  }

  fail(why: string): void {
    this.#isStale = false;
    const retry = button(t('Try Again'), () => this.refresh(), { class: 'secondary' });
    this.#blocks.fail(`${why} `, retry);
  }

  /** Requests the content again if it was requested before. */
  refresh(): void {
    if (!this.#isAsked) return;
    this.#isAsked = false;
    this.#isStale = true;
    this.requestContent();
  }

  toggleViewed(): void {
    if (this.page.isViewed !== undefined) this.#viewed.click();
  }

  focus(): void {
    if (this.#blocks.element.hidden) this.#setFolded(false);
    this.scrollIntoFocus();
  }

  /** Scrolls the heading to the top and focuses it, without unfolding the page. */
  scrollIntoFocus(): void {
    this.#context.reveal(this.element);
    scrollToElement(this.element);
    this.#focusTitle();
  }

  #focusTitle(): void {
    this.#title.focus({ preventScroll: true });
  }

  /** Scrolls to the block at a source line and focuses it, once the page is loaded. */
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
    return this.threads.viewContaining(element);
  }

  /** Opens a composer for the block that contains an element, or for the whole page. */
  comment(at: Element | null): void {
    if (this.#blocks.element.hidden) this.#setFolded(false);
    this.#blocks.comment(at, this.page.kind === 'deleted' ? 'before' : 'after');
  }

  /** Opens the source at the block that contains an element. */
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

  get #hasBase(): boolean {
    return this.page.kind === 'edited' || this.page.kind === 'moved';
  }

  /** The comparison base; false for a page that has only one side. */
  get #against(): ComparedVersion | false | undefined {
    return this.#hasBase && this.#context.against();
  }

  /** Renders the heading, and keeps the focus in it. */
  #showName(): void {
    const { path, ancestors, kind, hasEqualTitle = false } = this.page;
    const [title, name] = [this.page.title, pageLabel(this.page)].map(withSigns) as [string, string];
    const named = JSON.stringify([name, path, ancestors, kind]);
    if (named === this.#named) return;
    this.#named = named;
    this.#title.textContent = title;
    const fold = t`Fold ${name}`;
    this.#fold.title = fold;
    this.#fold.setAttribute('aria-label', fold);
    const attributes = { class: hasEqualTitle ? 'quiet path' : 'quiet', title: path, dir: 'auto' };
    const place = createElement('span', attributes, hasEqualTitle ? path : ancestorsLabel(this.page));
    redraw(this.#name, icon(kind, kind), this.#title, place);
    this.#showTools();
  }

  #showTools(): void {
    const { id, kind } = this.page;
    const open = () => this.#context.post({ type: 'open', id, line: 0 });
    const apply = () => this.#context.post({ type: 'applySuggestions', id });
    const tools = menu(t`More about ${withSigns(pageLabel(this.page))}`, [
      [t('Comment on the Page'), () => this.comment(null), 'begin'],
      ...(this.#offersSuggestions ? [[t('Apply Suggestions...'), apply] as const] : []),
      ...(kind === 'deleted' ? [] : [[t('Show in the Editor'), open] as const]),
    ]);
    redraw(this.#tools, tools);
  }

  #showFacts(): void {
    const { kind, conversations, isViewedBefore, recentChange } = this.page;
    const changed = t('Changed since you viewed it');
    const counts = this.isFilled ? countsOf(this.#blocks.rows ?? []) : '';
    const what = kindNames[kind];
    const countOfOpen = conversations === 1 ? t('1 open conversation') : t`${conversations} open conversations`;
    const open = conversations > 0 ? countOfOpen : '';
    const facts = [counts || what, isViewedBefore && changed, recentChange, open].filter(Boolean);
    this.#facts.replaceChildren(
      createElement('span', { class: 'counts' }, counts || what),
      ...(isViewedBefore
        ? [' ', createElement('span', { class: 'warn', title: changed }, icon('history'), changed)]
        : []),
      ...(recentChange ? [' ', recentChangeMark(recentChange)] : []),
      ...(open
        ? [
            ' ',
            createElement(
              'span',
              { class: 'talks', title: open },
              icon('comment'),
              screenReaderText(open),
              createElement('span', { 'aria-hidden': 'true' }, String(conversations)),
            ),
          ]
        : []),
      ...(this.threads.hidden > 0
        ? [' ', this.#context.filter.hiddenHere(this.threads.hidden, () => this.#focusTitle())]
        : []),
    );
    this.element.setAttribute('aria-label', [pageLabel(this.page), ...facts].join(', '));
  }

  #setFolded(isFolded: boolean): void {
    this.#blocks.element.hidden = this.#properties.hidden = isFolded;
    this.#fold.replaceChildren(icon(isFolded ? 'chevronRight' : 'chevronDown'));
    this.#fold.setAttribute('aria-expanded', String(!isFolded));
    if (!isFolded) this.requestContent();
  }
}

/** Returns a note for a page whose blocks show no change. */
function noteOnSame(rows: readonly ComparisonRow[], facts: readonly ChangedProperty[], spellings: number): string {
  if (spellings === 1) return t('Its text reads the same. 1 change in spelling is not shown.');
  if (spellings > 1) return t`Its text reads the same. ${spellings} changes in spelling are not shown.`;
  const others = facts.length === 0 ? t('The server does not tell what else has changed.') : '';
  // Groups and links have no text.
  return rows.length === 0 ? others : [t('Its text is the same.'), others].filter(Boolean).join(' ');
}
