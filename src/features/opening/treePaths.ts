import { isApiError } from '../../api/errors.ts';
import { normalizeResource } from '../../api/normalize.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Page } from '../../model/content/layout.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../../model/session/connection.ts';
import type { Collection } from '../../model/spaces.ts';
import type { Node } from '../../ui/tree/node.ts';
import { collectionNode } from '../collections/node.ts';

/** Returns the IDs of the rows from the organization to a space. */
export async function treePathToSpace(connection: Connection, spaceId: string): Promise<string[]> {
  const { organization, parent } = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const collections = await treePathInto(connection, organization, parent);
  return [...collections, resourceAddress(connection, '/spaces/{spaceId}', { spaceId })];
}

/**
 * Returns the rows from the organization to a new collection. Includes the new row itself, because its parent may not
 * list it yet.
 */
export async function treePathToNewCollection(
  app: App,
  connection: Connection,
  collectionId: string,
): Promise<(string | Node)[]> {
  const reply = await connection.api.request('GET /collections/{collectionId}', { collectionId });
  const collection = normalizeResource(reply);
  const parentPath = await treePathInto(connection, collection.organization, collection.parent);
  return [...parentPath, collectionNode(app, connection, collection, undefined)];
}

/** Returns the IDs of the rows of an organization and of the nested collections down to `innermost`. */
async function treePathInto(
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

/** Returns a collection; undefined if the account may see only what the collection contains. */
async function visibleCollection({ api }: Connection, collectionId: string): Promise<Collection | undefined> {
  try {
    return await api.request('GET /collections/{collectionId}', { collectionId });
  } catch (error) {
    if (isApiError(error, 'notFound', 'forbidden')) return undefined;
    throw error;
  }
}

/** Returns the IDs of the rows from the organization to a site. */
export function treePathToSite(connection: Connection, organizationId: string, siteId: string): string[] {
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const site = resourceAddress(connection, '/orgs/{organizationId}/sites/{siteId}', { organizationId, siteId });
  return [organization, `${organization}#sites`, site];
}

/** Returns the IDs of the rows from the organization to a change request. */
export async function treePathToChangeRequest({ content }: App, place: ChangeRequestPlace): Promise<string[]> {
  const treePath = await treePathToSpace(place.connection, place.space);
  const { status } = await content.changeRequests.get(place);
  const isInGroup = status === 'merged' || status === 'archived';
  return [...treePath, ...(isInGroup ? [`${treePath.at(-1)}#${status}`] : []), addressOfChangeRequest(place)];
}

/** Returns the IDs of the rows from a change request or space to one of its pages. */
export function treePathToPage(parent: string, pages: readonly Page[], id: string): string[] {
  const list = `${parent}#pages`;
  return [list, ...pathInto(list, pages, id)];
}

function pathInto(parent: string, pages: readonly Page[], id: string): string[] {
  for (const page of pages) {
    const row = `${parent}/${page.id}`;
    if (page.id === id) return [row];
    const below = pathInto(row, page.pages ?? [], id);
    if (below.length > 0) return [row, ...below];
  }
  return [];
}
