import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { isLoopback } from '../../api/credentials.ts';
import type { paths } from '../../api/contract.d.ts';
import { resourcePath, type ResourcePath } from '../../api/resources.ts';
import type { Schema } from '../../api/routes.ts';

/** One account on one server. */
export interface Connection {
  /** The authority in the addresses of its documents. */
  readonly id: string;
  /** Key of the account in stored data, such as viewed marks and drafts. */
  readonly account: string;
  /** Readable name: the account and the server. */
  readonly label: string;
  readonly api: Client;
  /** The user to whom the token belongs; undefined if the server does not report it. */
  readonly user: Pick<Schema<'User'>, 'id'> | undefined;
  /** Name of the user, as reported by the server or chosen by the user. */
  userName?: string | undefined;
  /** ID that the user has chosen as their own, if the server does not report to whom the token belongs. */
  chosenUserId?: string | undefined;
  /** True if the connection outlives the window. */
  readonly isStored: boolean;
  /** True if the server has refused an OpenAPI spec that was sent as text, so that only addresses are offered. */
  refusesSpecText?: boolean;
  /** True if the server supports descriptions of change requests; undefined before one was read. */
  hasDescriptions?: boolean;
  /** Keys of share links that the user has picked, by the path that they give access to. They are never stored. */
  shareKeys?: ReadonlyMap<string, string>;
  /** Organizations of the account, as last listed. */
  organizations?: readonly Schema<'Organization'>[];
  /** The filters that the user has set on lists, by the IDs of their rows. */
  filters?: ReadonlyMap<string, readonly ActiveFilter[]>;
}

/** A filter that is set on a list. */
export interface ActiveFilter {
  /** Parameter of the operation that lists. */
  parameter: string;
  value: string;
  /** Readable name of the value. */
  label: string;
}

/** Returns the ID of the user, as reported by the server or else chosen by the user. */
export function userIdOf({ user, chosenUserId }: Pick<Connection, 'user' | 'chosenUserId'>): string | undefined {
  return user?.id ?? chosenUserId;
}

/** ID of the connection to a sandbox, whatever its address and account. */
const sandboxId = 'sandbox';

/** Returns the ID of a connection: `sandbox` for the sandbox, else the host and a hash of the account. */
export function connectionId(api: Client, account: string): string {
  const { hostname, host } = new URL(api.url);
  if (isLoopback(hostname) && api.server?.startsWith('marginalia-sandbox/')) return sandboxId;
  return `${host.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${hashOf(`${api.url} ${account}`)}`;
}

/**
 * Returns the key of an account in stored data: the ID of its connection. The accounts of the sandbox share one ID, so
 * all but the first get a hash, too. `user` is the ID of the user, or the token if the server does not report the user.
 */
export function accountName(id: string, user: string, memory: Pick<vscode.Memento, 'get' | 'update'>): string {
  if (id !== sandboxId) return id;
  const hash = hashOf(user);
  const first = memory.get<unknown>(firstAccountKey);
  if (first === undefined) void memory.update(firstAccountKey, hash);
  return hash === (first ?? hash) ? id : `${id}-${hash}`;
}

const firstAccountKey = 'first account of the sandbox';

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

/** Address of a resource or a list on one server, as announcements of writes use it. */
export type ResourceAddress = `//${string}`;

/** Returns the address of the resource or list at a path of the contract. */
export function resourceAddress<Path extends keyof paths>(
  connection: Pick<Connection, 'id'>,
  path: Path,
  parameters: Parameters<typeof resourcePath<Path>>[1],
): ResourceAddress {
  return addressOfPath(connection, resourcePath(path, parameters));
}

export function addressOfPath({ id }: Pick<Connection, 'id'>, path: ResourcePath): ResourceAddress {
  return `//${id}${path}`;
}
