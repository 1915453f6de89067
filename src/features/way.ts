import { failedAs } from '../api/errors.ts';
import type { App } from '../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../model/content/changeRequests.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../model/session/connection.ts';
import type { Collection } from '../model/spaces.ts';

/** The rows of the tree that lead to a space, the outermost first. */
export async function wayToSpace(connection: Connection, spaceId: string): Promise<string[]> {
  const { organization: organizationId, parent } = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const collections: ResourceAddress[] = [];
  for (let collectionId = parent; collectionId;) {
    const collection = await visibleCollection(connection, collectionId);
    if (collection) collections.unshift(resourceAddress(connection, '/collections/{collectionId}', { collectionId }));
    collectionId = collection?.parent;
  }
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  return [organization, ...collections, resourceAddress(connection, '/spaces/{spaceId}', { spaceId })];
}

/** A collection, unless it is one of those of which the account sees only what lies below. */
async function visibleCollection({ api }: Connection, collectionId: string): Promise<Collection | undefined> {
  try {
    return await api.request('GET /collections/{collectionId}', { collectionId });
  } catch (error) {
    if (failedAs(error, 'notFound', 'forbidden')) return undefined;
    throw error;
  }
}

/** The rows of the tree that lead to a site. */
export function wayToSite(connection: Connection, organizationId: string, siteId: string): string[] {
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const site = resourceAddress(connection, '/orgs/{organizationId}/sites/{siteId}', { organizationId, siteId });
  return [organization, `${organization}#sites`, site];
}

/** The rows of the tree that lead to a change request. */
export async function wayToChangeRequest({ content }: App, place: ChangeRequestPlace): Promise<string[]> {
  const way = await wayToSpace(place.connection, place.space);
  const { status } = await content.changeRequests.get(place);
  const isPutAway = status === 'merged' || status === 'archived';
  return [...way, ...(isPutAway ? [`${way.at(-1)}#${status}`] : []), addressOfChangeRequest(place)];
}
