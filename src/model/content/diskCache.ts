import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';

/** The key of a cached value. It begins with the connection. */
type Key = readonly [string, ...string[]];

/** Validates a cached value: another version of the extension may have written it in another format. */
type Fits<T> = (value: unknown) => value is T;

/** A cache on disk, as JSON: the content of revisions, which never changes, and other state for the next window. */
export class DiskCache {
  readonly #folder: vscode.Uri;
  readonly #isSignedIn: (connection: string) => boolean;
  readonly #capacity: number;
  #pruned: Promise<void> | undefined;

  /**
   * Nothing is stored for connections that `isSignedIn` rejects, even if a request began earlier. `capacity` is the
   * maximum number of documents.
   */
  constructor(folder: vscode.Uri, isSignedIn: (connection: string) => boolean = () => true, capacity = 2000) {
    this.#folder = folder;
    this.#capacity = capacity;
    this.#isSignedIn = isSignedIn;
  }

  /** Returns the cached value of a key. Fetches and caches it if there is none. */
  async getOrFetch<T>(key: Key, fits: Fits<T>, fetch: () => Promise<T>): Promise<T> {
    const cached = await this.get(key, fits);
    if (cached !== undefined) return cached;
    const fetched = await fetch();
    await this.put(key, fetched);
    return fetched;
  }

  /** Returns the cached value of a key, if any. */
  async get<T>(key: Key, fits: Fits<T>): Promise<T | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(this.#uriOf(key));
      const value: unknown = JSON.parse(Buffer.from(bytes).toString());
      return fits(value) ? value : undefined;
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
      await vscode.workspace.fs.writeFile(this.#uriOf(key), Buffer.from(JSON.stringify(value)));
      if (!this.#isSignedIn(key[0])) await this.forget(key[0]);
    } catch {
      // If the disk is full or read-only, values are fetched again.
    }
  }

  /** Deletes the cache of a connection whose account has signed out. */
  async forget(connection: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#folder, hash(connection)), { recursive: true });
    } catch {
      // There was no cache to delete.
    }
  }

  #uriOf([connection, ...rest]: Key): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, hash(connection), hash(rest.join('\n')));
  }
}

/** Deletes the oldest documents above the capacity. Runs once in the life of the window. */
async function prune(folder: vscode.Uri, capacity: number): Promise<void> {
  await (await import('./prune.ts')).prune(folder, capacity);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
