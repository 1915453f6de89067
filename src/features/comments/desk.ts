import type { App } from '../../app.ts';
import type { Outbox } from '../../model/discussions/outbox.ts';
import type { Ranges } from './ranges.ts';
import type { Threads } from './threads.ts';

/** What the commands of comments work on. */
export interface Desk {
  app: App;
  threads: Threads;
  ranges: Ranges;
  outbox: Outbox;
}
