import type { FailureLog } from '../../api/failure.ts';
import type { ConversationStore } from './conversationStore.ts';
import { type CommentRequests, type Conversation, readReplies } from './requests.ts';
import { mapConcurrently } from '../concurrency.ts';

/** After a failure, replies are not requested again for this many milliseconds. */
const retryDelayMs = 3000;

interface Context {
  requests: () => Promise<CommentRequests>;
  /** Returns the number of writes so far. */
  writes: () => number;
  log: FailureLog;
}

/** Loads the replies of visible conversations: each once, a few at a time. */
export class ReplyLoader {
  readonly #conversations: ConversationStore;
  readonly #context: Context;
  readonly #pending = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();

  constructor(conversations: ConversationStore, context: Context) {
    this.#conversations = conversations;
    this.#context = context;
  }

  /** Loads missing replies, unless that has just failed. Returns true if there are new ones. */
  async tryLoad(ids: Iterable<string>): Promise<boolean> {
    const canTry = (id: string) => Date.now() - (this.#failedAt.get(id) ?? -Infinity) > retryDelayMs;
    const unread = this.#withMissingReplies(ids).filter(canTry);
    let hasNewReplies = false;
    await mapConcurrently(unread, async id => {
      try {
        await this.#fetchOnce(id);
        hasNewReplies = true;
      } catch (error) {
        this.#failedAt.set(id, Date.now());
        this.#context.log.log('Could not read the replies to a comment. They will be retried.', error);
      }
    });
    return hasNewReplies;
  }

  /** Loads missing replies. Rejects if one request fails. */
  async load(ids: Iterable<string>): Promise<void> {
    await mapConcurrently(this.#withMissingReplies(ids), id => this.#fetchOnce(id));
  }

  #withMissingReplies(ids: Iterable<string>): string[] {
    return [...new Set(ids)].filter(id => this.#conversations.hasMissingReplies(id));
  }

  #fetchOnce(id: string): Promise<void> {
    const reading = this.#pending.get(id) ?? this.#fetch(id).finally(() => this.#pending.delete(id));
    this.#pending.set(id, reading);
    return reading;
  }

  async #fetch(id: string): Promise<void> {
    const requests = await this.#context.requests();
    let read: Conversation | undefined;
    let writes: number;
    do {
      writes = this.#context.writes();
      const comment = this.#conversations.get(id)?.comment;
      if (!comment) return;
      read = await readReplies(requests, comment);
      // A result that overlaps a write may be stale, so the replies are fetched again.
    } while (writes !== this.#context.writes());
    if (read) this.#conversations.put(read);
    else this.#conversations.delete(id);
  }
}
