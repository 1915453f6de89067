import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';

/** By what something is kept, beginning with the connection. */
type Key = readonly [string, ...string[]];

/** Whether that is kept which is looked for: another version may have written something else there. */
type Fits<T> = (value: unknown) => value is T;

/** A cache on disk, as JSON: the content of revisions, which never changes, and other state for the next window. */
export class DiskCache {
  readonly #folder: vscode.Uri;
  readonly #isSignedIn: (connection: string) => boolean;
  readonly #capacity: number;
  #pruned: Promise<void> | undefined;

  /**
   * `isThere` tells whether an account is signed in: of others nothing is kept, also of what was asked before. `capacity`
   * is how many documents are kept.
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
      // Not kept yet, not readable, or cut while it was written: the service has it.
      return undefined;
    }
  }

  /** Keeps this under a key, in place of what was kept. */
  async put(key: Key, value: unknown): Promise<void> {
    try {
      // Another window may remove the same.
      this.#pruned ??= prune(this.#folder, this.#capacity).catch(() => undefined);
      await this.#pruned;
      // Serializing takes as long as parsing did, so other work gets a turn in between.
      await setImmediate();
      await vscode.workspace.fs.writeFile(this.#uriOf(key), Buffer.from(JSON.stringify(value)));
      if (!this.#isSignedIn(key[0])) await this.forget(key[0]);
    } catch {
      // A full or read-only disk only means that the service is asked again.
    }
  }

  /** Removes what is kept of a connection whose account has signed out. */
  async forget(connection: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(this.#folder, hash(connection)), { recursive: true });
    } catch {
      // Nothing was kept.
    }
  }

  #uriOf([connection, ...rest]: Key): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, hash(connection), hash(rest.join('\n')));
  }
}

/** Removes the oldest documents above the capacity, once in the life of the window. */
async function prune(folder: vscode.Uri, capacity: number): Promise<void> {
  await (await import('./prune.ts')).prune(folder, capacity);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
