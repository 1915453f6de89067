import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { readResource } from '../../model/resources/readResources.ts';
import type { Level } from '../../model/roles.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import type { Collection, Space } from '../../model/spaces.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { CollectionResource } from '../collections/node.ts';
import { type ResourceTarget, findItems } from '../picking/items.ts';
import type { SpaceResource } from '../spaces/node.ts';

/** A space or a collection. Both are in a collection, or at the top level of their organization. */
export interface ContainerItem {
  connection: Connection;
  type: 'space' | 'collection';
  id: string;
  title: string;
  organization: string;
  /** The ID of the collection that contains the item; undefined at the top level. */
  parent: string | undefined;
  canAdministrate: boolean;
  defaultLevel: Level | undefined;
}

export function toContainerItem(connection: Connection, resource: Space | Collection): ContainerItem {
  const { object: type, id, title, organization, parent, permissions, defaultLevel } = resource;
  const canAdministrate = permissions?.admin !== false;
  return { connection, type, id, title, organization, parent: parent || undefined, canAdministrate, defaultLevel };
}

/** Returns the space or collection of a row; undefined for any other row. */
export function containerItemOfRow(row: unknown): ContainerItem | undefined {
  const space = resourceOf<SpaceResource>(row, 'space');
  if (space) return toContainerItem(space.connection, space.space);
  const collection = resourceOf<CollectionResource>(row, 'collection');
  return collection && toContainerItem(collection.connection, collection.collection);
}

/** Reads the current state of the targets of a command: all selected rows, the document in the editor, or the user's pick. */
export async function findContainerItems(
  app: App,
  target: unknown,
  selected: unknown,
  title: string,
  kinds: readonly ContainerItem['type'][] = ['space', 'collection'],
): Promise<ContainerItem[]> {
  const isMatch = ({ kind }: { kind: string }) => kinds.includes(kind as ContainerItem['type']);
  const targets = await findItems(app, { target, selected }, title, isMatch);
  const isAll = !Array.isArray(selected) || selected.length < 2 || targets.length === selected.length;
  if (!isAll) throw new Failure(tEscaped`"${title}" cannot be done with all that is selected. Nothing was done.`);
  return Promise.all(targets.map(readContainerItem));
}

async function readContainerItem({ connection, item }: ResourceTarget): Promise<ContainerItem> {
  return toContainerItem(connection, (await readResource(connection, item)) as Space | Collection);
}

/** Returns the address that announcements of writes use. */
export function containerItemAddress({ connection, type, id }: ContainerItem): string {
  return type === 'space'
    ? resourceAddress(connection, '/spaces/{spaceId}', { spaceId: id })
    : resourceAddress(connection, '/collections/{collectionId}', { collectionId: id });
}

/** Throws a Failure before a request if the user is not an administrator of the item. */
export function requireAdministration({ type, title, canAdministrate }: ContainerItem): void {
  if (canAdministrate) return;
  throw new Failure(
    type === 'space'
      ? tEscaped`You may not do that with "${title}": it takes somebody who administrates the space.`
      : tEscaped`You may not do that with "${title}": it takes somebody who administrates the collection.`,
  );
}

/** Returns the reference to a neighbour for a move request. */
export function pointerTo({ type, id }: ContainerItem): Schema<'ContentPointer'> {
  return type === 'space' ? { type, space: id } : { type, collection: id };
}

/** Names one item by its title, and several by their number and type. */
export function containerItemsName(all: readonly ContainerItem[]): string {
  const [first] = all;
  if (all.length === 1 && first) return tEscaped`"${first.title}"`;
  const types = new Set(all.map(({ type }) => type));
  if (types.size > 1) return t`${all.length} spaces and collections`;
  return first?.type === 'space' ? t`${all.length} spaces` : t`${all.length} collections`;
}
