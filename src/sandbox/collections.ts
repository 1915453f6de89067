import type { Schema } from '../api/routes.ts';
import { app, location } from './addresses.ts';
import { canSee, collectionFor, collectionPermissions, organizationFor } from './callers.ts';
import type { Caller } from './callers.ts';
import { paged, sortedBy } from './paging.ts';
import type { Key } from './paging.ts';
import { ok } from './replies.ts';
import type { Handlers } from './replies.ts';
import type { CollectionRow } from './rows.ts';
import { presentSpace, spaceKey } from './spaces.ts';
import { without } from './without.ts';

export const collections = {
  'GET /orgs/{organizationId}/collections': ({ organizationId, query }, caller) => {
    organizationFor(caller, organizationId);
    const isWanted = (row: CollectionRow) => query?.nested !== false || row.parent === undefined;
    const rows = caller.state.collections
      .by('organization', organizationId)
      .filter(row => isWanted(row) && collectionPermissions(caller, row).view);
    const key = (row: CollectionRow) => collectionKey(caller, row);
    return ok(paged(query, { rows: sortedBy(rows, key), key, present: row => presentCollection(caller, row) }));
  },

  'GET /collections/{collectionId}': ({ collectionId }, caller) =>
    ok(presentCollection(caller, collectionFor(caller, collectionId))),

  'GET /collections/{collectionId}/spaces': ({ collectionId, query }, caller) => {
    const collection = collectionFor(caller, collectionId);
    const rows = caller.state.spaces
      .by('parent', collection.id)
      .filter(space => space.deletedAt === undefined && canSee(caller, space));
    const key = spaceKey(caller);
    return ok(paged(query, { rows: sortedBy(rows, key), key, present: row => presentSpace(caller, row) }));
  },
} satisfies Partial<Handlers>;

function presentCollection(caller: Caller, row: CollectionRow): Schema<'Collection'> {
  return {
    object: 'collection',
    ...without(row, 'position'),
    urls: {
      location: location(caller, `/collections/${row.id}`),
      app: app(caller, `/orgs/${row.organization}/collections/${row.id}`),
    },
    permissions: collectionPermissions(caller, row),
  };
}

function collectionKey(caller: Caller, row: CollectionRow): Key {
  const sequence = caller.state.collections.sequence(row.id);
  return [row.position ?? sequence, sequence];
}
