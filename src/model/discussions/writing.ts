import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Conversations } from './conversations.ts';
import { type Delivery, deliverComment, deliverReply, type Near } from './delivery.ts';
import type { CommentTarget } from './placements.ts';
import { isChanged } from './recognition.ts';
import { type Comment, type CommentChange, readConversation, type Reply, type Requests } from './requests.ts';

interface Context {
  conversations: Conversations;
  requests: () => Promise<Requests>;
  /** The ID of the user who is signed in, where the server tells it. */
  user: () => string | undefined;
  /** Whether everything is known that `near` would read. */
  isKnown: (page?: string) => boolean;
  near: Near;
  /** Reads the replies of a conversation, as far as they are not known. */
  readReplies: (id: string) => Promise<void>;
  /** Reads the replies of a conversation again, for which nobody waits. */
  rereadReplies: (id: string) => void;
  /** Reads a conversation again. */
  reread: (id: string) => Promise<void>;
  /** Told how many comments more are open by a write that began then; nothing where that is not known. */
  counted: (more: number | undefined, began: number) => Promise<void>;
  /** Told who wrote something that was sent from here. */
  signed: (message: Comment | Reply) => Promise<void>;
  /** Finds the places anew, and tells that something is another. */
  arrange: () => Promise<void>;
}

/** What is sent to a discussion from here. It is taken in without asking for it. */
export class Writing {
  readonly #context: Context;
  readonly #conversations: Conversations;

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Begins a conversation. `placed` is told its ID before anybody else hears of it. */
  async post(target: CommentTarget, markdown: string, delivery: Delivery & { placed: (id: string) => void }) {
    const { isKnown, near, user, requests, counted, signed, reread } = this.#context;
    const known = isKnown(target.page) ? this.#conversations.all().map(({ comment }) => comment) : undefined;
    const request = { target, markdown, known, user: user(), near };
    // What turns out to have arrived before is counted by who asks.
    let began = -Infinity;
    const begin: Delivery['begin'] = attempt => {
      began = performance.now();
      return delivery.begin(attempt);
    };
    const comment = await deliverComment(await requests(), request, { ...delivery, begin });
    // It may have been read by chance before, with what was answered.
    const { replies = [], isCut = false } = this.#conversations.get(comment.id) ?? {};
    this.#conversations.put({ comment, replies, isCut });
    delivery.placed(comment.id);
    if (comment.replies > replies.length) void reread(comment.id);
    await counted(1, began);
    await signed(comment);
    await this.#takeIn(comment.id, comment);
  }

  async reply(id: string, markdown: string, delivery: Delivery): Promise<void> {
    const { isKnown, user, readReplies, rereadReplies, reread, signed } = this.#context;
    const requests = await this.#context.requests();
    const isUnread = this.#conversations.isUnread(id);
    if (isUnread) {
      // What cannot be read now is asked for again before anything is sent.
      await readReplies(id).catch(() => undefined);
    }
    const { comment, replies, isCut = true } = this.#conversations.get(id) ?? {};
    const areKnown = isKnown(comment?.target.page?.id) && !isCut && !this.#conversations.isUnread(id);
    let reply: Reply | undefined;
    try {
      const known = areKnown ? replies : undefined;
      reply = await deliverReply(requests, { id, markdown, known, user: user() }, delivery);
    } catch (error) {
      await reread(id);
      const isGone = failedAs(error, 'notFound') && (await readConversation(requests, id)) === undefined;
      throw isGone ? new Failure(goneMessage, { cause: error }) : error;
    }
    if (!reply) return reread(id);
    this.#conversations.putReply(id, reply);
    // What others may have said meanwhile is read with it.
    if (!isUnread) rereadReplies(id);
    await signed(reply);
    await this.#takeIn(id, reply);
  }

  /** Changes the comment that a conversation began with. */
  async change(id: string, change: CommentChange): Promise<void> {
    const { user, counted } = this.#context;
    const requests = await this.#context.requests();
    const before = this.#conversations.get(id)?.comment;
    const began = performance.now();
    const comment = await requests.change(id, change, async () => {
      const now = await requests.comment(id);
      return isChanged(before, now, change, user()) ? { result: now } : undefined;
    });
    this.#conversations.putComment(comment);
    if (change.resolved !== undefined) await counted(before && openOf(comment) - openOf(before), began);
    await this.#takeIn(id, comment);
  }

  async changeReply(id: string, replyId: string, change: CommentChange): Promise<void> {
    const requests = await this.#context.requests();
    const before = this.#conversations.get(id)?.replies.find(reply => reply.id === replyId);
    const reply = await requests.changeReply(id, replyId, change, async () => {
      const now = await requests.oneReply(id, replyId);
      return isChanged(before, now, change, this.#context.user()) ? { result: now } : undefined;
    });
    this.#conversations.putReply(id, reply);
    await this.#takeIn(id, reply);
  }

  /** Gives a comment or a reply other words. */
  async edit(conversation: string, id: string, markdown: string): Promise<void> {
    const body = { body: { markdown } };
    await (id === conversation ? this.change(id, body) : this.changeReply(conversation, id, body));
  }

  /** Deletes a comment with the replies to it. */
  async delete(id: string): Promise<void> {
    const requests = await this.#context.requests();
    const before = this.#conversations.get(id)?.comment;
    const began = performance.now();
    await requests.delete(id, () => whenGone(() => requests.comment(id)));
    this.#conversations.delete(id);
    await this.#context.counted(before && -openOf(before), began);
    await this.#context.arrange();
  }

  async deleteReply(id: string, replyId: string): Promise<void> {
    const requests = await this.#context.requests();
    await requests.deleteReply(id, replyId, () => whenGone(() => requests.oneReply(id, replyId)));
    this.#conversations.deleteReply(id, replyId);
    await this.#context.arrange();
  }

  async #takeIn(id: string, message: Comment | Reply): Promise<void> {
    // A server may answer in the format that nobody asked for.
    if (message.body?.markdown === undefined) void this.#context.reread(id);
    await this.#context.arrange();
  }
}

const goneMessage =
  'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.';

function openOf({ status }: Comment): number {
  return status === 'resolved' ? 0 : 1;
}

/** What came of a deletion: something when what was deleted is not there any more. */
async function whenGone(read: () => Promise<unknown>): Promise<{ result: undefined } | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (failedAs(error, 'notFound')) return { result: undefined };
    throw error;
  }
}
