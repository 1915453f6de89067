/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement } from '../../dom.ts';
import type { FilterItem, PageThread } from '../messages.ts';

interface FilterContext {
  /** Called when another filter is chosen. */
  choose: () => void;
  /** Requests the number of conversations of each filter. */
  count: () => void;
}

/** The ID of the filter that lists everything. */
const all = 'all';

/**
 * Filters the conversations of the change request and of its pages. Conversations with unsent text are always shown.
 */
export class FilterView {
  /** The filter controls, shown in the title of the conversation section. */
  readonly element = createElement('span', { class: 'filter' });
  chosen: string;
  readonly #context: FilterContext;
  #filters: readonly FilterItem[] = [];
  readonly #list = createElement('select', { 'aria-label': t('Which conversations are shown') });
  readonly #hidden = createElement('span', { class: 'quiet', role: 'status' });
  readonly #all = button(t('Show All'), () => this.#showAll(), { class: 'link' });

  constructor(chosen = all, context: FilterContext) {
    [this.chosen, this.#context] = [chosen, context];
    this.#list.addEventListener('focus', () => context.count());
    this.#list.addEventListener('change', () => this.choose(this.#list.value));
    this.element.append(this.#hidden, this.#all, this.#list);
    this.setFilters([{ id: chosen, name: t('All') }]);
  }

  get isSet(): boolean {
    return this.chosen !== all;
  }

  choose(filter: string): void {
    this.chosen = this.#list.value = filter;
    this.#context.choose();
  }

  setFilters(filters: readonly FilterItem[]): void {
    // Replacing equal options would disturb a user who has the list open.
    if (JSON.stringify(filters) === JSON.stringify(this.#filters)) return;
    this.#filters = filters;
    const options = filters.map(({ id, name, count }) =>
      createElement('option', { value: id }, count === undefined ? name : `${name} (${count})`),
    );
    this.#list.replaceChildren(...options);
    this.#list.value = this.chosen;
  }

  /** Returns true if a conversation is shown. One with unsent text is never hidden. */
  includes({ state, comments, fits }: PageThread): boolean {
    return (
      !this.isSet ||
      fits.includes(this.chosen) ||
      state === 'draft' ||
      comments.some(comment => comment.draft === 'unsent')
    );
  }

  /** Returns the number of conversations of a filter, or undefined if it is unknown. */
  countOf(filter: string): number | undefined {
    return this.#filters.find(({ id }) => id === filter)?.count;
  }

  /** Shows how many conversations are hidden: at least as many as the pages have reported. */
  say(reportedCount: number): void {
    const known = (this.countOf(all) ?? 0) - (this.countOf(this.chosen) ?? 0);
    const count = this.isSet ? Math.max(reportedCount, known) : 0;
    this.#hidden.textContent = count > 0 ? hiddenInWords(count) : '';
    this.#all.hidden = !this.isSet;
  }

  /** Returns a button that says how many conversations a page hides. A click shows all, and then calls `onShown`. */
  hiddenHere(count: number, onShown: () => void): HTMLElement {
    const showAll = () => {
      this.choose(all);
      onShown();
    };
    return button(t`${count} hidden`, showAll, {
      class: 'link',
      title: [`${hiddenInWords(count)}.`, t('Show all.')].join(' '),
    });
  }

  #showAll(): void {
    this.choose(all);
    // The pressed button disappears, so the focus moves to the list.
    this.#list.focus();
  }
}

function hiddenInWords(count: number): string {
  return count === 1 ? t('1 conversation is hidden') : t`${count} conversations are hidden`;
}
