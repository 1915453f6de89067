import type { PlacedConversation } from '../../model/discussions/discussion.ts';

/** Maximum number of conversations on pages out of view that get a thread, so that the Comments panel lists them. */
const maxThreadsElsewhere = 200;

/**
 * Returns the conversations that get threads: all on pages in view, those that `isKept` accepts, and some open ones
 * elsewhere.
 */
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
