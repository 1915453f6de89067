import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import { normalizeResource } from '../../api/normalize.ts';
import type { App } from '../../app.ts';
import { prefetchFirstPage, prependItems } from '../../api/listings.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { type Collection, collectionsOf, isOutsideCollections } from '../../model/spaces.ts';
import { type Node, type NodePage, toRowPages, toRows } from '../../ui/tree/node.ts';
import { spaceNode } from '../spaces/node.ts';

/** The argument of commands on the row of a collection. */
export interface CollectionResource {
  kind: 'collection';
  connection: Connection;
  collection: Collection;
  link: string | undefined;
}

/** Returns the rows of the collections that are in no other one. */
export function topCollectionNodes(app: App, connection: Connection, collections: readonly Collection[]): Node[] {
  const top = collections.filter(isOutsideCollections(collections));
  return toRows(top, collection => collectionNode(app, connection, collection, collections));
}

/**
 * Creates the row of a collection. `known` are the collections of the organization, used for the first expansion only.
 */
export function collectionNode(
  app: App,
  connection: Connection,
  collection: Collection,
  known: readonly Collection[] | undefined,
): Node {
  const { id: collectionId, title, description, organization: organizationId, permissions } = collection;
  const { api } = connection;
  const canAdministrate = permissions?.admin !== false;
  const canCreate = permissions?.create !== false;
  let unread = known;
  const resource: CollectionResource = { kind: 'collection', connection, collection, link: collection.urls?.app };
  return {
    id: resourceAddress(connection, '/collections/{collectionId}', { collectionId }),
    label: title,
    tooltip: [
      escapeLine(description || title, 300),
      canAdministrate ? t('Drag it to move it.') : t('You may not move or change it.'),
      t('What is dropped on it is put into it, and comes first if it is there already.'),
    ].join('\n'),
    accessibleLabel: t`Collection, ${title}`,
    icon: new vscode.ThemeIcon('folder-library'),
    contextValue: `collection${canAdministrate ? '' : '.noEdit'}${canCreate ? '' : '.noCreate'}`,
    resource,
    fetchAgain: async signal => {
      const fresh = normalizeResource(
        await api.request('GET /collections/{collectionId}', { collectionId }, { signal }),
      );
      const isSame = fresh.organization === organizationId && fresh.parent === collection.parent;
      return isSame ? collectionNode(app, connection, fresh, undefined) : undefined;
    },
    children: {
      list: async function* (signal) {
        // The service lists all collections or the top ones, but not those in a collection.
        const asked = unread ?? collectionsOf(connection, organizationId, signal);
        unread = undefined;
        const spaces = prefetchFirstPage(spaceNodes(app, resource, signal));
        const all = await asked;
        const nested = all.filter(({ parent }) => parent === collectionId);
        const rows = toRows(nested, collection => collectionNode(app, connection, collection, all));
        yield* prependItems(rows, spaces);
      },
      empty: t('No spaces'),
      dependsOn: [
        resourceAddress(connection, '/orgs/{organizationId}/collections', { organizationId }),
        resourceAddress(connection, '/collections/{collectionId}/spaces', { collectionId }),
      ],
    },
  };
}

function spaceNodes(
  app: App,
  { connection, collection: { id: collectionId, permissions } }: CollectionResource,
  signal: AbortSignal,
): AsyncIterable<NodePage> {
  const pages = connection.api.list('GET /collections/{collectionId}/spaces', { collectionId }, { signal });
  return toRowPages(pages, space => spaceNode(app, connection, space, permissions?.create !== false));
}
