import type { UserRow } from './store/rows.ts';
import type { State } from './store/state.ts';
import type { Work } from './store/tasks.ts';

/** Who sent a request, and where they reached the sandbox: all that a reply depends on besides its route and input. */
export interface Caller {
  readonly state: State;
  readonly work: Work;
  readonly user: UserRow;
  /** `http://127.0.0.1:8080`, for the addresses in replies. */
  readonly origin: string;
}
