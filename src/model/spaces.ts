import { failedAs } from '../api/errors.ts';
import { chained, listed, type Page } from '../api/listings.ts';
import type { Schema } from '../api/routes.ts';
import type { Connection } from './session/connection.ts';

export type Space = Schema<'Space'>;

const listRoute = 'GET /orgs/{organizationId}/spaces';

/** All spaces of an organization that can be found: on a server without a list of them, through collections and sites. */
export async function* spacesOf(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  const { api } = connection;
  if (await offersList(connection, organizationId, signal)) {
    yield* api.list(listRoute, { organizationId }, { signal });
    return;
  }
  const collections = await api.all('GET /orgs/{organizationId}/collections', { organizationId }, { signal });
  const inCollections = collections.map(({ id: collectionId }) =>
    api.list('GET /collections/{collectionId}/spaces', { collectionId }, { signal }),
  );
  yield* chained([...inCollections, topSpacesOfSites(connection, organizationId, signal)]);
}

/** The spaces of an organization that lie in no collection. */
export async function* topSpacesOf(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  if (!(await offersList(connection, organizationId, signal))) {
    yield* topSpacesOfSites(connection, organizationId, signal);
    return;
  }
  for await (const { items, hasMore } of connection.api.list(listRoute, { organizationId }, { signal })) {
    yield { items: items.filter(({ parent }) => !parent), hasMore };
  }
}

function offersList({ api }: Connection, organizationId: string, signal: AbortSignal): Promise<boolean> {
  return api.offers(listRoute, { organizationId, query: { limit: 1 } }, { signal });
}

/** Without a list of spaces, those outside of collections are found through the sites that show them. */
async function* topSpacesOfSites(
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<Page<Space>> {
  const { api } = connection;
  const sites = await sitesOf(connection, organizationId, signal);
  const spaces = new Map<string, Space>();
  for (const { id: siteId, published } of sites) {
    const input = { organizationId, siteId };
    const sections = await api.all('GET /orgs/{organizationId}/sites/{siteId}/sections', input, { signal });
    const found = sections.flatMap(({ siteSpaces = [] }) => siteSpaces);
    if (published) found.push(...(await siteSpacesOf(connection, input, signal)));
    for (const { space } of found) if (space && !space.parent) spaces.set(space.id, space);
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
