import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isId } from '../../api/normalize.ts';
import type { Connection } from '../session/connection.ts';

export type Status = 'draft' | 'open' | 'archived' | 'merged';

/** The ID and name of a member of an organization. */
export interface QueryPerson {
  id: string;
  name: string;
}

/** A list of change requests, as the conditions that all of them meet. */
export interface Query {
  id: string;
  name: string;
  statuses: readonly Status[];
  space?: { id: string; title: string };
  /** The author; `me` is the signed-in user. */
  author?: QueryPerson | 'me';
  /** The requested reviewer; `me` is the signed-in user. */
  reviewer?: QueryPerson | 'me';
  /** Set to leave out change requests whose newest revision the user has decided about. */
  isUndecided?: true;
  /** Text that the number or subject contains. */
  text?: string;
  /** Maximum age in days, since the merge or, if that time is unknown, the last update. */
  days?: number;
}

export const statuses: readonly Status[] = ['open', 'draft', 'merged', 'archived'];

/** Prefix of the IDs of saved queries. */
const savedPrefix = 'saved-';

/** The predefined lists. */
export const builtInQueries: readonly Query[] = [
  { id: 'waiting', name: t('Waiting for me'), statuses: ['open'], reviewer: 'me', isUndecided: true },
  { id: 'mine', name: t('Mine'), statuses: ['open', 'draft'], author: 'me' },
  { id: 'open', name: t('All open'), statuses: ['open'] },
  { id: 'drafts', name: t('Drafts'), statuses: ['draft'] },
  { id: 'merged', name: t('Recently merged'), statuses: ['merged'], days: 30 },
];

/** A space whose change requests are listed if the server cannot list those of all spaces together. */
export interface WatchedSpace {
  id: string;
  /** Titles of the space and its organization, which are not stored for a space that was only opened. */
  title?: string;
  organization?: string;
}

/** Maximum number of recently opened spaces that are watched besides the chosen ones. */
const lately = 5;

/** Stores the user's settings for lists, for each account and beyond the window. */
export class ListSettings {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;

  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#memory = memory;
  }

  /** Returns who the user has chosen to be, for servers that do not report it. */
  caller({ account }: Connection): QueryPerson | undefined {
    const stored: unknown = this.#memory.get(`caller ${account}`);
    return isNamed(stored, 'name') ? stored : undefined;
  }

  async setCaller(connection: Connection, caller: QueryPerson): Promise<void> {
    await this.#memory.update(`caller ${connection.account}`, caller);
    connection.chosenUserId = caller.id;
    if (!connection.user) connection.userName = caller.name;
  }

  /** Returns the chosen spaces and the recently opened ones. */
  watchedSpaces(connection: Pick<Connection, 'account'>): WatchedSpace[] {
    const opened = this.#opened(connection).map(id => ({ id }));
    return [...new Map([...opened, ...this.chosenSpaces(connection)].map(space => [space.id, space])).values()];
  }

  chosenSpaces({ account }: Pick<Connection, 'account'>): WatchedSpace[] {
    const stored: unknown = this.#memory.get(`watched spaces ${account}`);
    return Array.isArray(stored) ? stored.filter(space => isNamed(space, 'title')) : [];
  }

  async setWatchedSpaces({ account }: Connection, spaces: readonly WatchedSpace[]): Promise<void> {
    await this.#memory.update(`watched spaces ${account}`, spaces);
  }

  /** Records that a document of a space was opened. */
  async recordOpened(connection: Pick<Connection, 'account'>, space: string): Promise<void> {
    const before = this.#opened(connection);
    if (before[0] === space) return;
    const opened = [space, ...before.filter(one => one !== space)].slice(0, lately);
    await this.#memory.update(`opened spaces ${connection.account}`, opened);
  }

  /** Returns the saved queries. Invalid entries are left out and stay stored. */
  savedQueries(connection: Pick<Connection, 'account'>): Query[] {
    return [
      ...new Map(
        this.#savedOf(connection)
          .filter(isSaved)
          .map(query => [query.id, query]),
      ).values(),
    ];
  }

  async saveQuery(connection: Pick<Connection, 'account'>, query: Omit<Query, 'id'>): Promise<void> {
    await this.#storeSaved(connection, [...this.#savedOf(connection), { id: savedPrefix + randomUUID(), ...query }]);
  }

  /** Renames a saved query, or deletes it if `name` is undefined. */
  async renameQuery(connection: Pick<Connection, 'account'>, { id }: Query, name: string | undefined): Promise<void> {
    const isMatch = (one: unknown): one is Query => isSaved(one) && one.id === id;
    const renamed = this.#savedOf(connection).map(one => (isMatch(one) && name !== undefined ? { ...one, name } : one));
    await this.#storeSaved(
      connection,
      renamed.filter(one => name !== undefined || !isMatch(one)),
    );
  }

  #savedOf({ account }: Pick<Connection, 'account'>): unknown[] {
    const stored: unknown = this.#memory.get(`saved queries ${account}`);
    return Array.isArray(stored) ? stored : [];
  }

  async #storeSaved({ account }: Pick<Connection, 'account'>, queries: readonly unknown[]): Promise<void> {
    await this.#memory.update(`saved queries ${account}`, queries);
  }

  #opened({ account }: Pick<Connection, 'account'>): string[] {
    const stored: unknown = this.#memory.get(`opened spaces ${account}`);
    return Array.isArray(stored) ? stored.filter(isId) : [];
  }
}

/** The stored fields of a query with their checks. An entry with other fields is from a newer version. */
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
  return isKnown && [...parts].every(([key, isValid]) => isValid(stored[key]));
}

function isPerson(value: unknown): boolean {
  return value === undefined || value === 'me' || isNamed(value, 'name');
}

function isNamed<K extends string>(value: unknown, name: K): value is Record<'id' | K, string> {
  const isObject = typeof value === 'object' && value !== null;
  return isObject && [name, 'id'].every(key => typeof (value as Record<string, unknown>)[key] === 'string');
}
