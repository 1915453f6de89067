/// <reference lib="dom" />
import type { PageView, ReadPlace } from './pages/pageView.ts';

interface ReadingContext {
  root: HTMLElement;
  /** What is read above the pages. */
  conversation: HTMLElement;
  /** The pages in their order. */
  views: () => PageView[];
  /** Where the bar ends that stays on top. */
  edge: () => number;
}

/** Of what ends so many pixels below the edge nothing is read. */
const endOfPage = 40;

/** What is read: it stays where it is while what is shown is made anew, until somebody goes on. */
export class Reading {
  readonly #context: ReadingContext;
  /** Where it was, and is to be again. */
  #goal: ReadPlace | undefined;
  /** Whether that says what it has to say. */
  #isReached = false;
  /** How far the window was scrolled for it. */
  #scrolled: number | undefined;

  /** `goal` is where the reader was before a reload. */
  constructor(context: ReadingContext, goal: ReadPlace | undefined) {
    [this.#context, this.#goal] = [context, goal];
    for (const event of ['wheel', 'keydown', 'pointerdown']) {
      addEventListener(event, () => this.release(), { passive: true, capture: true });
    }
    addEventListener('scroll', () => this.#heed(), { passive: true });
    // The browser keeps in place what is read, but not where sizes that are set here change at the same time.
    new ResizeObserver(() => this.goBack()).observe(context.root);
  }

  /** What is read at the top of the view; above the pages that has no ID. */
  get now(): ReadPlace {
    return this.#view?.readPlace ?? { id: '', top: Math.round(this.#topOfConversation) };
  }

  /** Where to go on after a reload; who has not begun begins. */
  get place(): ReadPlace | undefined {
    return this.#goal ?? (scrollY > 0 ? this.now : undefined);
  }

  /** Does something that may move it. */
  during(act: () => void): void {
    const view = this.#view;
    const place = view?.readPlace;
    act();
    if (view && place) scrollBy({ top: view.distanceTo(place), behavior: 'instant' });
  }

  /** Pages are asked for again: goes back when the one that is read is there. */
  hold(): void {
    const view = this.#view;
    if (!view?.isAsked) return;
    this.#goal ??= view.readPlace;
    this.#isReached = false;
    this.#scrolled = undefined;
  }

  /** The pages are listed: reads the one that was read before, if it is there. One that is folded says nothing. */
  begin(): void {
    if (this.#goal?.id === '') return;
    const view = this.#goalView;
    if (!view) this.release();
    view?.demand();
    if (view?.isAsked === false) this.reached(view.page.id);
  }

  /** A page says what it has to say; without an ID the whole change request. */
  reached(id: string): void {
    if (this.#goal?.id !== id) return;
    this.#isReached = true;
    this.goBack();
  }

  /** Goes back as far as that can be done by now: what comes above or below may be still to come. */
  goBack(): void {
    if (!this.#goal || !this.#isReached) return;
    scrollBy({ top: this.#distanceTo(this.#goal), behavior: 'instant' });
    this.#scrolled = scrollY;
  }

  /** Who goes on is not brought back. */
  release(): void {
    this.#goal = undefined;
    this.#isReached = false;
    this.#scrolled = undefined;
  }

  /** Somebody may have gone on, such as to what was sought. Where the window ends before, it is just too short by now. */
  #heed(): void {
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

  /** The page that is read: the one with the focus, while that is in sight; not one of which only the end is. */
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
