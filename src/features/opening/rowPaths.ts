import { failedAs } from '../../api/errors.ts';
import { shownResource } from '../../api/readable.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../../model/session/connection.ts';
import type { Collection } from '../../model/spaces.ts';
import type { Node } from '../../ui/tree/node.ts';
import { collectionNode } from '../collections/node.ts';

/** The rows of the tree that lead to a space, the outermost first. */
export async function wayToSpace(connection: Connection, spaceId: string): Promise<string[]> {
  const { organization, parent } = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const collections = await wayInto(connection, organization, parent);
  return [...collections, resourceAddress(connection, '/spaces/{spaceId}', { spaceId })];
}

/** The rows of the tree that lead to a new collection; its own row, since the collection around it may not list it yet. */
export async function wayToNewCollection(
  app: App,
  connection: Connection,
  collectionId: string,
): Promise<(string | Node)[]> {
  const reply = await connection.api.request('GET /collections/{collectionId}', { collectionId });
  const collection = shownResource(reply);
  const outer = await wayInto(connection, collection.organization, collection.parent);
  return [...outer, collectionNode(app, connection, collection, undefined)];
}

/** The row of an organization, and those of the collections that lead from there into one of them. */
async function wayInto(
  connection: Connection,
  organizationId: string,
  innermost: string | null | undefined,
): Promise<string[]> {
  const collections: ResourceAddress[] = [];
  for (let collectionId = innermost; collectionId;) {
    const collection = await visibleCollection(connection, collectionId);
    if (collection) collections.unshift(resourceAddress(connection, '/collections/{collectionId}', { collectionId }));
    collectionId = collection?.parent;
  }
  return [resourceAddress(connection, '/orgs/{organizationId}', { organizationId }), ...collections];
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
