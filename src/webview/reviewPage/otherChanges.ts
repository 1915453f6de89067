/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement, secondaryText, screenReaderText } from '../dom.ts';
import { icon } from '../icons.ts';
import { factElement, factList } from './facts.ts';
import type { FromPage, ListedPage, LayoutMode, OtherChange, ComparisonRow, ToPage } from './messages.ts';
import { recentChangeMark } from './recentChangeMark.ts';
import { flagEqualTitles, pageLabel } from './pages/names.ts';
import { scrollToElement } from './scroll.ts';
import { filterSpellingRows, rowView, spellingsIn } from './pages/rowView.ts';

type TextShown = Extract<ToPage, { type: 'text' }>;
type PagesFound = Extract<ToPage, { type: 'pagesFound' }>;

interface OtherChangesContext {
  post: (message: FromPage) => void;
  mode: () => LayoutMode;
  isSpellingShown: () => boolean;
  /** Returns a function that scrolls to a changed page, or undefined if the page is not a changed one. */
  linkTo: (page: string) => (() => void) | undefined;
  pages: () => readonly ListedPage[];
}

/** The changes that are neither of pages nor of files, such as variables, reusable content and tags. */
export class OtherChangesView {
  readonly element = createElement('div', { class: 'others', hidden: true });
  readonly #context: OtherChangesContext;
  readonly #list = createElement('ul', { class: 'files' });
  #items = new Map<string, OtherItem>();
  /** Requests texts when they come near the viewport. */
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
    this.element.append(createElement('h3', {}, t('Other Changes')), this.#list);
  }

  get count(): number {
    return this.#items.size;
  }

  /** The number of loaded changes that do not alter the rendered text. */
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

  /** Scrolls to an item and focuses it. */
  focus(id: string): void {
    this.#items.get(id)?.focus();
  }

  /** Requests the shown texts again, because the display mode has changed. */
  refresh(): void {
    for (const [id, item] of this.#items) {
      if (item.isTextShown) this.#demand(id);
      item.refreshPages();
    }
  }

  showText(text: TextShown): void {
    if (text.mode === this.#context.mode()) this.#items.get(text.id)?.showText(text);
  }

  showPages(pages: PagesFound): void {
    this.#items.get(pages.id)?.showPages(pages);
  }

  /** Shows the changes of a page that includes an object of the list. */
  showPage(id: string, rows: readonly ComparisonRow[]): void {
    for (const item of this.#items.values()) item.showPage(id, rows);
  }

  failPage(id: string, why: string): void {
    for (const item of this.#items.values()) item.failPage(id, why);
  }

  #demand(id: string): void {
    this.#context.post({ type: 'showText', id, mode: this.#context.mode() });
  }
}

class OtherItem {
  readonly element: HTMLElement;
  spellings = 0;
  readonly #context: OtherChangesContext;
  readonly #shownOn = new Map<string, ShownPage>();
  readonly #text = createElement('div', { class: 'body' });
  readonly #pages = createElement('div', { role: 'status' });
  readonly #name = createElement('strong', { tabindex: -1 });

  constructor(
    { id, name, detail, kind, change, facts, hasText, canAppearOnPages, recentChange }: OtherChange,
    context: OtherChangesContext,
  ) {
    this.#context = context;
    const find = () => {
      this.#pages.replaceChildren(secondaryText(t('Looking through all pages…')));
      context.post({ type: 'findPages', id });
    };
    if (canAppearOnPages) this.#pages.append(button(t('Find the Pages That Show It'), find, { class: 'link' }));
    this.#name.textContent = name;
    const list = factList(t('Values'));
    list.append(...facts.map(factElement));
    this.element = createElement(
      'li',
      {},
      createElement(
        'div',
        { class: 'file' },
        icon(kind, kind),
        this.#name,
        secondaryText(detail),
        secondaryText(change),
        recentChange && recentChangeMark(recentChange),
      ),
      facts.length > 0 && list,
      hasText && this.#text,
      this.#pages,
    );
    this.element.dataset['other'] = id;
    if (hasText) this.#text.append(createElement('p', { class: 'waiting' }, screenReaderText(t('Reading…'))));
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
    this.#text.replaceChildren(...(why === undefined ? elementsOf(this.#context, rows) : [secondaryText(why)]));
  }

  showPages({ pages, why }: PagesFound): void {
    this.#shownOn.clear();
    for (const page of flagEqualTitles(pages, this.#context.pages())) {
      this.#shownOn.set(page.id, new ShownPage(page.id, pageLabel(page), this.#context));
    }
    const count = pages.length === 1 ? t('One page shows it:') : t`${pages.length} pages show it:`;
    const text = why ?? (pages.length === 0 ? t('No page shows it.') : count);
    const items = [...this.#shownOn.values()].map(({ element }) => element);
    this.#pages.replaceChildren(secondaryText(text), ...(items.length > 0 ? [createElement('ul', {}, ...items)] : []));
  }

  refreshPages(): void {
    for (const page of this.#shownOn.values()) page.refresh();
  }

  showPage(id: string, rows: readonly ComparisonRow[]): void {
    this.#shownOn.get(id)?.show(rows);
  }

  failPage(id: string, why: string): void {
    this.#shownOn.get(id)?.fail(why);
  }
}

/** A page that includes a changed object. Its rows are fetched when it is expanded. */
class ShownPage {
  readonly element: HTMLElement;
  readonly #context: OtherChangesContext;
  readonly #id: string;
  readonly #rows = createElement('div', { class: 'body' });
  readonly #fold = createElement(
    'details',
    { class: 'shown-on' },
    createElement('summary', {}, icon('chevronRight', 'fold'), t('What changes on it')),
    this.#rows,
  );

  constructor(id: string, name: string, context: OtherChangesContext) {
    [this.#context, this.#id] = [context, id];
    const way = context.linkTo(id);
    const open = way ?? (() => context.post({ type: 'open', id, line: 0 }));
    this.#fold.addEventListener('toggle', () => this.refresh());
    this.element = createElement('li', {}, button(name, open, { class: 'link' }), !way && this.#fold);
  }

  /** Requests the rows of the page, if it is expanded. */
  refresh(): void {
    if (!this.#fold.open) return;
    this.#rows.replaceChildren(createElement('p', { class: 'waiting' }, screenReaderText(t('Reading…'))));
    this.#context.post({ type: 'show', id: this.#id, mode: this.#context.mode() });
  }

  show(rows: readonly ComparisonRow[]): void {
    const changed = filterSpellingRows(rows, this.#context.isSpellingShown()).filter(({ kind }) => kind !== 'same');
    this.#rows.classList.toggle('split', this.#context.mode() === 'split');
    const none = secondaryText(t('What readers see of it is the same.'));
    this.#rows.replaceChildren(...(changed.length > 0 ? elementsOf(this.#context, changed) : [none]));
  }

  fail(why: string): void {
    this.#rows.replaceChildren(secondaryText(why));
  }
}

function elementsOf({ mode, isSpellingShown }: OtherChangesContext, rows: readonly ComparisonRow[]): HTMLElement[] {
  const visibleRows = filterSpellingRows(rows, isSpellingShown());
  return visibleRows.map(row => rowView(row, { mode: mode(), comment: undefined, source: () => {} }).element);
}
