import type { ConversationContext } from '../../model/discussions/conversationContext.ts';
import type { Outbox } from '../../model/discussions/outbox.ts';
import type { App } from '../../app.ts';
import type { CommentingRanges } from './commentingRanges.ts';
import type { HiddenComments } from './hiddenComments.ts';
import type { Threads } from './threads.ts';

/** The context of comment commands: the app and the comment threads in the editors. */
export interface CommentsContext extends App {
  threads: Threads;
  ranges: CommentingRanges;
  hiddenComments: HiddenComments;
  conversations: ConversationContext;
  outbox: Outbox;
  navigation: NavigationState;
}

/** The state of navigating between open conversations. */
export interface NavigationState {
  /** The URI of the last page that was opened as plain text because it has no diff. */
  pageWithoutDiff?: string | undefined;
}
