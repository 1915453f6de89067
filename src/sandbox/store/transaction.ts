import type { Store } from './sqlite.ts';
import type { State } from './state.ts';

/** Makes a change to the state and stores it, or takes all of it back when it fails. */
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
