import type { Store } from './sqlite.ts';
import type { State } from './state.ts';

/** Applies a change to the state and stores it, or rolls it back if it throws. */
export type Transaction = <T>(write: () => T) => T;

export function createTransaction(state: State, store: Store | undefined): Transaction {
  return write => {
    try {
      const result = write();
      store?.commit(state.writes);
      state.keepWrites();
      return result;
    } catch (error) {
      state.undoWrites();
      throw error;
    }
  };
}
