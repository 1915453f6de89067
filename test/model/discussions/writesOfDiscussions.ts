import type { DeliveryOptions } from '../../../src/model/discussions/delivery.ts';
import type { Discussion } from '../../../src/model/discussions/discussion.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';

/** A write to a discussion, and a function that counts how often it was performed. */
export interface Write {
  prepare?: (write: Try) => Promise<void>;
  run: (write: Try) => Promise<unknown>;
  /** Returns how often the server has the result of the write. */
  count: (write: Try) => number;
}

export interface Try {
  discussion: Discussion;
  sandbox: RunningSandbox;
  /** A comment of the user, and a reply to it. */
  comment: string;
  reply: string;
  delivery: DeliveryOptions & { onPosted: (id: string) => void };
}

export const words = 'Said **once**, and\n\n* not twice\n* not `never`';
const isNow = (isDone: boolean) => (isDone ? 1 : 0);
const comments = ({ sandbox }: Try) => sandbox.state.comments;
const replies = ({ sandbox }: Try) => sandbox.state.commentReplies;
export const saying = <T extends { markdown: string }>(rows: readonly T[]) =>
  rows.filter(row => row.markdown === words).length;

/** All writes to a discussion. */
export const writes: Record<string, Write> = {
  'a comment': {
    run: ({ discussion, delivery }) => discussion.sender.post({}, words, delivery),
    count: write => saying(comments(write).all()),
  },
  'a comment that was made before': {
    prepare: ({ discussion, delivery }) => discussion.sender.post({}, words, delivery),
    run: ({ discussion, delivery }) => discussion.sender.post({}, words, delivery),
    count: write => saying(comments(write).all()) - 1,
  },
  'a reply': {
    run: ({ discussion, comment, delivery }) => discussion.sender.reply(comment, words, delivery),
    count: write => saying(replies(write).by('comment', write.comment)),
  },
  'an edit of a comment': {
    run: ({ discussion, comment }) => discussion.sender.change(comment, { body: { markdown: words } }),
    count: write => saying([comments(write).get(write.comment)]),
  },
  'an edit of the marks of a comment alone': {
    prepare: ({ discussion, comment }) =>
      discussion.sender.change(comment, { body: { markdown: words.replaceAll('*', '') } }),
    run: ({ discussion, comment }) => discussion.sender.change(comment, { body: { markdown: words } }),
    count: write => saying([comments(write).get(write.comment)]),
  },
  'an edit of a reply': {
    run: ({ discussion, comment, reply }) =>
      discussion.sender.changeReply(comment, reply, { body: { markdown: words } }),
    count: write => saying([replies(write).get(write.reply)]),
  },
  resolving: {
    run: ({ discussion, comment }) => discussion.sender.change(comment, { resolved: true }),
    count: write => isNow(comments(write).get(write.comment).status === 'resolved'),
  },
  reopening: {
    prepare: ({ discussion, comment }) => discussion.sender.change(comment, { resolved: true }),
    run: ({ discussion, comment }) => discussion.sender.change(comment, { resolved: false }),
    count: write => isNow(comments(write).get(write.comment).status === 'open'),
  },
  'a reaction': {
    run: ({ discussion, comment }) => discussion.sender.change(comment, { addedReactions: ['🎉'] }),
    count: write =>
      comments(write)
        .get(write.comment)
        .reactions.flatMap(({ users }) => users).length,
  },
  'taking a reaction back': {
    prepare: ({ discussion, comment }) => discussion.sender.change(comment, { addedReactions: ['🎉'] }),
    run: ({ discussion, comment }) => discussion.sender.change(comment, { removedReactions: ['🎉'] }),
    count: write => isNow(comments(write).get(write.comment).reactions.length === 0),
  },
  'deleting a reply': {
    run: ({ discussion, comment, reply }) => discussion.sender.deleteReply(comment, reply),
    count: write => isNow(replies(write).find(write.reply) === undefined),
  },
  'deleting a comment': {
    run: ({ discussion, comment }) => discussion.sender.delete(comment),
    count: write => isNow(comments(write).find(write.comment) === undefined),
  },
};

/** Functions that send a text other than `words`. */
export const sendings: Record<string, (write: Try, text: string) => Promise<unknown>> = {
  'a comment': ({ discussion, delivery }, text) => discussion.sender.post({}, text, delivery),
  'a reply': ({ discussion, comment, delivery }, text) => discussion.sender.reply(comment, text, delivery),
};
