import type * as vscode from 'vscode';

/**
 * When documents were changed, for VS Code: it reads a document again only when its time has grown, whatever the service
 * says of it, and whichever server now stands behind its address.
 */
export class FileTimes {
  readonly #known = new Map<string, { state: string; time: number }>();

  /** The time of a document in a state; later than before where the state is another. `time` is the least it can be. */
  of(uri: vscode.Uri, state: string, time: number): number {
    const key = uri.toString();
    const before = this.#known.get(key);
    if (before?.state === state) return before.time;
    const now = { state, time: Math.max(time, before ? before.time + 1 : 0) };
    this.#known.set(key, now);
    return now.time;
  }
}
