/// <reference lib="dom" />
import { button, make, quiet, spoken } from '../dom.ts';
import { icon } from '../icons.ts';
import { factList, factOf } from './facts.ts';
import type { FromPage, Mode, OtherChange, ToPage } from './messages.ts';
import { rowView, spellingsIn, withSpelling } from './pages/rowView.ts';

type TextShown = Extract<ToPage, { type: 'text' }>;
type PagesFound = Extract<ToPage, { type: 'pagesFound' }>;

/** What is changed that is neither a page nor a file: variables, reusable content, tags and whatever a server names. */
export class OthersView {
  readonly element = make('div', { class: 'others', hidden: true });
  readonly #tell: (message: FromPage) => void;
  readonly #mode: () => Mode;
  readonly #isSpellingShown: () => boolean;
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

  constructor(tell: (message: FromPage) => void, mode: () => Mode, isSpellingShown: () => boolean) {
    [this.#tell, this.#mode, this.#isSpellingShown] = [tell, mode, isSpellingShown];
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
    this.#items = new Map(others.map(other => [other.id, new OtherItem(other, this.#tell)]));
    this.#list.replaceChildren(...[...this.#items.values()].map(({ element }) => element));
    this.element.hidden = others.length === 0;
    this.#watcher.disconnect();
    for (const { id, hasText } of others) {
      const element = this.#items.get(id)?.element;
      if (hasText && element) this.#watcher.observe(element);
    }
  }

  /** Asks again for the texts that are shown: they are to be shown in another way. */
  again(): void {
    for (const [id, { isTextShown }] of this.#items) if (isTextShown) this.#demand(id);
  }

  showText(text: TextShown): void {
    if (text.mode === this.#mode()) this.#items.get(text.id)?.showText(text, this.#isSpellingShown());
  }

  showPages(found: PagesFound): void {
    this.#items.get(found.id)?.showPages(found);
  }

  #demand(id: string): void {
    this.#tell({ type: 'showText', id, mode: this.#mode() });
  }
}

class OtherItem {
  readonly element: HTMLElement;
  spellings = 0;
  readonly #tell: (message: FromPage) => void;
  readonly #text = make('div', { class: 'body' });
  readonly #pages = make('div', { role: 'status' });

  constructor(
    { id, name, detail, kind, change, facts, hasText, mayBeShown }: OtherChange,
    tell: (message: FromPage) => void,
  ) {
    this.#tell = tell;
    const find = () => {
      this.#pages.replaceChildren(quiet('Looking through all pages…'));
      tell({ type: 'findPages', id });
    };
    if (mayBeShown) this.#pages.append(button('Find the Pages That Show It', find, { class: 'link' }));
    const list = factList('Values');
    list.append(...facts.map(factOf));
    this.element = make(
      'li',
      {},
      make('div', { class: 'file' }, icon(kind, kind), make('strong', {}, name), quiet(detail), quiet(change)),
      facts.length > 0 && list,
      hasText && this.#text,
      this.#pages,
    );
    this.element.dataset['other'] = id;
    if (hasText) this.#text.append(make('p', { class: 'waiting' }, spoken('Reading…')));
  }

  get isTextShown(): boolean {
    return this.#text.querySelector('.row') !== null;
  }

  showText({ rows, mode, why }: TextShown, isSpellingShown: boolean): void {
    this.spellings = spellingsIn(rows);
    const shown = withSpelling(rows, isSpellingShown).map(
      row => rowView(row, { mode, comment: undefined, source: () => {} }).element,
    );
    this.#text.classList.toggle('split', mode === 'split');
    this.#text.replaceChildren(...(why === undefined ? shown : [quiet(why)]));
  }

  showPages({ pages, why }: PagesFound): void {
    const links = pages.map(({ id, title }) =>
      make(
        'li',
        {},
        button(title, () => this.#tell({ type: 'open', id, line: 0 }), { class: 'link' }),
      ),
    );
    const count = pages.length === 1 ? 'One page shows it:' : `${pages.length} pages show it:`;
    const text = why ?? (pages.length === 0 ? 'No page shows it.' : count);
    this.#pages.replaceChildren(quiet(text), ...(links.length > 0 ? [make('ul', {}, ...links)] : []));
  }
}
