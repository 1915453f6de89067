/** How long the reply to a probe is cached, in milliseconds. */
const probeReplyTtlMs = 5000;

/** Pending reads. Concurrent calls with one key share a request. */
export class InFlight {
  readonly #entries = new Map<string, Entry>();
  /** Increases when pending and cached replies may have become outdated. */
  #generation = 0;
  readonly #probeReplies = new Map<string, { reply: unknown; until: number }>();

  /**
   * Joins the pending request of this key, or starts one. An aborted caller stops waiting at once; the request is
   * aborted when no caller waits any more.
   */
  join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortError());
    const probeReply = this.#probeReplies.get(key);
    this.#probeReplies.delete(key);
    // The key contains route and input, which determine the type of the reply.
    if (probeReply && performance.now() < probeReply.until) return Promise.resolve(probeReply.reply as T);
    const entry = this.#entries.get(key) ?? this.#start(key, start);
    entry.waiting++;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(abortError());
        if (--entry.waiting === 0) this.#abandon(key, entry);
      };
      signal?.addEventListener('abort', leave, { once: true });
      (entry.reply as Promise<T>).then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave));
    });
  }

  /** Joins or starts a request like `join`, and caches its reply for the next call within a few seconds. */
  async joinAndCache<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const age = this.#generation;
    const reply = await this.join(key, start, signal);
    if (age === this.#generation) this.#probeReplies.set(key, { reply, until: performance.now() + probeReplyTtlMs });
    return reply;
  }

  /** Makes later calls start new requests. Current callers still receive their replies. */
  clear(): void {
    this.#generation++;
    this.#entries.clear();
    this.#probeReplies.clear();
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<unknown>): Entry {
    const controller = new AbortController();
    const entry: Entry = { controller, waiting: 0, reply: start(controller.signal) };
    this.#entries.set(key, entry);
    const forget = () => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    entry.reply.then(forget, forget);
    return entry;
  }

  #abandon(key: string, entry: Entry): void {
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    entry.controller.abort(abortError());
  }
}

interface Entry {
  controller: AbortController;
  waiting: number;
  reply: Promise<unknown>;
}

function abortError(): Error {
  return new DOMException('Nobody waits for this request any more.', 'AbortError');
}
