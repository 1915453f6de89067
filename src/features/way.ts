import type { App } from '../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../model/content/changeRequests.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../model/session/connection.ts';

/** The rows of the tree that lead to a space, the outermost first. */
export async function wayToSpace(connection: Connection, spaceId: string): Promise<string[]> {
  const { organization: organizationId, parent } = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const collections: ResourceAddress[] = [];
  for (let collectionId = parent; collectionId;) {
    collections.unshift(resourceAddress(connection, '/collections/{collectionId}', { collectionId }));
    collectionId = (await connection.api.request('GET /collections/{collectionId}', { collectionId })).parent;
  }
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  return [organization, ...collections, resourceAddress(connection, '/spaces/{spaceId}', { spaceId })];
}

/** The rows of the tree that lead to a change request. */
export async function wayToChangeRequest({ content }: App, place: ChangeRequestPlace): Promise<string[]> {
  const way = await wayToSpace(place.connection, place.space);
  const { status } = await content.changeRequests.get(place);
  const isPutAway = status === 'merged' || status === 'archived';
  return [...way, ...(isPutAway ? [`${way.at(-1)}#${status}`] : []), addressOfChangeRequest(place)];
}
