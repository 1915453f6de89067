import type { Download } from './import/download.ts';
import type { UserRow } from './store/rows.ts';
import type { State } from './store/state.ts';
import type { Tasks } from './store/tasks.ts';
import type { Transaction } from './store/transaction.ts';

/** Who sent a request, and where they reached the sandbox: all that a reply depends on besides its route and input. */
export interface Caller extends Context {
  readonly user: UserRow;
  /** `http://127.0.0.1:8080`, for the addresses in replies. */
  readonly origin: string;
}

/** What every request is answered with, whoever sends it. */
export interface Context {
  readonly state: State;
  /** For what is written after something was waited for: all else is written in a transaction already. */
  readonly transaction: Transaction;
  readonly tasks: Tasks;
  readonly download: Download;
}
