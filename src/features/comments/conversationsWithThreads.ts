import type { PlacedConversation } from '../../model/discussions/discussion.ts';

/** How many conversations on pages that nobody looks at have a thread, so that the Comments panel lists them. */
const maxThreadsElsewhere = 200;

/** The conversations that have threads: all on pages that somebody looks at, and some of those that wait elsewhere. */
export function conversationsWithThreads(
  conversations: readonly PlacedConversation[],
  isKept: (id: string) => boolean,
): PlacedConversation[] {
  let elsewhere = 0;
  return conversations.filter(({ comment, placement }) => {
    if (!placement.isRough || isKept(comment.id)) return true;
    return comment.status !== 'resolved' && ++elsewhere <= maxThreadsElsewhere;
  });
}
