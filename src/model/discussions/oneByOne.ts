import type { FailureLog } from '../../api/failure.ts';
import type { Conversations } from './conversations.ts';
import type { Replies } from './replies.ts';
import type { Conversation } from './requests.ts';

interface Context {
  conversations: Conversations;
  replies: Replies;
  /** Reads a conversation with all its replies; undefined when it is not there any more. */
  find: (id: string) => Promise<Conversation | undefined>;
  /** How many writes there have been. */
  writes: () => number;
  /** Finds the places anew, and tells that something is another. */
  arrange: () => Promise<void>;
  log: FailureLog;
}

/** Reads single conversations: those that somebody seeks, and those to which something has happened. */
export class OneByOne {
  readonly #context: Context;
  readonly #conversations: Conversations;
  /** Those that were looked for by their IDs. */
  readonly #sought = new Map<string, Promise<void>>();
  #rereading: Promise<void> = Promise.resolve();

  constructor(context: Context) {
    this.#context = context;
    this.#conversations = context.conversations;
  }

  /** Reads a conversation with all its replies, as far as it is not known. */
  async read(id: string): Promise<void> {
    if (this.#conversations.get(id)) return this.#context.replies.read([id]);
    const comment = await this.#context.find(id);
    if (comment) this.#conversations.put(comment);
    await this.#context.arrange();
  }

  /** The same for several, each of which is looked for once. Those of which nothing is known only where they may be there. */
  async seek(ids: Iterable<string>, mayBeThere: boolean): Promise<void> {
    const isUnknown = (id: string) => (this.#conversations.get(id) ? this.#conversations.isUnread(id) : mayBeThere);
    const unknown = [...new Set(ids)].filter(id => this.#sought.has(id) || isUnknown(id));
    await Promise.all(unknown.map(id => this.#sought.get(id) ?? this.#seek(id)));
  }

  /** Reads a conversation again; one that is gone disappears. */
  again(id: string): Promise<void> {
    return this.#inBackground(this.#readAgain(id));
  }

  /** Reads the replies in a conversation again. */
  repliesAgain(id: string): Promise<void> {
    this.#conversations.forgetReplies(id);
    return this.#inBackground(this.#context.replies.read([id]));
  }

  /** Settles when nothing is being read again. */
  settled(): Promise<void> {
    return this.#rereading;
  }

  async #readAgain(id: string): Promise<void> {
    const { find, writes } = this.#context;
    let before: number;
    do {
      before = writes();
      const conversation = await find(id);
      // What a write has overtaken is read again.
      if (before !== writes()) continue;
      if (conversation) this.#conversations.put(conversation);
      else this.#conversations.delete(id);
    } while (before !== writes());
  }

  /** Takes in what nobody waits for. */
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
