import type { HttpReply } from '../reply/httpReply.ts';
import type { State } from '../store/state.ts';

/** How many bytes of replies are kept; lists of 1,000 items have about one megabyte each. */
const mostBytes = 64 * 1024 * 1024;

/**
 * What reads were answered. The answer to a GET follows from the state, from who asks and from the address: it is known
 * until something is written. Tests and editors read the same lists over and over between two writes.
 */
export class ReplyCache {
  readonly #state: State;
  #version = -1;
  #size = 0;
  readonly #replies = new Map<string, HttpReply>();

  constructor(state: State) {
    this.#state = state;
  }

  find(key: string): HttpReply | undefined {
    return this.#state.version === this.#version ? this.#replies.get(key) : undefined;
  }

  /** Keeps a reply that was made when the state had the given version. */
  keep(key: string, reply: HttpReply, version: number): void {
    if (version !== this.#state.version) return;
    const size = reply.bytes?.length ?? 0;
    if (version !== this.#version || this.#size + size > mostBytes) this.#forget(version);
    this.#replies.set(key, reply);
    this.#size += size;
  }

  #forget(version: number): void {
    this.#replies.clear();
    this.#size = 0;
    this.#version = version;
  }
}
