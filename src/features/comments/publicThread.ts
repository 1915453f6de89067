import type { PlacedConversation } from '../../model/discussions/discussion.ts';
import { threadLabel } from './editorComment.ts';
import type { LineRange, PlacementExactness } from '../../model/discussions/placement.ts';

/** A comment thread in the API for other extensions. */
export interface PublicThread {
  id: string;
  /** Zero-based lines, both included; undefined if the thread is about the whole document. */
  range: LineRange | undefined;
  exactness: PlacementExactness;
  state: 'open' | 'resolved';
  /** The label of the thread, such as that the commented text has changed. */
  label: string;
  comments: ThreadComment[];
}

interface ThreadComment {
  id: string;
  author: string;
  markdown: string;
  postedAt: string;
  editedAt?: string;
  reactions: { emoji: string; count: number }[];
}

export function publicThreadOf(conversation: PlacedConversation): PublicThread {
  const { comment, replies, placement } = conversation;
  return {
    id: comment.id,
    range: placement.range,
    exactness: placement.exactness,
    state: comment.status === 'resolved' ? 'resolved' : 'open',
    label: threadLabel(conversation),
    comments: [comment, ...replies].map(({ id, postedBy, body, postedAt, editedAt, reactions }) => ({
      id,
      author: postedBy.displayName,
      markdown: body.markdown ?? '',
      postedAt,
      ...(editedAt && { editedAt }),
      reactions: reactions.map(({ emoji, count }) => ({ emoji, count })),
    })),
  };
}
