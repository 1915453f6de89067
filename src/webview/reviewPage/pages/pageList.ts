/// <reference lib="dom" />
import { make } from '../../dom.ts';
import type { ListedPage } from '../messages.ts';
import { type PageAround, PageView } from './pageView.ts';

interface Around extends Omit<PageAround, 'next'> {
  /** Keeps what is typed inside an element that goes away. */
  save: (element: HTMLElement) => void;
}

/** The pages of the change request. They ask for what they say when they come near the view. */
export class PageList {
  readonly element = make('div', { class: 'pages' });
  readonly #around: Around;
  readonly #views = new Map<string, PageView>();
  readonly #near = new IntersectionObserver(entries => this.#demand(entries), { rootMargin: '600px' });
  readonly #seen = new IntersectionObserver(entries => this.#tellSeen(entries));

  constructor(around: Around) {
    this.#around = around;
  }

  /** The pages in their order. */
  get views(): PageView[] {
    return [...this.element.children].flatMap(child => this.#at(child) ?? []);
  }

  get(id: string): PageView | undefined {
    return this.#views.get(id);
  }

  /** Shows these: those that are there stay as they are. */
  show(pages: readonly ListedPage[]): void {
    const gone = new Set(this.#views.keys());
    for (const page of pages) {
      gone.delete(page.id);
      const known = this.#views.get(page.id);
      if (known) known.update(page);
      else this.#add(page);
    }
    for (const id of gone) {
      const element = this.#views.get(id)?.element;
      if (element) this.#around.save(element);
      element?.remove();
      this.#views.delete(id);
    }
    // Elements that stand where they belong are left alone: who reads one keeps the place.
    pages.forEach((page, index) => {
      const element = this.#views.get(page.id)?.element;
      const { children } = this.element;
      if (element && children[index] !== element) this.element.insertBefore(element, children[index] ?? null);
    });
  }

  /** Has it told when an element comes into view: what is in view has been seen. */
  watch(element: HTMLElement): void {
    this.#seen.observe(element);
  }

  #at(element: Element | null): PageView | undefined {
    return this.#views.get(idOf(element));
  }

  #add(page: ListedPage): void {
    const next = ({ nextElementSibling }: HTMLElement) => this.#at(nextElementSibling);
    const view = new PageView(page, { ...this.#around, next });
    this.#views.set(page.id, view);
    this.element.append(view.element);
    this.#near.observe(view.element);
    this.watch(view.element);
  }

  #demand(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) if (isIntersecting) this.#at(target)?.demand();
  }

  #tellSeen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#around.tell({ type: 'see', id: idOf(target) });
    }
  }
}

/** The ID of the page that an element stands for; '' for the whole change request. */
function idOf(element: Element | null): string {
  return (element as HTMLElement | null)?.dataset['id'] ?? '';
}
