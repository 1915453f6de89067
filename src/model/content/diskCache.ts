import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

/** The key of a cached value. It begins with the connection. */
type Key = readonly [string, ...string[]];

/** Validates a cached value: another version of the extension may have written it in another format. */
type IsValid<T> = (value: unknown) => value is T;

/**
 * A cache on disk, as JSON: the content of revisions, which never changes, and other state for the next window. It does
 * not use the file system API of VS Code, which waits for the window at each call.
 */
export class DiskCache {
  readonly #folder: string;
  readonly #isSignedIn: (connection: string) => boolean;
  readonly #capacity: number;
  #pruned: Promise<void> | undefined;

  /**
   * Nothing is stored for connections that `isSignedIn` rejects, even if a request began earlier. `capacity` is the
   * maximum number of documents.
   */
  constructor(folder: string, isSignedIn: (connection: string) => boolean = () => true, capacity = 2000) {
    this.#folder = folder;
    this.#capacity = capacity;
    this.#isSignedIn = isSignedIn;
  }

  /** Returns the cached value of a key. If there is none, fetches it, and caches it in the background. */
  async getOrFetch<T>(key: Key, isValid: IsValid<T>, fetch: () => Promise<T>): Promise<T> {
    const cached = await this.get(key, isValid);
    if (cached !== undefined) return cached;
    const fetched = await fetch();
    void this.put(key, fetched);
    return fetched;
  }

  /** Returns the cached value of a key, if any. */
  async get<T>(key: Key, isValid: IsValid<T>): Promise<T | undefined> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#pathOf(key), 'utf8'));
      return isValid(value) ? value : undefined;
    } catch {
      // The value is missing, unreadable or was truncated while it was written. The service has it.
      return undefined;
    }
  }

  /** Stores a value under a key and replaces an earlier one. */
  async put(key: Key, value: unknown): Promise<void> {
    try {
      // Pruning may fail when another window removes the same files.
      this.#pruned ??= prune(this.#folder, this.#capacity).catch(() => undefined);
      await this.#pruned;
      // Serializing takes as long as parsing did, so other work gets a turn in between.
      await setImmediate();
      const path = this.#pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      // Renaming a complete file keeps the earlier value readable until then.
      const temporaryPath = `${path}.${randomUUID()}`;
      await writeFile(temporaryPath, JSON.stringify(value));
      await rename(temporaryPath, path);
      if (!this.#isSignedIn(key[0])) await this.forget(key[0]);
    } catch {
      // If the disk is full or read-only, values are fetched again.
    }
  }

  /** Deletes the cache of a connection whose account has signed out. */
  async forget(connection: string): Promise<void> {
    // If it cannot be deleted, it is read by nobody.
    await rm(join(this.#folder, hash(connection)), { recursive: true, force: true }).catch(() => undefined);
  }

  #pathOf([connection, ...rest]: Key): string {
    return join(this.#folder, hash(connection), hash(rest.join('\n')));
  }
}

/** Deletes the oldest documents above the capacity. Runs once in the life of the window. */
async function prune(folder: string, capacity: number): Promise<void> {
  await (await import('./prune.ts')).prune(folder, capacity);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
