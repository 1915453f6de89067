import type { Schema } from '../../../api/routes.ts';
import { apiUrl, appUrl } from '../../reply/addresses.ts';
import { canSee, collectionFor, organizationFor } from '../../access/findOrRefuse.ts';
import {
  collectionPermissions,
  requireCollectionRight,
  requireSpaceRight,
  shownLevel,
} from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { requireCreateRightIn, placedIn, organizationOf, transferSpace } from './destinations.ts';
import { HttpError } from '../../errors.ts';
import { paged, sortedBy } from '../../reply/paging.ts';
import type { Key } from '../../reply/paging.ts';
import { putBeside, putLast } from './order.ts';
import { created, deleted, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { CollectionRow, SpaceRow } from '../../store/rows.ts';
import { presentSpace, spaceKey } from './spaces.ts';
import { omit } from '../../store/omit.ts';

export const collections = {
  'GET /orgs/{organizationId}/collections': ({ organizationId, query }, caller) => {
    organizationFor(caller, organizationId);
    const isWanted = (row: CollectionRow) => query?.nested !== false || row.parent === undefined;
    const rows = caller.state.collections
      .by('organization', organizationId)
      .filter(row => isWanted(row) && collectionPermissions(caller, row).view);
    const key = (row: CollectionRow) => collectionKey(caller, row);
    return ok(paged(caller, query, { rows: sortedBy(rows, key), key, present: row => presentCollection(caller, row) }));
  },

  'POST /orgs/{organizationId}/collections': ({ organizationId, body }, caller) => {
    const organization = organizationFor(caller, organizationId);
    const { title = 'Untitled', parent } = body;
    requireCreateRightIn(caller, { organization: organization.id }, parent);
    const row = { id: caller.state.newId(), organization: organization.id, title, defaultLevel: 'inherit' } as const;
    const inside = parent === undefined ? row : { ...row, parent };
    return created(presentCollection(caller, caller.state.collections.put(inside)));
  },

  'GET /collections/{collectionId}': ({ collectionId }, caller) =>
    ok(presentCollection(caller, collectionFor(caller, collectionId))),

  'GET /collections/{collectionId}/spaces': ({ collectionId, query }, caller) => {
    const collection = collectionFor(caller, collectionId);
    const rows = caller.state.spaces
      .by('parent', collection.id)
      .filter(space => space.deletedAt === undefined && canSee(caller, space));
    const key = spaceKey(caller);
    return ok(paged(caller, query, { rows: sortedBy(rows, key), key, present: row => presentSpace(caller, row) }));
  },

  'PATCH /collections/{collectionId}': ({ collectionId, body }, caller) => {
    const collection = collectionFor(caller, collectionId);
    requireCollectionRight(caller, 'admin', collection);
    const { title, description, defaultLevel } = { ...collection, ...body };
    const named = { ...omit(collection, 'description'), title, defaultLevel };
    const row = description ? { ...named, description } : named;
    return ok(presentCollection(caller, caller.state.collections.put(row)));
  },

  // Deletes its content too. The spaces can be restored, and return to the top level.
  'DELETE /collections/{collectionId}': ({ collectionId }, caller) => {
    const { state } = caller;
    const collection = collectionFor(caller, collectionId);
    const all = requireAdminOfAll(caller, collection);
    const deletedAt = state.now();
    for (const space of all.spaces) state.spaces.put({ deletedAt, ...placedIn(space, undefined) });
    for (const { id } of all.collections) state.collections.delete(id);
    return deleted;
  },

  'POST /collections/{collectionId}/move': ({ collectionId, body }, caller) => {
    const { state } = caller;
    const collection = collectionFor(caller, collectionId);
    requireCollectionRight(caller, 'admin', collection);
    const parent = body.parent === undefined ? collection.parent : (body.parent ?? undefined);
    if (parent !== collection.parent) {
      requireCreateRightIn(caller, collection, parent);
      assertOutside(caller, collection, parent);
    } else if (!body.position) return ok(presentCollection(caller, collection));
    const row = state.collections.put(collectionIn(collection, parent));
    putBeside(caller, { type: 'collection', row }, { parent, position: body.position });
    return ok(presentCollection(caller, state.collections.get(collection.id)));
  },

  'POST /collections/{collectionId}/transfer': ({ collectionId, body }, caller) => {
    const { state } = caller;
    const collection = collectionFor(caller, collectionId);
    const all = requireAdminOfAll(caller, collection);
    const { id: organization } = organizationOf(caller, { type: 'collection', row: collection }, body.organization);
    for (const { id } of all.collections) {
      const moved = { ...omit(state.collections.get(id), 'position'), organization };
      const row = state.collections.put(id === collection.id ? collectionIn(moved, undefined) : moved);
      putLast(state, { type: 'collection', row });
    }
    for (const space of all.spaces) transferSpace(state, space, organization);
    return ok(presentCollection(caller, state.collections.get(collection.id)));
  },
} satisfies Partial<Handlers>;

interface Contents {
  /** The collection itself and all nested ones, parents before their children. */
  collections: CollectionRow[];
  /** The spaces in all of them, including deleted ones. */
  spaces: SpaceRow[];
}

/** Returns a collection with its content at any depth. Throws if the caller may not administrate all of it. */
function requireAdminOfAll(caller: Caller, collection: CollectionRow): Contents {
  const all = contentsOf(caller, collection);
  for (const row of all.collections) requireCollectionRight(caller, 'admin', row);
  for (const row of all.spaces) requireSpaceRight(caller, 'admin', row);
  return all;
}

function contentsOf(caller: Caller, collection: CollectionRow): Contents {
  const { state } = caller;
  const children = sortedBy(state.collections.by('parent', collection.id), row => collectionKey(caller, row));
  const below = children.map(child => contentsOf(caller, child));
  const directSpaces = sortedBy(state.spaces.by('parent', collection.id), spaceKey(caller));
  return {
    collections: [collection, ...below.flatMap(({ collections }) => collections)],
    spaces: [...directSpaces, ...below.flatMap(({ spaces }) => spaces)],
  };
}

function assertOutside(caller: Caller, collection: CollectionRow, parent: string | undefined): void {
  if (!contentsOf(caller, collection).collections.some(({ id }) => id === parent)) return;
  throw new HttpError(400, `body.parent is '${parent}': '${collection.title}' cannot be put into itself.`);
}

function collectionIn(collection: CollectionRow, parent: string | undefined): CollectionRow {
  return parent === undefined ? omit(collection, 'parent') : { ...collection, parent };
}

export function presentCollection(caller: Caller, row: CollectionRow): Schema<'Collection'> {
  const defaultLevel = shownLevel(caller, row);
  // The documented field is a role for collections, and may be null only for spaces.
  const isShown = defaultLevel !== null || !caller.documentedOnly;
  return {
    object: 'collection',
    ...omit(row, 'position', 'defaultLevel'),
    ...(isShown && { defaultLevel }),
    urls: {
      location: apiUrl(caller, `/collections/${row.id}`),
      app: appUrl(caller, `/orgs/${row.organization}/collections/${row.id}`),
    },
    permissions: collectionPermissions(caller, row),
  };
}

function collectionKey(caller: Caller, row: CollectionRow): Key {
  const sequence = caller.state.collections.sequence(row.id);
  return [row.position ?? sequence, sequence];
}
