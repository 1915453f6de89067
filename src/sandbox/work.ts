import type { State } from './state.ts';
import type { Store } from './store.ts';

/** What goes on after a reply was sent, such as reading a specification from its address. */
export interface Work {
  /** Starts a task; it gets a function that makes a change to the state and stores it. */
  later(task: (change: (write: () => void) => void) => Promise<void>): void;
  /** Settles when no task is left. */
  idle(): Promise<void>;
}

export function startWork(state: State, store: Store | undefined): Work {
  const running = new Set<Promise<void>>();
  const change = (write: () => void) => {
    write();
    save(state, store);
  };
  return {
    later(task) {
      const promise = Promise.resolve()
        .then(() => task(change))
        .catch((error: unknown) => console.error('A task of the sandbox failed:', error))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Stores what changed, in one transaction, or takes it back. */
export function save(state: State, store: Store | undefined): void {
  try {
    store?.commit(state.writes);
  } catch (error) {
    state.undoWrites();
    throw error;
  }
  state.keepWrites();
}
