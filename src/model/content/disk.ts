import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';

/** By what something is kept, beginning with the connection. */
type Key = readonly [string, ...string[]];

/** Whether that is kept which is looked for: another version may have written something else there. */
type Fits<T> = (kept: unknown) => kept is T;

/** What is kept on disk, as JSON: the content of revisions, which never change, and what else was known last. */
export class Disk {
  readonly #folder: vscode.Uri;
  readonly #isThere: (connection: string) => boolean;
  readonly #capacity: number;
  #tidied: Promise<void> | undefined;

  /**
   * `isThere` tells whether an account is signed in: of others nothing is kept, also of what was asked before. `capacity`
   * is how many documents are kept.
   */
  constructor(folder: vscode.Uri, isThere: (connection: string) => boolean = () => true, capacity = 2000) {
    this.#folder = folder;
    this.#capacity = capacity;
    this.#isThere = isThere;
  }

  /** What is kept under a key, or what is fetched and kept now. */
  async keep<T>(key: Key, fits: Fits<T>, fetch: () => Promise<T>): Promise<T> {
    const kept = await this.get(key, fits);
    if (kept !== undefined) return kept;
    const fetched = await fetch();
    await this.put(key, fetched);
    return fetched;
  }

  /** What is kept under a key, if anything. */
  async get<T>(key: Key, fits: Fits<T>): Promise<T | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(this.#uriOf(key));
      const kept: unknown = JSON.parse(Buffer.from(bytes).toString());
      return fits(kept) ? kept : undefined;
    } catch {
      // Not kept yet, not readable, or cut while it was written: the service has it.
      return undefined;
    }
  }

  /** Keeps this under a key, in place of what was kept. */
  async put(key: Key, value: unknown): Promise<void> {
    try {
      // Another window may remove the same.
      this.#tidied ??= tidy(this.#folder, this.#capacity).catch(() => undefined);
      await this.#tidied;
      // What was read just now took its time already, and this takes as much again.
      await setImmediate();
      await vscode.workspace.fs.writeFile(this.#uriOf(key), Buffer.from(JSON.stringify(value)));
      if (!this.#isThere(key[0])) await this.forget(key[0]);
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
async function tidy(folder: vscode.Uri, capacity: number): Promise<void> {
  await (await import('./tidy.ts')).tidy(folder, capacity);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
