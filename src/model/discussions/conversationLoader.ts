import type { FailureLog } from '../../api/failure.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { ReplyLoader } from './replyLoader.ts';
import type { Conversation } from './requests.ts';

interface Context {
  conversations: ConversationStore;
  replies: ReplyLoader;
  /** Fetches a conversation with all its replies; undefined if it no longer exists. */
  fetch: (id: string) => Promise<Conversation | undefined>;
  /** Returns the number of writes so far. */
  writes: () => number;
  /** Recomputes the placements and notifies listeners. */
  updatePlacements: () => Promise<void>;
  log: FailureLog;
}

/** Loads single conversations: those requested by ID, and those that a write has touched. */
export class ConversationLoader {
  readonly #context: Context;
  readonly #conversations: ConversationStore;
  /** Requests by conversation ID, finished ones too. */
  readonly #requested = new Map<string, Promise<void>>();
  #pendingRefreshes: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Loads a conversation with all its replies, unless it is loaded. */
  async load(id: string): Promise<void> {
    if (this.#conversations.get(id)) return this.#context.replies.load([id]);
    const comment = await this.#context.fetch(id);
    if (comment) this.#conversations.put(comment);
    await this.#context.updatePlacements();
  }

  /** Loads several conversations, each once. Unknown conversations are requested only if `canBeCurrent`. */
  async loadOnce(ids: Iterable<string>, canBeCurrent: boolean): Promise<void> {
    const isUnknown = (id: string) =>
      this.#conversations.get(id) ? this.#conversations.hasMissingReplies(id) : canBeCurrent;
    const unknown = [...new Set(ids)].filter(id => this.#requested.has(id) || isUnknown(id));
    await Promise.all(unknown.map(id => this.#requested.get(id) ?? this.#request(id)));
  }

  /** Refetches a conversation. One that no longer exists is removed. */
  refresh(id: string): Promise<void> {
    return this.#inBackground(this.#refetch(id));
  }

  /** Refetches the replies of a conversation. */
  refreshReplies(id: string): Promise<void> {
    this.#conversations.markRepliesStale(id);
    return this.#inBackground(this.#context.replies.load([id]));
  }

  /** Resolves when no refetch is pending. */
  whenIdle(): Promise<void> {
    return this.#pendingRefreshes;
  }

  async #refetch(id: string): Promise<void> {
    const { fetch, writes } = this.#context;
    let before: number;
    do {
      before = writes();
      const conversation = await fetch(id);
      // A result that overlaps a write may be stale, so the conversation is fetched again.
      if (before !== writes()) continue;
      if (conversation) this.#conversations.put(conversation);
      else this.#conversations.delete(id);
    } while (before !== writes());
  }

  /** Recomputes the placements after a read that no caller waits for. Failures are logged. */
  #inBackground(reading: Promise<void>): Promise<void> {
    const taken = reading
      .catch(error => this.#context.log.log('Could not refresh a conversation.', error))
      .then(() => this.#context.updatePlacements());
    this.#pendingRefreshes = Promise.all([this.#pendingRefreshes, taken]).then(() => undefined);
    return taken;
  }

  #request(id: string): Promise<void> {
    const sought = this.load(id).catch(error => {
      this.#requested.delete(id);
      this.#context.log.log('Could not read the conversation of an unsent text.', error);
    });
    this.#requested.set(id, sought);
    return sought;
  }
}
