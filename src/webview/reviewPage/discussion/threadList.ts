/// <reference lib="dom" />
import type { Filter } from './filter.ts';
import type { ShownThread } from '../messages.ts';
import { type ThreadContext, ThreadView } from './threadView.ts';

interface ThreadListContext extends ThreadContext {
  filter: Filter;
}

/** The conversations on a page, or on the whole change request. What is drawn of them stays, whatever becomes of it. */
export class ThreadList {
  threads: readonly ShownThread[] = [];
  /** The number of threads that the filter hides, and of those that it takes but that are not drawn yet. */
  hidden = 0;
  remaining = 0;
  readonly views = new Map<string, ThreadView>();
  readonly #context: ThreadListContext;

  constructor(context: ThreadListContext) {
    this.#context = context;
  }

  /** Updates the threads and returns the drawn views. `choose` picks from the threads that the filter takes. */
  take(
    threads: readonly ShownThread[],
    choose: (taken: readonly ShownThread[]) => readonly ShownThread[],
  ): ThreadView[] {
    this.threads = threads;
    const taken = threads.filter(thread => this.views.has(thread.id) || this.#context.filter.takes(thread));
    const visible = choose(taken);
    [this.hidden, this.remaining] = [threads.length - taken.length, taken.length - visible.length];
    const ids = new Set(visible.map(({ id }) => id));
    for (const [id, view] of this.views) {
      if (ids.has(id)) continue;
      view.remove();
      this.views.delete(id);
    }
    return visible.map(thread => {
      const known = this.views.get(thread.id);
      known?.update(thread);
      return known ?? this.#draw(thread);
    });
  }

  /** Draws some in any case: something leads to them. */
  demand(isMatch: (thread: ShownThread) => boolean): void {
    for (const thread of this.threads) if (!this.views.has(thread.id) && isMatch(thread)) this.#draw(thread);
  }

  /** Lets go of those that the filter does not take any more; not while something is typed in one. */
  filter(): void {
    const { filter, composers } = this.#context;
    for (const [id, { thread, element }] of this.views) {
      if (filter.takes(thread) || composers.inside(element).length > 0) continue;
      element.remove();
      this.views.delete(id);
    }
  }

  /** Whether something can be written is another. */
  showRights(): void {
    for (const view of this.views.values()) view.show();
  }

  at(element: Element | null): ThreadView | undefined {
    return this.views.get(element?.closest<HTMLElement>('.thread')?.dataset['thread'] ?? '');
  }

  #draw(thread: ShownThread): ThreadView {
    const view = new ThreadView(thread, this.#context);
    this.views.set(thread.id, view);
    return view;
  }
}
