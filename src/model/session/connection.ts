import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import type { Client } from '../../api/client.ts';
import { isLoopback } from '../../api/credentials.ts';
import type { paths } from '../../api/contract.d.ts';
import { resourcePath, type ResourcePath } from '../../api/resources.ts';
import type { Schema } from '../../api/routes.ts';

/** One server and account. */
export interface Connection {
  /** The authority of its addresses. */
  readonly id: string;
  /** Names the account in what is stored for it, such as viewed marks and drafts. */
  readonly account: string;
  /** How people tell it from others: the account, the server. */
  readonly label: string;
  readonly api: Client;
  /** Who the token belongs to, where the server tells it. */
  readonly user: Pick<Schema<'User'>, 'id'> | undefined;
  /** The name of the user, where the server tells it, or people have chosen who they are. */
  userName?: string | undefined;
  /** ID of the user as people have chosen it, where the server does not tell who the token belongs to. */
  chosenUserId?: string | undefined;
  /** Whether the connection is kept when the window closes. */
  readonly isStored: boolean;
  /** Whether the server has refused an OpenAPI spec that was sent as text; then only addresses are offered. */
  refusesSpecText?: boolean;
  /** Whether the server has descriptions of change requests; undefined before one was read. */
  hasDescriptions?: boolean;
  /** Keys of share links that the user has picked, by the path of what is read with them. They are kept here alone. */
  shareKeys?: ReadonlyMap<string, string>;
  /** Its organizations, as last listed. */
  organizations?: readonly Schema<'Organization'>[];
  /** What the user wants to see of lists, by the IDs of their rows. */
  filters?: ReadonlyMap<string, readonly Filtered[]>;
}

/** One thing that a list is filtered by. */
export interface Filtered {
  /** Of the operation that lists. */
  parameter: string;
  value: string;
  /** How the value is called. */
  label: string;
}

/** Returns the ID of the user, as the server or else the user has told it. */
export function userIdOf({ user, chosenUserId }: Pick<Connection, 'user' | 'chosenUserId'>): string | undefined {
  return user?.id ?? chosenUserId;
}

/** The ID of the connection to a sandbox, whatever its address and whoever is signed in. */
const sandboxId = 'sandbox';

/** The name of a connection in addresses: `sandbox` for the sandbox, else the host and a mark of the account. */
export function connectionId(api: Client, account: string): string {
  const { hostname, host } = new URL(api.url);
  if (isLoopback(hostname) && api.server?.startsWith('marginalia-sandbox/')) return sandboxId;
  return `${host.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${hashOf(`${api.url} ${account}`)}`;
}

/**
 * Names an account in what is stored for it. The ID of its connection does, except that of the sandbox, which all accounts
 * share. There the first account keeps what was stored under that ID, and each other one has a name of its own. `user` is
 * the ID of the user, or the token where the server does not tell it.
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

/** The name of a resource, or of a list of them, on one server: what announcements of writes speak of. */
export type ResourceAddress = `//${string}`;

/** Names the resource or list that a path of the contract leads to. */
export function resourceAddress<Path extends keyof paths>(
  connection: Pick<Connection, 'id'>,
  path: Path,
  parameters: Parameters<typeof resourcePath<Path>>[1],
): ResourceAddress {
  return addressOn(connection, resourcePath(path, parameters));
}

export function addressOn({ id }: Pick<Connection, 'id'>, path: ResourcePath): ResourceAddress {
  return `//${id}${path}`;
}
