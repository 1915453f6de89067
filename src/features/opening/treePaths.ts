import { failedAs } from '../../api/errors.ts';
import { readableResource } from '../../api/readable.ts';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { Page } from '../../model/content/layout.ts';
import { type Connection, type ResourceAddress, resourceAddress } from '../../model/session/connection.ts';
import type { Collection } from '../../model/spaces.ts';
import type { Node } from '../../ui/tree/node.ts';
import { collectionNode } from '../collections/node.ts';

/** The rows of the tree that lead to a space, the outermost first. */
export async function treePathToSpace(connection: Connection, spaceId: string): Promise<string[]> {
  const { organization, parent } = await connection.api.request('GET /spaces/{spaceId}', { spaceId });
  const collections = await treePathInto(connection, organization, parent);
  return [...collections, resourceAddress(connection, '/spaces/{spaceId}', { spaceId })];
}

/** The rows of the tree that lead to a new collection; its own row, since the collection around it may not list it yet. */
export async function treePathToNewCollection(
  app: App,
  connection: Connection,
  collectionId: string,
): Promise<(string | Node)[]> {
  const reply = await connection.api.request('GET /collections/{collectionId}', { collectionId });
  const collection = readableResource(reply);
  const outer = await treePathInto(connection, collection.organization, collection.parent);
  return [...outer, collectionNode(app, connection, collection, undefined)];
}

/** The row of an organization, and those of the collections that lead from there into one of them. */
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
export function treePathToSite(connection: Connection, organizationId: string, siteId: string): string[] {
  const organization = resourceAddress(connection, '/orgs/{organizationId}', { organizationId });
  const site = resourceAddress(connection, '/orgs/{organizationId}/sites/{siteId}', { organizationId, siteId });
  return [organization, `${organization}#sites`, site];
}

/** The rows of the tree that lead to a change request. */
export async function treePathToChangeRequest({ content }: App, place: ChangeRequestPlace): Promise<string[]> {
  const treePath = await treePathToSpace(place.connection, place.space);
  const { status } = await content.changeRequests.get(place);
  const isInGroup = status === 'merged' || status === 'archived';
  return [...treePath, ...(isInGroup ? [`${treePath.at(-1)}#${status}`] : []), addressOfChangeRequest(place)];
}

/** The rows that lead to a page from the change request or the space that lists it. */
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
