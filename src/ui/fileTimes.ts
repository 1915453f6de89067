import type * as vscode from 'vscode';

/**
 * Gives documents modification times that increase with each change. VS Code reads a document again only if its time is
 * later, also after another server has answered for the same address.
 */
export class FileTimes {
  readonly #known = new Map<string, { state: string; time: number }>();

  /** Returns the modification time of a document in a state, at least `time`; a new state gets a later time. */
  of(uri: vscode.Uri, state: string, time: number): number {
    const key = uri.toString();
    const before = this.#known.get(key);
    if (before?.state === state) return before.time;
    const now = { state, time: Math.max(time, before ? before.time + 1 : 0) };
    this.#known.set(key, now);
    return now.time;
  }
}
