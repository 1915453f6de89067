import type { FailureLog } from '../../api/failure.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Replies } from './replies.ts';
import type { Conversation } from './requests.ts';

interface Context {
  conversations: ConversationStore;
  replies: Replies;
  /** Fetches a conversation with all its replies; undefined if it no longer exists. */
  find: (id: string) => Promise<Conversation | undefined>;
  /** Returns the number of writes so far. */
  writes: () => number;
  /** Recomputes the placements and notifies listeners. */
  arrange: () => Promise<void>;
  log: FailureLog;
}

/** Loads single conversations: those requested by ID, and those that a write has touched. */
export class ConversationLoader {
  readonly #context: Context;
  readonly #conversations: ConversationStore;
  /** Requests by conversation ID, finished ones too. */
  readonly #sought = new Map<string, Promise<void>>();
  #rereading: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Loads a conversation with all its replies, unless it is loaded. */
  async read(id: string): Promise<void> {
    if (this.#conversations.get(id)) return this.#context.replies.read([id]);
    const comment = await this.#context.find(id);
    if (comment) this.#conversations.put(comment);
    await this.#context.arrange();
  }

  /** Loads several conversations, each once. Unknown conversations are requested only if `mayBeThere`. */
  async seek(ids: Iterable<string>, mayBeThere: boolean): Promise<void> {
    const isUnknown = (id: string) => (this.#conversations.get(id) ? this.#conversations.isUnread(id) : mayBeThere);
    const unknown = [...new Set(ids)].filter(id => this.#sought.has(id) || isUnknown(id));
    await Promise.all(unknown.map(id => this.#sought.get(id) ?? this.#seek(id)));
  }

  /** Refetches a conversation. One that no longer exists is removed. */
  again(id: string): Promise<void> {
    return this.#inBackground(this.#readAgain(id));
  }

  /** Refetches the replies of a conversation. */
  repliesAgain(id: string): Promise<void> {
    this.#conversations.forgetReplies(id);
    return this.#inBackground(this.#context.replies.read([id]));
  }

  /** Resolves when no refetch is pending. */
  settled(): Promise<void> {
    return this.#rereading;
  }

  async #readAgain(id: string): Promise<void> {
    const { find, writes } = this.#context;
    let before: number;
    do {
      before = writes();
      const conversation = await find(id);
      // A result that overlaps a write may be stale, so the conversation is fetched again.
      if (before !== writes()) continue;
      if (conversation) this.#conversations.put(conversation);
      else this.#conversations.delete(id);
    } while (before !== writes());
  }

  /** Recomputes the placements after a read that no caller waits for. Failures are logged. */
  #inBackground(reading: Promise<void>): Promise<void> {
    const taken = reading
      .catch(error => this.#context.log.log('Could not read a conversation again.', error))
      .then(() => this.#context.arrange());
    this.#rereading = Promise.all([this.#rereading, taken]).then(() => undefined);
    return taken;
  }

  #seek(id: string): Promise<void> {
    const sought = this.read(id).catch(error => {
      this.#sought.delete(id);
      this.#context.log.log('Could not read the conversation of a text that was not sent.', error);
    });
    this.#sought.set(id, sought);
    return sought;
  }
}
