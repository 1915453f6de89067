/// <reference lib="dom" />
import { t } from '@vscode/l10n';
import { button, createElement } from '../../dom.ts';
import { icon } from '../../icons.ts';
import type { FromPage, ListedPage } from '../messages.ts';

interface PageFoldContext {
  post: (message: FromPage) => void;
  /** Called when the group is expanded or collapsed. */
  changed: () => void;
}

/** Minimum number of pages with the same small change that are folded into one line. */
const leastPages = 5;

/** Groups the pages that have the same small change, if there are enough of them, by that change. */
export function foldedPages(pages: readonly ListedPage[]): Map<string, ListedPage[]> {
  const groups = Map.groupBy(pages, ({ smallChange = '' }) => smallChange);
  return new Map([...groups].filter(([what, { length }]) => what !== '' && length >= leastPages));
}

/** A line that stands for several pages with the same small change. Expanding it shows the pages below. */
export class PageFold {
  readonly element: HTMLElement;
  readonly #post: PageFoldContext['post'];
  readonly #line: HTMLButtonElement;
  readonly #viewed = createElement('input', { type: 'checkbox' });
  readonly #label = createElement('label', { class: 'viewed' }, this.#viewed, t('Viewed'));
  #pages: readonly ListedPage[] = [];
  #isOpen = false;

  constructor({ post, changed }: PageFoldContext) {
    this.#post = post;
    this.#line = button(
      '',
      () => {
        this.isOpen = !this.#isOpen;
        changed();
      },
      { class: 'link' },
    );
    this.#viewed.addEventListener('change', () => this.#mark(this.#viewed.checked));
    this.element = createElement('div', { class: 'page-fold' }, this.#line, this.#label);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen;
    this.#line.setAttribute('aria-expanded', String(isOpen));
    this.#line.firstElementChild?.replaceWith(icon(isOpen ? 'chevronDown' : 'chevronRight'));
  }

  show(what: string, pages: readonly ListedPage[]): void {
    this.#pages = pages;
    const chevron = icon('chevronRight');
    const words = createElement('span', {}, t`${pages.length} pages changed in the same way: ${what}`);
    this.#line.replaceChildren(chevron, words);
    this.isOpen = this.#isOpen;
    const areViewed = pages.every(({ isViewed }) => isViewed);
    this.#viewed.checked = areViewed;
    this.#label.hidden = pages.some(({ isViewed }) => isViewed === undefined);
    this.element.classList.toggle('is-viewed', areViewed);
  }

  #mark(isViewed: boolean): void {
    for (const page of this.#pages) {
      if (page.isViewed !== isViewed) this.#post({ type: 'mark', id: page.id, isViewed });
    }
  }
}
