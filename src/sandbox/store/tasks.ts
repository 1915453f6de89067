import type { State } from './state.ts';
import type { Store } from './sqlite.ts';

/** What goes on after a reply was sent, such as reading a specification from its address. */
export interface Work {
  /** How many milliseconds other servers are waited for. */
  readonly patience: number;
  /** Aborts when the sandbox closes: what is not done by then is taken up at its next start. */
  readonly stopping: AbortSignal;
  later(task: () => Promise<void>): void;
  /** Makes a change to the state and stores it, or takes all of it back when it fails. */
  change<T>(write: () => T): T;
  /** Settles when no task is left. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export function startWork(state: State, store: Store | undefined, patience: number): Work {
  const running = new Set<Promise<void>>();
  const closing = new AbortController();
  const idle = async () => {
    while (running.size > 0) await Promise.all(running);
  };
  return {
    patience,
    stopping: closing.signal,
    later(task) {
      const promise = Promise.resolve()
        .then(task)
        .catch((error: unknown) => console.error('A task of the sandbox failed:', error))
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    change(write) {
      try {
        const result = write();
        save(state, store);
        return result;
      } catch (error) {
        state.undoWrites();
        throw error;
      }
    },
    idle,
    async stop() {
      closing.abort();
      await idle();
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
