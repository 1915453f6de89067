import * as vscode from 'vscode';
import type { Connection } from '../session/connection.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from './changeRequests.ts';

/** The version of the stored format. Entries of a newer version are ignored and not overwritten. */
const version = 1;

/** The operation that conflicted: an update of the change request, or a merge into the main content. */
export type ConflictCause = 'update' | 'merge';

/** An unresolved conflict, as it is stored. */
export interface Conflict {
  cause: ConflictCause;
  /** The revision that the update or merge created. */
  revision: string;
  /** The document IDs of the conflicting pages in that revision, by page ID; empty if they are unknown. */
  pages: Readonly<Record<string, string>>;
  /** True if some of the pages may have been changed by the other side alone, which could not be read. */
  isUncertain?: boolean;
}

type Memory = Pick<vscode.Memento, 'get' | 'update' | 'keys'>;

/**
 * Stores the conflicts of updates and merges that this extension has made. The service reports a conflict once, in its
 * reply, and keeps both versions in the pages without a marker, so a conflict is stored across windows until it is
 * resolved: when each of its pages has another document or is deleted; if the pages are unknown, when the change
 * request has another revision; when a conflicting update is merged; or when the user says so. Views of a change
 * request or its pages check with `findUnresolvedConflict`; nothing is fetched for others.
 */
export class Conflicts implements vscode.Disposable {
  readonly #didChange = new vscode.EventEmitter<ChangeRequestPlace>();
  readonly onDidChange = this.#didChange.event;
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get isAny(): boolean {
    return this.#keys(prefix).length > 0;
  }

  /** Returns the stored conflict of a change request. */
  of(place: ChangeRequestPlace): Conflict | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isStoredConflict(stored) && stored.version === version ? stored : undefined;
  }

  /** Returns the paths of the change requests with a conflict, without the connection. */
  paths({ id }: Connection): string[] {
    const start = `${prefix}//${id}/`;
    return this.#keys(start).map(key => key.slice(start.length));
  }

  async store(place: ChangeRequestPlace, conflict: Conflict): Promise<void> {
    const stored: unknown = this.#memory.get(keyOf(place));
    if (isStoredConflict(stored) && stored.version > version) return;
    await this.#memory.update(keyOf(place), { version, ...conflict });
    this.#didChange.fire(place);
  }

  async resolve(place: ChangeRequestPlace): Promise<void> {
    if (!this.of(place)) return;
    await this.#memory.update(keyOf(place), undefined);
    this.#didChange.fire(place);
  }

  /** Deletes the conflicts of an account that has signed out. */
  async forget({ id }: Connection): Promise<void> {
    await Promise.all(this.#keys(`${prefix}//${id}/`).map(key => this.#memory.update(key, undefined)));
  }

  dispose(): void {
    this.#didChange.dispose();
  }

  #keys(start: string): string[] {
    return this.#memory.keys().filter(key => key.startsWith(start));
  }
}

const prefix = 'conflict ';

function keyOf(place: ChangeRequestPlace): string {
  return prefix + addressOfChangeRequest(place);
}

function isStoredConflict(value: unknown): value is Conflict & { version: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { version: written, cause, revision, pages } = value as Partial<Record<string, unknown>>;
  const isPages = typeof pages === 'object' && pages !== null;
  const isNewer = typeof written === 'number' && written > version;
  return (
    isNewer || (typeof written === 'number' && typeof cause === 'string' && typeof revision === 'string' && isPages)
  );
}
