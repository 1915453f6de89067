import { isApiError, isUnavailable } from '../api/errors.ts';
import { concatLists, singlePage, type ListPage, withFallback } from '../api/listings.ts';
import type { Schema } from '../api/routes.ts';
import { type Connection, userIdOf } from './session/connection.ts';

export type Space = Schema<'Space'>;
export type Collection = Schema<'Collection'>;

/** Returns all collections of an organization that the account can see. */
export function collectionsOf(
  { api }: Connection,
  organizationId: string,
  signal: AbortSignal,
  isFresh = false,
): Promise<Collection[]> {
  // If only a nested collection is shared with the user, the service lists it and the collections below it, but not
  // those that contain it.
  const input = { organizationId, query: { nested: true } };
  return api.listAll('GET /orgs/{organizationId}/collections', input, { signal, isFresh });
}

/**
 * Returns a test that is true for items outside of the collections: at the top level, or in a collection that the
 * account cannot see.
 */
export function isOutsideCollections(collections: readonly Collection[]): (item: Pick<Space, 'parent'>) => boolean {
  const known = new Set(collections.map(({ id }) => id));
  return ({ parent }) => !parent || !known.has(parent);
}

const listRoute = 'GET /orgs/{organizationId}/spaces';
/** Spaces are few and small, so one page of the list contains the spaces of nearly every organization. */
const query = { limit: 1000 };

/** Receives the errors because of which spaces may be missing from a list. */
type FailureListener = (error: unknown) => void;

/**
 * Lists all spaces of an organization that can be found. If the server cannot list them, they are found through
 * collections, sites and the spaces that the user can reach.
 */
export async function* spacesOf(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Space>> {
  const { api } = connection;
  yield* withFallback(listedSpaces(connection, organizationId, signal), isUnavailable, async () => {
    const collections = await collectionsOf(connection, organizationId, signal);
    const inCollections = collections.map(({ id: collectionId }) =>
      api.list('GET /collections/{collectionId}/spaces', { collectionId }, { signal }),
    );
    return concatLists([
      ...inCollections,
      unlistedSpaces(connection, organizationId, isOutsideCollections(collections), signal),
    ]);
  });
}

/**
 * Lists the spaces of an organization that lie in none of its collections. If the server cannot list them, they are
 * found through sites and the spaces that the user can reach.
 */
export async function* topSpacesOf(
  connection: Connection,
  organizationId: string,
  collections: Promise<readonly Collection[]>,
  signal: AbortSignal,
  onFailure?: FailureListener,
): AsyncGenerator<ListPage<Space>> {
  const list = listedTopSpaces(connection, organizationId, collections, signal);
  yield* withFallback(list, isUnavailable, async error => {
    if (!isApiError(error, 'notOffered')) onFailure?.(error);
    return unlistedSpaces(connection, organizationId, isOutsideCollections(await collections), signal, onFailure);
  });
}

/**
 * Lists the spaces outside of collections in the order of the server. Throws an ApiError of kind `notOffered` if the
 * server does not list spaces.
 */
export async function* listedTopSpaces(
  connection: Connection,
  organizationId: string,
  collections: Promise<readonly Collection[]>,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Space>> {
  for await (const { items, hasMore } of listedSpaces(connection, organizationId, signal)) {
    yield { items: items.filter(isOutsideCollections(await collections)), hasMore };
  }
}

/** Lists the spaces of an organization. Throws an ApiError of kind `notOffered` if the server does not list them. */
export function listedSpaces(
  { api }: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Space>> {
  return api.optionalList(listRoute, { organizationId, query }, { signal });
}

/** Resolves to true if the server lists the spaces of an organization. */
export function listsSpaces({ api }: Connection, organizationId: string, signal: AbortSignal): Promise<boolean> {
  return api.isSupported(listRoute, { organizationId, query }, { signal });
}

/**
 * Lists the matching spaces that can be found without a list of the server: through sites, and among the spaces that
 * the user can reach.
 */
async function* unlistedSpaces(
  connection: Connection,
  organizationId: string,
  isMatch: (space: Space) => boolean,
  signal: AbortSignal,
  onFailure?: FailureListener,
): AsyncGenerator<ListPage<Space>> {
  const [onSites, reachable] = await Promise.all([
    spacesOnSites(connection, organizationId, signal),
    reachableSpaces(connection, organizationId, signal, onFailure),
  ]);
  const spaces = [...onSites, ...reachable].filter(isMatch);
  yield* singlePage([...new Map(spaces.map(space => [space.id, space])).values()]);
}

async function spacesOnSites(connection: Connection, organizationId: string, signal: AbortSignal): Promise<Space[]> {
  const { api } = connection;
  const spaces: Space[] = [];
  for (const { id: siteId, published } of await sitesOf(connection, organizationId, signal)) {
    const input = { organizationId, siteId };
    const sections = await api.listAll('GET /orgs/{organizationId}/sites/{siteId}/sections', input, { signal });
    const siteSpaces = sections.flatMap(section => section.siteSpaces ?? []);
    if (published) siteSpaces.push(...(await siteSpacesOf(connection, input, signal)));
    spaces.push(...siteSpaces.flatMap(({ space }) => space ?? []));
  }
  return spaces;
}

/** Lists the spaces of an organization that the user can reach; none if the ID of the user is unknown. */
async function reachableSpaces(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
  onFailure?: FailureListener,
): Promise<Space[]> {
  const userId = userIdOf(connection);
  if (userId === undefined) return [];
  try {
    const route = 'GET /orgs/{organizationId}/members/{userId}/spaces';
    const items = await connection.api.listAll(route, { organizationId, userId, query: { order: 'asc' } }, { signal });
    return items.flatMap(({ space }) => space ?? []);
  } catch (error) {
    // The server does not list every guest as a member. Collections and sites are still searched for spaces.
    if (!isApiError(error, 'notFound', 'forbidden') && !isUnavailable(error)) throw error;
    if (isApiError(error, 'serverFailed')) onFailure?.(error);
    return [];
  }
}

async function sitesOf({ api }: Connection, organizationId: string, signal: AbortSignal): Promise<Schema<'Site'>[]> {
  try {
    return await api.listAll('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  } catch (error) {
    // A guest may see none of the sites. Collections and other organizations are still searched for spaces.
    if (isApiError(error, 'forbidden')) return [];
    throw error;
  }
}

/** Lists the spaces of a published site that has no sections. */
async function siteSpacesOf(
  { api }: Connection,
  input: { organizationId: string; siteId: string },
  signal: AbortSignal,
): Promise<Schema<'SiteSpace'>[]> {
  try {
    const { structure } = await api.request('GET /orgs/{organizationId}/sites/{siteId}/published', input, { signal });
    return structure.structure.flatMap(entry => (entry.object === 'site-space' ? [entry] : []));
  } catch (error) {
    // The request fails for a site that only visitors with a key may see. The other sites are still searched for
    // spaces.
    if (isApiError(error, 'notFound', 'forbidden', 'notOffered')) return [];
    throw error;
  }
}
