/** How long the reply to a probe is cached, in milliseconds. */
const probeReplyTtlMs = 5000;

/** Requests under way, so that the same thing asked for twice at once is fetched once. */
export class InFlight {
  readonly #entries = new Map<string, Entry>();
  /** Counts how often what was asked before may have become untrue. */
  #generation = 0;
  readonly #probeReplies = new Map<string, { reply: unknown; until: number }>();

  /**
   * Joins the request of this key, or starts it. Who aborts stops waiting at once;
   * the request itself is aborted when the last one has stopped waiting.
   */
  join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortError());
    const probeReply = this.#probeReplies.get(key);
    this.#probeReplies.delete(key);
    // The key names route and input, and with them the type of the reply.
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

  /** Like `join`; the next one who asks, if that is soon, gets the same reply. */
  async joinAndCache<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const age = this.#generation;
    const reply = await this.join(key, start, signal);
    if (age === this.#generation) this.#probeReplies.set(key, { reply, until: performance.now() + probeReplyTtlMs });
    return reply;
  }

  /** Lets the next one who asks start anew; who waits already still gets the reply. */
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
