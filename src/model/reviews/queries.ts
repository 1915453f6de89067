import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { isId } from '../../api/readable.ts';
import type { Connection } from '../session/connection.ts';

export type Status = 'draft' | 'open' | 'archived' | 'merged';

/** A member of an organization, as far as one has to be known to be asked for and named. */
export interface Person {
  id: string;
  name: string;
}

/** Which change requests a list has: those for which all of this holds. */
export interface Query {
  id: string;
  name: string;
  statuses: readonly Status[];
  space?: { id: string; title: string };
  /** Who made it; `me` is whoever is signed in. */
  author?: Person | 'me';
  /** Who is asked to review it. */
  reviewer?: Person | 'me';
  /** Whether it is left out when the user has decided about its newest revision. */
  isUndecided?: true;
  /** Part of its subject. */
  text?: string;
  /** How many days ago it was merged at most, or changed where nobody tells when it was merged. */
  days?: number;
}

export const statuses: readonly Status[] = ['open', 'draft', 'merged', 'archived'];

/** How the IDs of saved queries begin. */
const savedPrefix = 'saved-';

/** The lists that everybody has. */
export const standing: readonly Query[] = [
  { id: 'waiting', name: 'Waiting for me', statuses: ['open'], reviewer: 'me', isUndecided: true },
  { id: 'mine', name: 'Mine', statuses: ['open', 'draft'], author: 'me' },
  { id: 'open', name: 'All open', statuses: ['open'] },
  { id: 'drafts', name: 'Drafts', statuses: ['draft'] },
  { id: 'merged', name: 'Recently merged', statuses: ['merged'], days: 30 },
];

/** A space whose change requests are listed where the server does not list those of all spaces. */
export interface WatchedSpace {
  id: string;
  /** What it and its organization are called; of a space that was only opened that is not kept. */
  title?: string;
  organization?: string;
}

/** How many of the spaces that were opened last are watched beside those that were chosen. */
const lately = 5;

/** What the user has said about lists, for each account; it outlives the window. */
export class Choices {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Who the user is, where the server does not tell. */
  caller({ account }: Connection): Person | undefined {
    const stored: unknown = this.#memory.get(`caller ${account}`);
    return isNamed(stored, 'name') ? stored : undefined;
  }

  async setCaller(connection: Connection, caller: Person): Promise<void> {
    await this.#memory.update(`caller ${connection.account}`, caller);
    connection.chosenUserId = caller.id;
    if (!connection.user) connection.userName = caller.name;
  }

  /** The spaces that were chosen, and those that were opened lately. */
  watched(connection: Pick<Connection, 'account'>): WatchedSpace[] {
    const opened = this.#opened(connection).map(id => ({ id }));
    return [...new Map([...opened, ...this.chosen(connection)].map(space => [space.id, space])).values()];
  }

  chosen({ account }: Pick<Connection, 'account'>): WatchedSpace[] {
    const stored: unknown = this.#memory.get(`watched spaces ${account}`);
    return Array.isArray(stored) ? stored.filter(space => isNamed(space, 'title')) : [];
  }

  async watch({ account }: Connection, spaces: readonly WatchedSpace[]): Promise<void> {
    await this.#memory.update(`watched spaces ${account}`, spaces);
  }

  /** Takes in that something of a space was opened. */
  async noteOpened(connection: Pick<Connection, 'account'>, space: string): Promise<void> {
    const before = this.#opened(connection);
    if (before[0] === space) return;
    const opened = [space, ...before.filter(one => one !== space)].slice(0, lately);
    await this.#memory.update(`opened spaces ${connection.account}`, opened);
  }

  /** The queries that the user has saved. What cannot be one is left alone. */
  saved(connection: Pick<Connection, 'account'>): Query[] {
    return [
      ...new Map(
        this.#savedOf(connection)
          .filter(isSaved)
          .map(query => [query.id, query]),
      ).values(),
    ];
  }

  async save(connection: Pick<Connection, 'account'>, query: Omit<Query, 'id'>): Promise<void> {
    await this.#keepSaved(connection, [...this.#savedOf(connection), { id: savedPrefix + randomUUID(), ...query }]);
  }

  /** Gives a saved query another name, or forgets it where there is none. */
  async rename(connection: Pick<Connection, 'account'>, { id }: Query, name: string | undefined): Promise<void> {
    const isMeant = (one: unknown): one is Query => isSaved(one) && one.id === id;
    const renamed = this.#savedOf(connection).map(one => (isMeant(one) && name !== undefined ? { ...one, name } : one));
    await this.#keepSaved(
      connection,
      renamed.filter(one => name !== undefined || !isMeant(one)),
    );
  }

  #savedOf({ account }: Pick<Connection, 'account'>): unknown[] {
    const stored: unknown = this.#memory.get(`saved queries ${account}`);
    return Array.isArray(stored) ? stored : [];
  }

  async #keepSaved({ account }: Pick<Connection, 'account'>, queries: readonly unknown[]): Promise<void> {
    await this.#memory.update(`saved queries ${account}`, queries);
  }

  #opened({ account }: Pick<Connection, 'account'>): string[] {
    const stored: unknown = this.#memory.get(`opened spaces ${account}`);
    return Array.isArray(stored) ? stored.filter(isId) : [];
  }
}

/** What is kept of a query that somebody has saved; one that has something else is of a newer version. */
const parts: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['id', (value: unknown) => isId(value) && value.startsWith(savedPrefix)],
  ['name', value => typeof value === 'string' && value !== ''],
  ['statuses', value => Array.isArray(value) && value.length > 0 && value.every(one => statuses.includes(one))],
  ['space', value => value === undefined || (isNamed(value, 'title') && isId(value.id))],
  ['author', isPerson],
  ['reviewer', isPerson],
  ['text', value => value === undefined || typeof value === 'string'],
]);

function isSaved(value: unknown): value is Query {
  if (typeof value !== 'object' || value === null) return false;
  const stored = value as Record<string, unknown>;
  const isKnown = Object.keys(stored).every(key => parts.has(key));
  return isKnown && [...parts].every(([key, fits]) => fits(stored[key]));
}

function isPerson(value: unknown): boolean {
  return value === undefined || value === 'me' || isNamed(value, 'name');
}

function isNamed<K extends string>(value: unknown, name: K): value is Record<'id' | K, string> {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && [name, 'id'].every(key => typeof (value as Record<string, unknown>)[key] === 'string');
}
