import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { DeliveryOptions, FetchNearbyComments } from './delivery.ts';
import {
  type Comment,
  type CommentChange,
  type CommentReply,
  type CommentRequests,
  readConversation,
} from './requests.ts';
import type { CommentTarget } from './placement.ts';

interface Context {
  conversations: ConversationStore;
  requests: () => Promise<CommentRequests>;
  /** Returns the ID of the signed-in user; undefined if the server does not report it. */
  user: () => string | undefined;
  /** Returns true if all comments that `fetchNear` would fetch are loaded. */
  isPageUpToDate: (page?: string) => boolean;
  fetchNear: FetchNearbyComments;
  /** Loads the missing replies of a conversation. */
  loadReplies: (id: string) => Promise<void>;
  /** Refetches the replies of a conversation in the background. */
  refreshReplies: (id: string) => void;
  /** Refetches a conversation. */
  refreshConversation: (id: string) => Promise<void>;
  /**
   * Called after a write with the change in open comments (undefined if unknown) and the start of the write, in
   * milliseconds of `performance.now()`.
   */
  onCountChanged: (more: number | undefined, began: number) => Promise<void>;
  /** Called with every message sent from this window, whose author is the signed-in user. */
  onSent: (message: Comment | CommentReply) => Promise<void>;
  /** Recomputes the placements and notifies listeners. */
  updatePlacements: () => Promise<void>;
}

/** Sends messages and changes to a discussion, and applies the results without fetching them again. */
export class CommentSender {
  readonly #context: Context;
  readonly #conversations: ConversationStore;

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Begins a conversation. `onPosted` receives its ID before listeners are notified. */
  async post(target: CommentTarget, markdown: string, delivery: DeliveryOptions & { onPosted: (id: string) => void }) {
    const { isPageUpToDate, fetchNear, user, requests, onCountChanged, onSent, refreshConversation } = this.#context;
    const known = isPageUpToDate(target.page) ? this.#conversations.all().map(({ comment }) => comment) : undefined;
    const request = { target, markdown, known, user: user(), near: fetchNear };
    // A comment that an earlier attempt created is part of every later count, so its time counts as long ago.
    let began = -Infinity;
    const storeAttempt: DeliveryOptions['storeAttempt'] = attempt => {
      began = performance.now();
      return delivery.storeAttempt(attempt);
    };
    const { deliverComment } = await import('./delivery.ts');
    const comment = await deliverComment(await requests(), request, { ...delivery, storeAttempt });
    // The comment may have been read already, with replies.
    const { replies = [], isCut = false } = this.#conversations.get(comment.id) ?? {};
    this.#conversations.put({ comment, replies, isCut });
    delivery.onPosted(comment.id);
    if (comment.replies > replies.length) void refreshConversation(comment.id);
    await onCountChanged(1, began);
    await onSent(comment);
    await this.#applyResult(comment.id, comment);
  }

  async reply(id: string, markdown: string, delivery: DeliveryOptions): Promise<void> {
    const { isPageUpToDate, user, loadReplies, refreshReplies, refreshConversation, onSent } = this.#context;
    const requests = await this.#context.requests();
    const isUnread = this.#conversations.hasMissingReplies(id);
    if (isUnread) {
      // If this fails, the replies are requested again before anything is sent.
      await loadReplies(id).catch(() => undefined);
    }
    const { comment, replies, isCut = true } = this.#conversations.get(id) ?? {};
    const areKnown = isPageUpToDate(comment?.target.page?.id) && !isCut && !this.#conversations.hasMissingReplies(id);
    const { deliverReply } = await import('./delivery.ts');
    let reply: CommentReply | undefined;
    try {
      const known = areKnown ? replies : undefined;
      reply = await deliverReply(requests, { id, markdown, known, user: user() }, delivery);
    } catch (error) {
      await refreshConversation(id);
      throw await this.#unlessDeleted(id, error, replyMessage);
    }
    if (!reply) return refreshConversation(id);
    this.#conversations.putReply(id, reply);
    // Others may have replied meanwhile.
    if (!isUnread) refreshReplies(id);
    await onSent(reply);
    await this.#applyResult(id, reply);
  }

  /** Changes the first comment of a conversation. */
  async change(id: string, change: CommentChange): Promise<void> {
    const { user, onCountChanged } = this.#context;
    const requests = await this.#context.requests();
    const before = this.#conversations.get(id)?.comment;
    const began = performance.now();
    const comment = await requests.change(id, change, async () => {
      const now = await requests.comment(id);
      const { isChanged } = await import('./delivery.ts');
      return isChanged(before, now, change, user()) ? { result: now } : undefined;
    });
    this.#conversations.putComment(comment);
    if (change.resolved !== undefined) await onCountChanged(before && openOf(comment) - openOf(before), began);
    await this.#applyResult(id, comment);
  }

  async changeReply(id: string, replyId: string, change: CommentChange): Promise<void> {
    const requests = await this.#context.requests();
    const before = this.#conversations.get(id)?.replies.find(reply => reply.id === replyId);
    const reply = await requests.changeReply(id, replyId, change, async () => {
      const now = await requests.oneReply(id, replyId);
      const { isChanged } = await import('./delivery.ts');
      return isChanged(before, now, change, this.#context.user()) ? { result: now } : undefined;
    });
    this.#conversations.putReply(id, reply);
    await this.#applyResult(id, reply);
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
    await this.#context.onCountChanged(before && -openOf(before), began);
    await this.#context.updatePlacements();
  }

  async deleteReply(id: string, replyId: string): Promise<void> {
    const requests = await this.#context.requests();
    await requests.deleteReply(id, replyId, () => whenGone(() => requests.oneReply(id, replyId)));
    this.#conversations.deleteReply(id, replyId);
    await this.#context.updatePlacements();
  }

  /** Returns the error to throw: ConversationDeleted if the conversation no longer exists, else the given error. */
  async #unlessDeleted(id: string, error: unknown, message: string): Promise<unknown> {
    const isDeleted =
      isApiError(error, 'notFound') && (await readConversation(await this.#context.requests(), id)) === undefined;
    return isDeleted ? new ConversationDeleted(message, { cause: error }) : error;
  }

  async #applyResult(id: string, message: Comment | CommentReply): Promise<void> {
    // The server may have omitted the Markdown from its response.
    if (message.body?.markdown === undefined) void this.#context.refreshConversation(id);
    await this.#context.updatePlacements();
  }
}

const replyMessage = t(
  'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.',
);
const editMessage = t('Could not save your change: the conversation was deleted meanwhile.');

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
    if (isApiError(error, 'notFound')) return { result: undefined };
    throw error;
  }
}
