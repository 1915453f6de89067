/// <reference lib="dom" />
import type { PageView, ReadPlace } from './pageView.ts';

interface Around {
  /** The pages in their order. */
  views: () => PageView[];
  /** Where the bar ends that stays on top. */
  edge: () => number;
}

/** What is read: it stays where it is while what is shown is made anew. */
export class Reading {
  readonly #around: Around;
  /** Where it was, until that is there again. */
  #goal: ReadPlace | undefined;

  /** `goal` is where the reader was before a reload. */
  constructor(around: Around, goal: ReadPlace | undefined) {
    [this.#around, this.#goal] = [around, goal];
    // Who goes on meanwhile is not brought back.
    addEventListener('wheel', () => (this.#goal = undefined), { passive: true });
  }

  /** What is read at the top of the view. */
  get now(): ReadPlace {
    return this.#view?.readPlace ?? { id: '', top: 0 };
  }

  /** Does something that may move it. */
  during(act: () => void): void {
    const view = this.#view;
    const place = view?.readPlace;
    act();
    if (place) view?.goBackTo(place);
  }

  /** Pages are asked for again: goes back when the one that is read is there. */
  hold(): void {
    const view = this.#view;
    if (view?.isAsked) this.#goal ??= view.readPlace;
  }

  /** The pages are listed: reads the one that was read before, if it is there. One that is folded says nothing. */
  begin(): void {
    const view = this.#around.views().find(({ page }) => page.id === this.#goal?.id);
    if (!view) this.#goal = undefined;
    view?.demand();
    if (view?.isAsked === false) this.reached(view);
  }

  /** A page says what it has to say. */
  reached(view: PageView): void {
    if (this.#goal?.id !== view.page.id) return;
    view.goBackTo(this.#goal);
    this.#goal = undefined;
  }

  get #view(): PageView | undefined {
    const edge = this.#around.edge() + 1;
    return this.#around.views().findLast(({ element }) => element.getBoundingClientRect().top <= edge);
  }
}
