import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Schema } from '../../api/routes.ts';
import { chained, listed, type Node, type NodePage, pagesOf } from '../../ui/tree.ts';
import { spaceNode } from '../spaces/node.ts';
import type { Connection } from '../../model/session/connection.ts';

type Collection = Schema<'Collection'>;

/** What the commands of a collection are given. */
export interface CollectionResource {
  kind: 'collection';
  connection: Connection;
  collection: Collection;
  link: string | undefined;
}

/** The collections directly in an organization, page by page. */
export async function* topCollectionNodes(
  app: App,
  connection: Connection,
  organizationId: string,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  const input = { organizationId, query: { nested: false } };
  const pages = connection.api.list('GET /orgs/{organizationId}/collections', input, { signal });
  yield* pagesOf(pages, collection => collectionNode(app, connection, collection));
}

function collectionNode(app: App, connection: Connection, collection: Collection): Node {
  const { id, title, description } = collection;
  const resource: CollectionResource = { kind: 'collection', connection, collection, link: collection.urls?.app };
  return {
    id: `${connection.id}/collection/${id}`,
    label: title,
    tooltip: description || title,
    spoken: `Collection, ${title}`,
    icon: new vscode.ThemeIcon('folder-library'),
    contextValue: 'collection',
    resource,
    children: {
      list: signal =>
        chained(nestedCollectionNodes(app, connection, collection, signal), spaceNodes(app, connection, id, signal)),
      empty: 'No spaces',
    },
  };
}

async function* nestedCollectionNodes(
  app: App,
  connection: Connection,
  { id, organization: organizationId }: Collection,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  // The service lists all collections or the top ones, never those of one collection.
  const input = { organizationId, query: { nested: true } };
  const all = await connection.api.all('GET /orgs/{organizationId}/collections', input, { signal });
  const below = all.filter(({ parent }) => parent === id);
  yield* listed(below.map(collection => collectionNode(app, connection, collection)));
}

async function* spaceNodes(
  app: App,
  connection: Connection,
  collectionId: string,
  signal: AbortSignal,
): AsyncGenerator<NodePage> {
  const pages = connection.api.list('GET /collections/{collectionId}/spaces', { collectionId }, { signal });
  yield* pagesOf(pages, space => spaceNode(app, connection, space));
}
