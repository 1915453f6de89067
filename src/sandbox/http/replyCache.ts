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
  readonly #bodies = new Map<string, Buffer<ArrayBuffer>>();

  constructor(state: State) {
    this.#state = state;
  }

  find(key: string): Buffer<ArrayBuffer> | undefined {
    return this.#state.version === this.#version ? this.#bodies.get(key) : undefined;
  }

  /** Keeps a body that was made when the state had the given version. */
  keep(key: string, body: Buffer<ArrayBuffer>, version: number): void {
    if (version !== this.#state.version) return;
    if (version !== this.#version || this.#size + body.length > mostBytes) this.#forget(version);
    this.#bodies.set(key, body);
    this.#size += body.length;
  }

  #forget(version: number): void {
    this.#bodies.clear();
    this.#size = 0;
    this.#version = version;
  }
}
