/// <reference lib="dom" />
import { button, make, quiet } from '../dom.ts';
import { icon } from '../icons.ts';
import { factList, factOf } from './facts.ts';
import type { FromPage, OtherChange, ToPage } from './messages.ts';

type PagesFound = Extract<ToPage, { type: 'pagesFound' }>;

/** What is changed that is neither a page nor a file: variables, reusable content, tags and whatever a server names. */
export class OthersView {
  readonly element = make('div', { class: 'others', hidden: true });
  readonly #tell: (message: FromPage) => void;
  readonly #list = make('ul', { class: 'files' });
  #items = new Map<string, OtherItem>();

  constructor(tell: (message: FromPage) => void) {
    this.#tell = tell;
    this.element.append(make('h3', {}, 'Other Changes'), this.#list);
  }

  get count(): number {
    return this.#items.size;
  }

  show(others: readonly OtherChange[]): void {
    this.#items = new Map(others.map(other => [other.id, new OtherItem(other, this.#tell)]));
    this.#list.replaceChildren(...[...this.#items.values()].map(({ element }) => element));
    this.element.hidden = others.length === 0;
  }

  fill(found: PagesFound): void {
    this.#items.get(found.id)?.fill(found);
  }
}

class OtherItem {
  readonly element: HTMLElement;
  readonly #tell: (message: FromPage) => void;
  readonly #pages = make('div', { role: 'status' });

  constructor({ id, name, detail, kind, change, facts, mayBeShown }: OtherChange, tell: (message: FromPage) => void) {
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
      this.#pages,
    );
  }

  fill({ pages, why }: PagesFound): void {
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
