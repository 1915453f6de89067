import type { State } from './state.ts';
import type { Store } from './store.ts';

/** Makes a change to the state and stores it. */
export type Change = (write: () => void) => void;

/** What goes on after a reply was sent, such as reading a specification from its address. */
export interface Work {
  /** How many milliseconds other servers are waited for. */
  readonly patience: number;
  later(task: (change: Change) => Promise<void>): void;
  /** Settles when no task is left. */
  idle(): Promise<void>;
}

export function startWork(state: State, store: Store | undefined, patience: number): Work {
  const running = new Set<Promise<void>>();
  const change: Change = write => {
    try {
      write();
    } catch (error) {
      state.undoWrites();
      throw error;
    }
    save(state, store);
  };
  return {
    patience,
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
