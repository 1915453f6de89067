/// <reference lib="dom" />
import { make, quiet } from '../dom.ts';
import { icon } from '../icons.ts';
import { factList, factOf } from './facts.ts';
import type { OtherChange } from './messages.ts';

/** What is changed that is neither a page nor a file: variables, reusable content, tags and whatever a server names. */
export class OthersView {
  readonly element = make('div', { class: 'others', hidden: true });
  readonly #list = make('ul', { class: 'files' });

  constructor() {
    this.element.append(make('h3', {}, 'Other Changes'), this.#list);
  }

  get count(): number {
    return this.#list.childElementCount;
  }

  show(others: readonly OtherChange[]): void {
    this.#list.replaceChildren(...others.map(itemOf));
    this.element.hidden = others.length === 0;
  }
}

function itemOf({ name, detail, kind, change, facts }: OtherChange): HTMLElement {
  const head = make('div', { class: 'file' }, icon(kind, kind), make('strong', {}, name), quiet(detail), quiet(change));
  const list = factList('Values');
  list.append(...facts.map(factOf));
  return make('li', {}, head, facts.length > 0 && list);
}
