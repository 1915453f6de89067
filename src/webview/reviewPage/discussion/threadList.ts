/// <reference lib="dom" />
import type { FilterView } from './filter.ts';
import type { PageThread } from '../messages.ts';
import { type ThreadContext, ThreadView } from './threadView.ts';

interface ThreadListContext extends ThreadContext {
  filter: FilterView;
}

/** The conversations on a page, or on the whole change request. What is drawn of them stays, whatever becomes of it. */
export class ThreadList {
  threads: readonly PageThread[] = [];
  /** The number of threads that the filter hides, and of those that it takes but that are not drawn yet. */
  hidden = 0;
  remaining = 0;
  readonly views = new Map<string, ThreadView>();
  readonly #context: ThreadListContext;

  constructor(context: ThreadListContext) {
    this.#context = context;
  }

  /** Updates the threads and returns the drawn views. `choose` picks from the threads that the filter takes. */
  update(
    threads: readonly PageThread[],
    choose: (taken: readonly PageThread[]) => readonly PageThread[],
  ): ThreadView[] {
    this.threads = threads;
    const taken = threads.filter(thread => this.views.has(thread.id) || this.#context.filter.includes(thread));
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
  demand(isMatch: (thread: PageThread) => boolean): void {
    for (const thread of this.threads) if (!this.views.has(thread.id) && isMatch(thread)) this.#draw(thread);
  }

  /** Lets go of those that the filter does not take any more; not while something is typed in one. */
  filter(): void {
    const { filter, composers } = this.#context;
    for (const [id, { thread, element }] of this.views) {
      if (filter.includes(thread) || composers.inside(element).length > 0) continue;
      element.remove();
      this.views.delete(id);
    }
  }

  /** Whether something can be written is another. */
  showRights(): void {
    for (const view of this.views.values()) view.show();
  }

  viewContaining(element: Element | null): ThreadView | undefined {
    return this.views.get(element?.closest<HTMLElement>('.thread')?.dataset['thread'] ?? '');
  }

  #draw(thread: PageThread): ThreadView {
    const view = new ThreadView(thread, this.#context);
    this.views.set(thread.id, view);
    return view;
  }
}
