import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { readResource } from '../../model/resources/reading.ts';
import type { Level } from '../../model/roles.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import type { Collection, Space } from '../../model/spaces.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { CollectionResource } from '../collections/node.ts';
import { type Found, findItems } from '../picking/items.ts';
import type { SpaceResource } from '../spaces/node.ts';

/** A space or a collection: both lie in collections, or at the top of their organization. */
export interface Placed {
  connection: Connection;
  type: 'space' | 'collection';
  id: string;
  title: string;
  organization: string;
  /** The collection that it lies in. */
  parent: string | undefined;
  mayAdministrate: boolean;
  defaultLevel: Level | undefined;
}

export function placedIn(connection: Connection, given: Space | Collection): Placed {
  const { object: type, id, title, organization, parent, permissions, defaultLevel } = given;
  const mayAdministrate = permissions?.admin !== false;
  return { connection, type, id, title, organization, parent: parent || undefined, mayAdministrate, defaultLevel };
}

/** What a row stands for, where that is a space or a collection. */
export function placedOfRow(row: unknown): Placed | undefined {
  const space = resourceOf<SpaceResource>(row, 'space');
  if (space) return placedIn(space.connection, space.space);
  const collection = resourceOf<CollectionResource>(row, 'collection');
  return collection && placedIn(collection.connection, collection.collection);
}

/** What a command is about, as it is now: all selected rows, the document in the editor, or what the user picks. */
export async function findPlaced(
  app: App,
  target: unknown,
  selected: unknown,
  title: string,
  kinds: readonly Placed['type'][] = ['space', 'collection'],
): Promise<Placed[]> {
  const isMeant = ({ kind }: { kind: string }) => kinds.includes(kind as Placed['type']);
  const found = await findItems(app, { target, selected }, title, isMeant);
  const isAll = !Array.isArray(selected) || selected.length < 2 || found.length === selected.length;
  if (!isAll) throw new Failure(words`"${title}" cannot be done with all that is selected. Nothing was done.`);
  return Promise.all(found.map(readPlaced));
}

async function readPlaced({ connection, item }: Found): Promise<Placed> {
  return placedIn(connection, (await readResource(connection, item)) as Space | Collection);
}

/** Its address, as announcements of writes name it. */
export function addressOf({ connection, type, id }: Placed): string {
  return type === 'space'
    ? resourceAddress(connection, '/spaces/{spaceId}', { spaceId: id })
    : resourceAddress(connection, '/collections/{collectionId}', { collectionId: id });
}

/** Says before anything is sent what only those may do who administrate something. */
export function demandRight({ type, title, mayAdministrate }: Placed): void {
  if (mayAdministrate) return;
  throw new Failure(words`You may not do that with "${title}": it takes somebody who administrates the ${type}.`);
}

/** As a neighbour is named in a request. */
export function pointerTo({ type, id }: Placed): Schema<'ContentPointer'> {
  return type === 'space' ? { type, space: id } : { type, collection: id };
}

/** What several things are called together. */
export function nameOf(all: readonly Placed[]): string {
  const [first] = all;
  if (all.length === 1 && first) return words`"${first.title}"`;
  const types = new Set(all.map(({ type }) => type));
  return types.size > 1 ? `${all.length} spaces and collections` : `${all.length} ${first?.type}s`;
}
