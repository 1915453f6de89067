import type { FailureLog } from '../../api/failure.ts';
import type { Conversations } from './conversations.ts';
import { type Conversation, eachOf, readReplies, type Requests } from './requests.ts';

/** Milliseconds after which it is tried again by itself what could not be read. */
const failedAfter = 3000;

interface Context {
  requests: () => Promise<Requests>;
  /** How many writes there have been. */
  writes: () => number;
  log: FailureLog;
}

/** Reads the replies in conversations when these are shown: each once, a few side by side. */
export class Replies {
  readonly #conversations: Conversations;
  readonly #context: Context;
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();

  constructor(conversations: Conversations, context: Context) {
    this.#conversations = conversations;
    this.#context = context;
  }

  /** Reads those that are not known, unless that has just failed. Tells whether there is anything new. */
  async try(ids: Iterable<string>): Promise<boolean> {
    const mayTry = (id: string) => Date.now() - (this.#failedAt.get(id) ?? -Infinity) > failedAfter;
    const unread = this.#unreadOf(ids).filter(mayTry);
    let isNews = false;
    await eachOf(unread, async id => {
      try {
        await this.#readOnce(id);
        isNews = true;
      } catch (error) {
        this.#failedAt.set(id, Date.now());
        this.#context.log.log('Could not read the replies to a comment. They are tried again.', error);
      }
    });
    return isNews;
  }

  /** Reads those that are not known. */
  async read(ids: Iterable<string>): Promise<void> {
    await eachOf(this.#unreadOf(ids), id => this.#readOnce(id));
  }

  #unreadOf(ids: Iterable<string>): string[] {
    return [...new Set(ids)].filter(id => this.#conversations.isUnread(id));
  }

  #readOnce(id: string): Promise<void> {
    const reading = this.#underWay.get(id) ?? this.#read(id).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, reading);
    return reading;
  }

  async #read(id: string): Promise<void> {
    const requests = await this.#context.requests();
    let read: Conversation | undefined;
    let writes: number;
    do {
      writes = this.#context.writes();
      const comment = this.#conversations.get(id)?.comment;
      if (!comment) return;
      read = await readReplies(requests, comment);
      // What a write has overtaken is read again.
    } while (writes !== this.#context.writes());
    if (read) this.#conversations.put(read);
    else this.#conversations.delete(id);
  }
}
