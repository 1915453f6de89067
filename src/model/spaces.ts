import { failedAs } from '../api/errors.ts';
import { chained, listed, type Page } from '../api/listings.ts';
import type { Schema } from '../api/routes.ts';
import type { Connection } from './session/connection.ts';

export type Space = Schema<'Space'>;
export type Collection = Schema<'Collection'>;

/** All collections of an organization that the account can see. */
export function collectionsOf(
  { api }: Connection,
  organizationId: string,
  signal: AbortSignal,
  isFresh = false,
): Promise<Collection[]> {
  // Of what is shared alone the service lists what is below it too, but never what it lies in.
  const input = { organizationId, query: { nested: true } };
  return api.all('GET /orgs/{organizationId}/collections', input, { signal, isFresh });
}

/** Whether something lies in none of these collections: at the top, or in one that the account cannot see. */
export function isOutside(collections: readonly Collection[]): (item: Pick<Space, 'parent'>) => boolean {
  const known = new Set(collections.map(({ id }) => id));
  return ({ parent }) => !parent || !known.has(parent);
}

const listRoute = 'GET /orgs/{organizationId}/spaces';
/** Spaces are few and small: one page has those of nearly every organization. */
const query = { limit: 1000 };

/** All spaces of an organization that can be found: on a server without a list of them, through collections and sites. */
export async function* spacesOf(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  const { api } = connection;
  if (await listsSpaces(connection, organizationId, signal)) {
    yield* api.list(listRoute, { organizationId, query }, { signal });
    return;
  }
  const collections = await collectionsOf(connection, organizationId, signal);
  const inCollections = collections.map(({ id: collectionId }) =>
    api.list('GET /collections/{collectionId}/spaces', { collectionId }, { signal }),
  );
  yield* chained([...inCollections, spacesOfSites(connection, organizationId, isOutside(collections), signal)]);
}

/** The spaces of an organization that lie in none of its collections. */
export async function* topSpacesOf(
  connection: Connection,
  organizationId: string,
  collections: Promise<readonly Collection[]>,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  if (!(await listsSpaces(connection, organizationId, signal))) {
    yield* spacesOfSites(connection, organizationId, isOutside(await collections), signal);
    return;
  }
  for await (const { items, hasMore } of connection.api.list(listRoute, { organizationId, query }, { signal })) {
    yield { items: items.filter(isOutside(await collections)), hasMore };
  }
}

/** Whether the server lists the spaces of an organization. */
export function listsSpaces({ api }: Connection, organizationId: string, signal: AbortSignal): Promise<boolean> {
  return api.offers(listRoute, { organizationId, query }, { signal });
}

/** Without a list of spaces, those outside of collections are found through the sites that show them. */
async function* spacesOfSites(
  connection: Connection,
  organizationId: string,
  isMeant: (space: Space) => boolean,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  const { api } = connection;
  const sites = await sitesOf(connection, organizationId, signal);
  const spaces = new Map<string, Space>();
  for (const { id: siteId, published } of sites) {
    const input = { organizationId, siteId };
    const sections = await api.all('GET /orgs/{organizationId}/sites/{siteId}/sections', input, { signal });
    const found = sections.flatMap(({ siteSpaces }) => siteSpaces ?? []);
    if (published) found.push(...(await siteSpacesOf(connection, input, signal)));
    for (const { space } of found) if (space && isMeant(space)) spaces.set(space.id, space);
  }
  yield* listed([...spaces.values()]);
}

async function sitesOf({ api }: Connection, organizationId: string, signal: AbortSignal): Promise<Schema<'Site'>[]> {
  try {
    return await api.all('GET /orgs/{organizationId}/sites', { organizationId }, { signal });
  } catch (error) {
    // A guest may see none of the sites; the spaces of collections, and of other organizations, are there all the same.
    if (failedAs(error, 'forbidden')) return [];
    throw error;
  }
}

/** The spaces of a published site that has no sections. */
async function siteSpacesOf(
  { api }: Connection,
  input: { organizationId: string; siteId: string },
  signal: AbortSignal,
): Promise<Schema<'SiteSpace'>[]> {
  try {
    const { structure } = await api.request('GET /orgs/{organizationId}/sites/{siteId}/published', input, { signal });
    return structure.structure.flatMap(entry => (entry.object === 'site-space' ? [entry] : []));
  } catch (error) {
    // A site that only visitors with a key may see says nothing here; the other sites still do.
    if (failedAs(error, 'notFound', 'forbidden', 'notOffered')) return [];
    throw error;
  }
}
