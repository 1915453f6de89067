/// <reference lib="dom" />
import { button, make, quiet, spoken } from '../dom.ts';
import { icon } from '../icons.ts';
import { factList, factOf } from './facts.ts';
import type { FromPage, ListedPage, Mode, OtherChange, ShownRow, ToPage } from './messages.ts';
import { newsMark } from './newsMark.ts';
import { named, nameOf } from './pages/names.ts';
import { scrollToElement } from './scroll.ts';
import { rowView, spellingsIn, withSpelling } from './pages/rowView.ts';

type TextShown = Extract<ToPage, { type: 'text' }>;
type PagesFound = Extract<ToPage, { type: 'pagesFound' }>;

/** What an item of the list needs of the page. */
interface OtherChangesContext {
  tell: (message: FromPage) => void;
  mode: () => Mode;
  isSpellingShown: () => boolean;
  /** Leads to a page that is among the changed ones; undefined where it is not. */
  wayTo: (page: string) => (() => void) | undefined;
  /** The changed pages. */
  pages: () => readonly ListedPage[];
}

/** What is changed that is neither a page nor a file: variables, reusable content, tags and whatever a server names. */
export class OthersView {
  readonly element = make('div', { class: 'others', hidden: true });
  readonly #context: OtherChangesContext;
  readonly #list = make('ul', { class: 'files' });
  #items = new Map<string, OtherItem>();
  /** Texts are asked for when they come near the view. */
  readonly #watcher = new IntersectionObserver(
    entries => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        this.#watcher.unobserve(target);
        this.#demand((target as HTMLElement).dataset['other'] ?? '');
      }
    },
    { rootMargin: '200px' },
  );

  constructor(context: OtherChangesContext) {
    this.#context = context;
    this.element.append(make('h3', {}, 'Other Changes'), this.#list);
  }

  get count(): number {
    return this.#items.size;
  }

  /** How many changes its texts have that readers do not see, as far as they are read. */
  get spellings(): number {
    return [...this.#items.values()].reduce((sum, { spellings }) => sum + spellings, 0);
  }

  show(others: readonly OtherChange[]): void {
    this.#items = new Map(others.map(other => [other.id, new OtherItem(other, this.#context)]));
    this.#list.replaceChildren(...[...this.#items.values()].map(({ element }) => element));
    this.element.hidden = others.length === 0;
    this.#watcher.disconnect();
    for (const { id, hasText } of others) {
      const element = this.#items.get(id)?.element;
      if (hasText && element) this.#watcher.observe(element);
    }
  }

  /** Brings one into view, with the focus. */
  focus(id: string): void {
    this.#items.get(id)?.focus();
  }

  /** Asks again for the texts that are shown: they are to be shown in another way. */
  again(): void {
    for (const [id, item] of this.#items) {
      if (item.isTextShown) this.#demand(id);
      item.againPages();
    }
  }

  showText(text: TextShown): void {
    if (text.mode === this.#context.mode()) this.#items.get(text.id)?.showText(text);
  }

  showPages(pages: PagesFound): void {
    this.#items.get(pages.id)?.showPages(pages);
  }

  /** Shows what has changed on a page that shows something of the list. */
  showPage(id: string, rows: readonly ShownRow[]): void {
    for (const item of this.#items.values()) item.showPage(id, rows);
  }

  failPage(id: string, why: string): void {
    for (const item of this.#items.values()) item.failPage(id, why);
  }

  #demand(id: string): void {
    this.#context.tell({ type: 'showText', id, mode: this.#context.mode() });
  }
}

class OtherItem {
  readonly element: HTMLElement;
  spellings = 0;
  readonly #context: OtherChangesContext;
  readonly #shownOn = new Map<string, ShownPage>();
  readonly #text = make('div', { class: 'body' });
  readonly #pages = make('div', { role: 'status' });
  readonly #name = make('strong', { tabindex: -1 });

  constructor(
    { id, name, detail, kind, change, facts, hasText, mayBeShown, news }: OtherChange,
    context: OtherChangesContext,
  ) {
    this.#context = context;
    const find = () => {
      this.#pages.replaceChildren(quiet('Looking through all pages…'));
      context.tell({ type: 'findPages', id });
    };
    if (mayBeShown) this.#pages.append(button('Find the Pages That Show It', find, { class: 'link' }));
    this.#name.textContent = name;
    const list = factList('Values');
    list.append(...facts.map(factOf));
    this.element = make(
      'li',
      {},
      make(
        'div',
        { class: 'file' },
        icon(kind, kind),
        this.#name,
        quiet(detail),
        quiet(change),
        news && newsMark(news),
      ),
      facts.length > 0 && list,
      hasText && this.#text,
      this.#pages,
    );
    this.element.dataset['other'] = id;
    if (hasText) this.#text.append(make('p', { class: 'waiting' }, spoken('Reading…')));
  }

  focus(): void {
    scrollToElement(this.element);
    this.#name.focus({ preventScroll: true });
  }

  get isTextShown(): boolean {
    return this.#text.querySelector('.row') !== null;
  }

  showText({ rows, mode, why }: TextShown): void {
    this.spellings = spellingsIn(rows);
    this.#text.classList.toggle('split', mode === 'split');
    this.#text.replaceChildren(...(why === undefined ? elementsOf(this.#context, rows) : [quiet(why)]));
  }

  showPages({ pages, why }: PagesFound): void {
    this.#shownOn.clear();
    for (const page of named(pages, this.#context.pages())) {
      this.#shownOn.set(page.id, new ShownPage(page.id, nameOf(page), this.#context));
    }
    const count = pages.length === 1 ? 'One page shows it:' : `${pages.length} pages show it:`;
    const text = why ?? (pages.length === 0 ? 'No page shows it.' : count);
    const items = [...this.#shownOn.values()].map(({ element }) => element);
    this.#pages.replaceChildren(quiet(text), ...(items.length > 0 ? [make('ul', {}, ...items)] : []));
  }

  againPages(): void {
    for (const page of this.#shownOn.values()) page.again();
  }

  showPage(id: string, rows: readonly ShownRow[]): void {
    this.#shownOn.get(id)?.show(rows);
  }

  failPage(id: string, why: string): void {
    this.#shownOn.get(id)?.fail(why);
  }
}

/** A page that shows something that has changed. What it shows is asked for when it is unfolded. */
class ShownPage {
  readonly element: HTMLElement;
  readonly #context: OtherChangesContext;
  readonly #id: string;
  readonly #rows = make('div', { class: 'body' });
  readonly #fold = make(
    'details',
    { class: 'shown-on' },
    make('summary', {}, icon('chevronRight', 'fold'), 'What changes on it'),
    this.#rows,
  );

  constructor(id: string, name: string, context: OtherChangesContext) {
    [this.#context, this.#id] = [context, id];
    const way = context.wayTo(id);
    const open = way ?? (() => context.tell({ type: 'open', id, line: 0 }));
    this.#fold.addEventListener('toggle', () => this.again());
    this.element = make('li', {}, button(name, open, { class: 'link' }), !way && this.#fold);
  }

  /** Asks for what it shows, if that is unfolded. */
  again(): void {
    if (!this.#fold.open) return;
    this.#rows.replaceChildren(make('p', { class: 'waiting' }, spoken('Reading…')));
    this.#context.tell({ type: 'show', id: this.#id, mode: this.#context.mode() });
  }

  show(rows: readonly ShownRow[]): void {
    const changed = withSpelling(rows, this.#context.isSpellingShown()).filter(({ kind }) => kind !== 'same');
    this.#rows.classList.toggle('split', this.#context.mode() === 'split');
    const none = quiet('What readers see of it is the same.');
    this.#rows.replaceChildren(...(changed.length > 0 ? elementsOf(this.#context, changed) : [none]));
  }

  fail(why: string): void {
    this.#rows.replaceChildren(quiet(why));
  }
}

function elementsOf({ mode, isSpellingShown }: OtherChangesContext, rows: readonly ShownRow[]): HTMLElement[] {
  const visibleRows = withSpelling(rows, isSpellingShown());
  return visibleRows.map(row => rowView(row, { mode: mode(), comment: undefined, source: () => {} }).element);
}
