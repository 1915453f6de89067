/// <reference lib="dom" />
import { createElement } from '../../dom.ts';
import type { ListedPage } from '../messages.ts';
import { flagEqualTitles, type FlaggedPage } from './names.ts';
import { foldedPages, PageFold } from './pageFold.ts';
import { type PageViewContext, PageView } from './pageView.ts';

interface PageListContext extends Omit<PageViewContext, 'next' | 'reveal'> {
  /** Preserves the composers inside an element that is removed. */
  save: (element: HTMLElement) => void;
}

/** The pages of the change request. Each requests its content when it comes near the viewport. */
export class PageList {
  readonly element = createElement('div', { class: 'pages' });
  readonly #context: PageListContext;
  readonly #views = new Map<string, PageView>();
  /** Groups of folded pages by their small change. */
  readonly #folds = new Map<string, PageFold>();
  #pages: readonly ListedPage[] = [];
  readonly #near = new IntersectionObserver(entries => this.#demand(entries), { rootMargin: '600px' });
  readonly #seen = new IntersectionObserver(entries => this.#reportVisiblePages(entries));

  constructor(context: PageListContext) {
    this.#context = context;
  }

  /** The views of the pages, in order. */
  get views(): PageView[] {
    return [...this.element.children].flatMap(child => this.#at(child) ?? []);
  }

  get(id: string): PageView | undefined {
    return this.#views.get(id);
  }

  /** Updates the list of pages. Existing views are reused. */
  show(listed: readonly ListedPage[]): void {
    const pages = flagEqualTitles(listed);
    const gone = new Set(this.#views.keys());
    for (const page of pages) {
      gone.delete(page.id);
      const known = this.#views.get(page.id);
      if (known) known.update(page);
      else this.#add(page);
    }
    for (const id of gone) {
      const element = this.#views.get(id)?.element;
      if (element) this.#context.save(element);
      element?.remove();
      this.#views.delete(id);
    }
    this.#pages = pages;
    this.#arrange();
  }

  /** Puts the views in order. Folded pages follow the line of their group, hidden until it is expanded. */
  #arrange(): void {
    const groups = foldedPages(this.#pages);
    for (const [what, fold] of this.#folds) {
      if (groups.has(what)) continue;
      fold.element.remove();
      this.#folds.delete(what);
    }
    const elements = this.#pages.flatMap((page): HTMLElement[] => {
      const group = groups.get(page.smallChange ?? '');
      if (!group) return this.#elementsOf([page], true);
      if (group[0] !== page) return [];
      const fold = this.#foldOf(page.smallChange ?? '');
      fold.show(page.smallChange ?? '', group);
      return [fold.element, ...this.#elementsOf(group, fold.isOpen)];
    });
    // Elements in their correct position are not moved, so that the scroll position and the focus stay.
    elements.forEach((element, index) => {
      const { children } = this.element;
      if (children[index] !== element) this.element.insertBefore(element, children[index] ?? null);
    });
  }

  #elementsOf(pages: readonly ListedPage[], areShown: boolean): HTMLElement[] {
    return pages.flatMap(({ id }) => {
      const element = this.#views.get(id)?.element;
      if (element) element.hidden = !areShown;
      return element ?? [];
    });
  }

  #foldOf(what: string): PageFold {
    const known = this.#folds.get(what);
    if (known) return known;
    const fold = new PageFold({ post: this.#context.post, changed: () => this.#arrange() });
    this.#folds.set(what, fold);
    return fold;
  }

  /** Expands the group that a page is folded into. */
  #reveal(element: HTMLElement): void {
    const fold = this.#folds.get(this.#at(element)?.page.smallChange ?? '');
    if (!fold || fold.isOpen) return;
    fold.isOpen = true;
    this.#arrange();
  }

  /** Observes an element, and reports it as seen when it comes into view. */
  watch(element: HTMLElement): void {
    this.#seen.observe(element);
  }

  #at(element: Element | null): PageView | undefined {
    return this.#views.get(idOf(element));
  }

  #add(page: FlaggedPage): void {
    const next = ({ nextElementSibling }: HTMLElement) => this.#at(nextElementSibling);
    const reveal = (element: HTMLElement) => this.#reveal(element);
    const view = new PageView(page, { ...this.#context, next, reveal });
    this.#views.set(page.id, view);
    this.element.append(view.element);
    this.#near.observe(view.element);
    this.watch(view.element);
  }

  #demand(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) if (isIntersecting) this.#at(target)?.requestContent();
  }

  #reportVisiblePages(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#context.post({ type: 'markSeen', id: idOf(target) });
    }
  }
}

/** Returns the ID of the page that an element represents; '' for the whole change request. */
function idOf(element: Element | null): string {
  return (element as HTMLElement | null)?.dataset['id'] ?? '';
}
