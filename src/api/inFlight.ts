/** Milliseconds for which a reply is kept for somebody who is about to ask the same. */
const moment = 5000;

/** Requests under way, so that the same thing asked for twice at once is fetched once. */
export class InFlight {
  readonly #entries = new Map<string, Entry>();
  readonly #kept = new Map<string, { reply: Promise<unknown>; until: number }>();

  /**
   * Joins the request of this key, or starts it. Who aborts stops waiting at once;
   * the request itself is aborted when the last one has stopped waiting.
   */
  join<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (signal?.aborted) return Promise.reject(abortError());
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    // The key names route and input, and with them the type of the reply.
    if (kept && performance.now() < kept.until) return kept.reply as Promise<T>;
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

  /** Has the next one who asks, if that is soon, get a reply that somebody has asked for to learn something else. */
  keep(key: string, reply: Promise<unknown>): void {
    this.#kept.set(key, { reply, until: performance.now() + moment });
    reply.catch(() => this.#kept.delete(key));
  }

  /** Lets the next one who asks start anew; who waits already still gets the reply. */
  forget(): void {
    this.#entries.clear();
    this.#kept.clear();
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

export function abortError(): Error {
  return new DOMException('Nobody waits for this request any more.', 'AbortError');
}
