import type { Outbox } from '../../model/discussions/outbox.ts';
import type { App } from '../../app.ts';
import type { CommentingRanges } from './commentingRanges.ts';
import type { HiddenComments } from './hiddenComments.ts';
import type { Threads } from './threads.ts';

/** What the commands of comments work on: what is on the screen, too. */
export interface CommentsContext extends App {
  threads: Threads;
  ranges: CommentingRanges;
  hiddenComments: HiddenComments;
  outbox: Outbox;
  walk: Walk;
}

/** How somebody goes from one open conversation to the next. */
export interface Walk {
  /** Where it led on the way through diffs to what has none. */
  detour?: string | undefined;
}
