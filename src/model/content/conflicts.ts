import * as vscode from 'vscode';
import type { Connection } from '../session/connection.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from './changeRequests.ts';

/** The form in which conflicts are kept. What a newer version has written is left alone. */
const version = 1;

/** The operation that conflicted: an update of the change request, or a merge into the main content. */
export type Cause = 'update' | 'merge';

/** A conflict that nobody has resolved yet, as it is kept. */
export interface Conflict {
  cause: Cause;
  /** The revision that it made. */
  revision: string;
  /** The pages that both sides had changed, with their documents in that revision; none where that is not known. */
  pages: Readonly<Record<string, string>>;
  /** Whether some of the pages may have been changed by the other side alone, which could not be read. */
  isUncertain?: boolean;
}

type Memory = Pick<vscode.Memento, 'get' | 'update' | 'keys'>;

/**
 * The conflicts of updates and merges that were made from here. The service tells of one once, in its answer, and keeps
 * both versions in the pages without a mark. So it is remembered, over the end of the window, until it is resolved: when
 * each of the pages holds another document than the one that the conflict made, or is gone; where the pages are not
 * known, when the change request has another revision; when an update that conflicted is merged; or when somebody says
 * so. Whoever shows a change request or one of its pages looks with `settled`; nothing is asked about the others.
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

  /** The conflict of a change request, as far as is known here. */
  of(place: ChangeRequestPlace): Conflict | undefined {
    const stored: unknown = this.#memory.get(keyOf(place));
    return isStoredConflict(stored) && stored.version === version ? stored : undefined;
  }

  /** Returns the addresses of change requests with a conflict, without the name of the connection. */
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

  /** Forgets those of an account that has signed out. */
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
