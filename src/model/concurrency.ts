/** Maximum of concurrent requests for one task, so that other requests get their turn. */
const maxConcurrent = 6;

/** Runs a function for each item, a few at a time. Returns the results in the order of the items. */
export async function mapConcurrently<T, U>(items: readonly T[], run: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  const queue = items.entries();
  const work = async () => {
    for (const [index, item] of queue) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, work));
  return results;
}

/**
 * Returns the cached promise for a key, or starts the request. A failed request is removed, so that the next call
 * retries.
 */
export function memoizePromise<K, T>(cache: Map<K, Promise<T>>, key: K, start: () => Promise<T>): Promise<T> {
  const cached = cache.get(key);
  if (cached) return cached;
  const started = start();
  cache.set(key, started);
  started.catch(() => {
    // A failure is not cached, so the next call starts again. The caller receives the error.
    if (cache.get(key) === started) cache.delete(key);
  });
  return started;
}

/** Joins the pending request of a key, or starts it. */
export function joinInFlight<K, T>(pending: Map<K, Promise<T>>, key: K, start: () => Promise<T>): Promise<T> {
  const joined = pending.get(key) ?? start().finally(() => pending.delete(key));
  pending.set(key, joined);
  return joined;
}

/** How long fetched data counts as fresh, in milliseconds. */
const freshForMs = 60_000;
/** Retry delay after a failure, in milliseconds. Opening one document triggers several reads at once. */
const retryDelayMs = 3000;

/** Data that is fetched on demand and refetched once it is stale. Concurrent callers share one fetch. */
export class RefreshableQuery {
  readonly #fetch: () => Promise<void>;
  #lastFetchAt = -Infinity;
  #pendingFetch: Promise<void> | undefined;
  /** The fetch that starts when the pending one has ended. */
  #queuedFetch: Promise<void> | undefined;
  #isLoaded = false;
  #isFailed = false;

  constructor(read: () => Promise<void>) {
    this.#fetch = read;
  }

  /** True once a fetch has succeeded. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** True if the last fetch succeeded and no fetch is pending. */
  get isUpToDate(): boolean {
    return this.#isLoaded && !this.#isFailed && !this.#pendingFetch && !this.#queuedFetch;
  }

  /** Fetches again. A pending fetch may predate a change that the caller knows of, so another one follows it. */
  refresh(): Promise<void> {
    if (!this.#pendingFetch) return this.#startFetch();
    this.#queuedFetch ??= this.whenIdle().then(() => {
      this.#queuedFetch = undefined;
      return this.#startFetch();
    });
    return this.#queuedFetch;
  }

  /** Fetches, unless the data is fresh. */
  refreshIfStale(): Promise<void> {
    const wait = this.#isFailed ? retryDelayMs : freshForMs;
    const isDue = Date.now() - this.#lastFetchAt > wait;
    return this.#pendingFetch ?? (isDue ? this.#startFetch() : Promise.resolve());
  }

  /** Fetches, unless the data is up to date. */
  ensureLoaded(): Promise<void> {
    return this.isUpToDate ? Promise.resolve() : this.#startFetch();
  }

  /** Resolves when no fetch is pending. Never rejects. */
  async whenIdle(): Promise<void> {
    // The caller that started a fetch receives its error.
    await Promise.allSettled([this.#pendingFetch, this.#queuedFetch]);
  }

  #startFetch(): Promise<void> {
    this.#lastFetchAt = Date.now();
    this.#pendingFetch ??= this.#runFetch();
    return this.#pendingFetch;
  }

  async #runFetch(): Promise<void> {
    try {
      await this.#fetch();
      this.#isLoaded = true;
      this.#isFailed = false;
    } catch (error) {
      this.#isFailed = true;
      throw error;
    } finally {
      this.#pendingFetch = undefined;
    }
  }
}
