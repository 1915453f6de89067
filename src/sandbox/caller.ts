import type { Download } from './import/download.ts';
import type { UserRow } from './store/rows.ts';
import type { State } from './store/state.ts';
import type { Tasks } from './store/tasks.ts';
import type { Transaction } from './store/transaction.ts';

/** The user who sent a request, and everything else that a reply depends on besides its route and input. */
export interface Caller extends Context {
  readonly user: UserRow;
  /** The base of addresses in replies: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Identifies the requested list with its order and filter; its page tokens are valid for no other list. */
  readonly list: string;
  /** True if the caller sees only the documented operations and fields. */
  readonly documentedOnly: boolean;
}

/** The services that handlers use, independent of the caller. */
export interface Context {
  readonly state: State;
  /** Runs a background write inside a transaction. Handlers themselves already run inside one. */
  readonly transaction: Transaction;
  readonly tasks: Tasks;
  readonly download: Download;
}
