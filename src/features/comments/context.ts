import type { App } from '../../app.ts';
import type { Outbox } from '../../model/discussions/outbox.ts';
import type { CommentingRanges } from './commentingRanges.ts';
import type { Threads } from './threads.ts';

/** What the commands of comments work on: what every feature has, and what is on the screen. */
export interface CommentsContext extends App {
  threads: Threads;
  ranges: CommentingRanges;
  outbox: Outbox;
}
