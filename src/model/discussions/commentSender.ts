import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { ConversationStore } from './conversationStore.ts';
import { deliverComment, deliverReply, type Delivery, isChanged, type Near } from './delivery.ts';
import { type Comment, type CommentChange, readConversation, type Reply, type Requests } from './requests.ts';
import type { CommentTarget } from './placement.ts';

interface Context {
  conversations: ConversationStore;
  requests: () => Promise<Requests>;
  /** Returns the ID of the signed-in user; undefined if the server does not report it. */
  user: () => string | undefined;
  /** Returns true if all comments that `near` would fetch are loaded. */
  isKnown: (page?: string) => boolean;
  near: Near;
  /** Loads the missing replies of a conversation. */
  readReplies: (id: string) => Promise<void>;
  /** Refetches the replies of a conversation in the background. */
  rereadReplies: (id: string) => void;
  /** Refetches a conversation. */
  reread: (id: string) => Promise<void>;
  /**
   * Called after a write with the change in open comments (undefined if unknown) and the start of the write, in
   * milliseconds of `performance.now()`.
   */
  counted: (more: number | undefined, began: number) => Promise<void>;
  /** Called with every message sent from this window, whose author is the signed-in user. */
  signed: (message: Comment | Reply) => Promise<void>;
  /** Recomputes the placements and notifies listeners. */
  arrange: () => Promise<void>;
}

/** Sends messages and changes to a discussion, and applies the results without fetching them again. */
export class CommentSender {
  readonly #context: Context;
  readonly #conversations: ConversationStore;

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Begins a conversation. `placed` receives its ID before listeners are notified. */
  async post(target: CommentTarget, markdown: string, delivery: Delivery & { placed: (id: string) => void }) {
    const { isKnown, near, user, requests, counted, signed, reread } = this.#context;
    const known = isKnown(target.page) ? this.#conversations.all().map(({ comment }) => comment) : undefined;
    const request = { target, markdown, known, user: user(), near };
    // A comment that an earlier attempt created is part of every later count, so its time counts as long ago.
    let began = -Infinity;
    const begin: Delivery['begin'] = attempt => {
      began = performance.now();
      return delivery.begin(attempt);
    };
    const comment = await deliverComment(await requests(), request, { ...delivery, begin });
    // The comment may have been read already, with replies.
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
      // If this fails, the replies are requested again before anything is sent.
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
      throw await this.#unlessDeleted(id, error, replyMessage);
    }
    if (!reply) return reread(id);
    this.#conversations.putReply(id, reply);
    // Others may have replied meanwhile.
    if (!isUnread) rereadReplies(id);
    await signed(reply);
    await this.#takeIn(id, reply);
  }

  /** Changes the first comment of a conversation. */
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

  /** Replaces the text of a comment or a reply. */
  async edit(conversation: string, id: string, markdown: string): Promise<void> {
    const body = { body: { markdown } };
    try {
      await (id === conversation ? this.change(id, body) : this.changeReply(conversation, id, body));
    } catch (error) {
      throw await this.#unlessDeleted(conversation, error, editMessage);
    }
  }

  /** Deletes a comment with its replies. */
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

  /** Returns the error to throw: ConversationDeleted if the conversation no longer exists, else the given error. */
  async #unlessDeleted(id: string, error: unknown, message: string): Promise<unknown> {
    const isDeleted =
      failedAs(error, 'notFound') && (await readConversation(await this.#context.requests(), id)) === undefined;
    return isDeleted ? new ConversationDeleted(message, { cause: error }) : error;
  }

  async #takeIn(id: string, message: Comment | Reply): Promise<void> {
    // The server may have omitted the Markdown from its response.
    if (message.body?.markdown === undefined) void this.#context.reread(id);
    await this.#context.arrange();
  }
}

const replyMessage =
  'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.';
const editMessage = 'Could not save your change: the conversation was deleted meanwhile.';

/** Thrown if the conversation that a text belongs to was deleted. */
export class ConversationDeleted extends Failure {
  constructor(message = replyMessage, options?: ErrorOptions) {
    super(message, options);
  }
}

function openOf({ status }: Comment): number {
  return status === 'resolved' ? 0 : 1;
}

/** Looks up a deletion: returns a result if `read` fails because the item no longer exists. */
async function whenGone(read: () => Promise<unknown>): Promise<{ result: undefined } | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (failedAs(error, 'notFound')) return { result: undefined };
    throw error;
  }
}
