/// <reference lib="dom" />
import type { PageView, ReadPlace } from './pages/pageView.ts';

interface ReadingContext {
  root: HTMLElement;
  /** The element above the pages. */
  conversation: HTMLElement;
  /** The pages in their order. */
  views: () => PageView[];
  /** Returns the bottom of the sticky bar, in pixels. */
  edge: () => number;
}

/** A page of which fewer than this many pixels remain below the bar does not count as read. */
const endOfPage = 40;

/** Keeps the scroll position while content is fetched and drawn again, until the user scrolls. */
export class ScrollRestoration {
  readonly #context: ReadingContext;
  /** The position to restore. */
  #goal: ReadPlace | undefined;
  /** True once the content at the goal has been drawn. */
  #isReached = false;
  /** The scroll offset set by the last restoration. */
  #scrolled: number | undefined;

  /** `goal` is the position before a reload. */
  constructor(context: ReadingContext, goal: ReadPlace | undefined) {
    [this.#context, this.#goal] = [context, goal];
    for (const event of ['wheel', 'keydown', 'pointerdown']) {
      addEventListener(event, () => this.release(), { passive: true, capture: true });
    }
    addEventListener('scroll', () => this.#handleScroll(), { passive: true });
    // The browser's scroll anchoring fails when sizes that this page sets change at the same time.
    new ResizeObserver(() => this.restorePosition()).observe(context.root);
  }

  /** The current position: the page at the top of the viewport, or the ID '' above the pages. */
  get now(): ReadPlace {
    return this.#view?.readPlace ?? { id: '', top: Math.round(this.#topOfConversation) };
  }

  /** The position to restore after a reload; undefined at the top of the page. */
  get place(): ReadPlace | undefined {
    return this.#goal ?? (scrollY > 0 ? this.now : undefined);
  }

  /** Runs a function that may change the layout, and then restores the scroll position. */
  during(act: () => void): void {
    const view = this.#view;
    const place = view?.readPlace;
    act();
    if (view && place) scrollBy({ top: view.distanceTo(place), behavior: 'instant' });
  }

  /** Remembers the position before pages are requested again. */
  rememberPosition(): void {
    const view = this.#view;
    if (!view?.isAsked) return;
    this.#goal ??= view.readPlace;
    this.#isReached = false;
    this.#scrolled = undefined;
  }

  /** Requests the page to restore once the pages are listed. A folded page has no content to wait for. */
  begin(): void {
    if (this.#goal?.id === '') return;
    const view = this.#goalView;
    if (!view) this.release();
    view?.requestContent();
    if (view?.isAsked === false) this.reached(view.page.id);
  }

  /** Restores the position once a page has its content; without an ID, once the conversation has. */
  reached(id: string): void {
    if (this.#goal?.id !== id) return;
    this.#isReached = true;
    this.restorePosition();
  }

  /** Scrolls to the goal as far as the content loaded so far allows. */
  restorePosition(): void {
    if (!this.#goal || !this.#isReached) return;
    scrollBy({ top: this.#distanceTo(this.#goal), behavior: 'instant' });
    this.#scrolled = scrollY;
  }

  /** Stops restoring the position, because the user has scrolled. */
  release(): void {
    this.#goal = undefined;
    this.#isReached = false;
    this.#scrolled = undefined;
  }

  /**
   * Releases the goal if something else has scrolled, such as a search. Being cut off at the end of the page does not
   * count.
   */
  #handleScroll(): void {
    if (!this.#goal || this.#scrolled === undefined || scrollY === this.#scrolled) return;
    const distance = this.#distanceTo(this.#goal);
    const isAtEnd = distance > 0 ? scrollY + innerHeight >= document.documentElement.scrollHeight - 1 : scrollY === 0;
    if (Math.abs(distance) > 1 && !isAtEnd) this.release();
  }

  #distanceTo(place: ReadPlace): number {
    return place.id === '' ? this.#topOfConversation - place.top : (this.#goalView?.distanceTo(place) ?? 0);
  }

  get #topOfConversation(): number {
    return this.#context.conversation.getBoundingClientRect().top;
  }

  get #goalView(): PageView | undefined {
    return this.#context.views().find(({ page }) => page.id === this.#goal?.id);
  }

  /**
   * The page in view: the one with the focus if that is visible, else the topmost of which more than the end is
   * visible.
   */
  get #view(): PageView | undefined {
    const edge = this.#context.edge() + 1;
    const views = this.#context.views();
    const focused = document.activeElement;
    const box = focused?.getBoundingClientRect();
    if (box && box.bottom > edge && box.top < innerHeight) {
      const view = views.find(({ element }) => element.contains(focused));
      if (view) return view;
    }
    const at = views.findLastIndex(({ element }) => element.getBoundingClientRect().top <= edge);
    const isAtItsEnd = (views[at]?.element.getBoundingClientRect().bottom ?? Infinity) < edge + endOfPage;
    return (isAtItsEnd ? views[at + 1] : undefined) ?? views[at];
  }
}
