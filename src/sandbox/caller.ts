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
  /** The list that is asked for, with its order and its filter: its pages have tokens that no other list takes. */
  readonly list: string;
  /** Whether the caller is to see the documented interface alone. */
  readonly documentedOnly: boolean;
}

/** What every request is answered with, whoever sends it. */
export interface Context {
  readonly state: State;
  /** For what is written after a reply was sent: handlers are in a transaction already. */
  readonly transaction: Transaction;
  readonly tasks: Tasks;
  readonly download: Download;
}
