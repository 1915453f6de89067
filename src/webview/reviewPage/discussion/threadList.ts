/// <reference lib="dom" />
import type { FilterView } from './filter.ts';
import type { PageThread } from '../messages.ts';
import { type ThreadContext, ThreadView } from './threadView.ts';

interface ThreadListContext extends ThreadContext {
  filter: FilterView;
}

/** The conversations on a page, or on the whole change request. Drawn views are updated, not replaced. */
export class ThreadList {
  threads: readonly PageThread[] = [];
  /**
   * Number of threads that the filter hides (`hidden`), and of matching threads that are not drawn yet (`remaining`).
   */
  hidden = 0;
  remaining = 0;
  readonly views = new Map<string, ThreadView>();
  readonly #context: ThreadListContext;

  constructor(context: ThreadListContext) {
    this.#context = context;
  }

  /** Updates the threads and returns the drawn views. `choose` selects from the threads that match the filter. */
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

  /** Draws all matching threads, because the user navigates to one of them. */
  demand(isMatch: (thread: PageThread) => boolean): void {
    for (const thread of this.threads) if (!this.views.has(thread.id) && isMatch(thread)) this.#draw(thread);
  }

  /** Drops the views that no longer match the filter, unless the user is typing in one. */
  filter(): void {
    const { filter, composers } = this.#context;
    for (const [id, { thread, element }] of this.views) {
      if (filter.includes(thread) || composers.inside(element).length > 0) continue;
      element.remove();
      this.views.delete(id);
    }
  }

  /** Updates the views after the right to comment has changed. */
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
