import { t } from '@vscode/l10n';
import { isOutcomeUnknown } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { collectionsOf, listedTopSpaces, listsSpaces } from '../../model/spaces.ts';
import { confirm } from '../../ui/prompts.ts';
import { WriteNotDone, type WriteOutcome } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import {
  requireAdministration,
  containerItemsName,
  type ContainerItem,
  toContainerItem,
  pointerTo,
} from './containerItems.ts';

type Position = Schema<'ContentPosition'>;

/** The destination of a move. */
export interface MoveDestination {
  /** The collection; undefined for the top level of the organization. */
  parent: string | undefined;
  /** The position in the collection or at the top level. If undefined, the service appends the items. */
  position?: Position | undefined;
  /** The destination in words: in a collection, at the top level of an organization, or after a space. */
  place: { kind: 'in' | 'top' | 'after'; title: string };
}

/** A single move request. */
export interface MoveStep {
  one: ContainerItem;
  parent?: string | null;
  position?: Position | undefined;
}

/** Moves items to a destination, in their order. */
export async function moveTo(app: App, all: readonly ContainerItem[], destination: MoveDestination): Promise<void> {
  const { parent, position } = destination;
  all.forEach(requireAdministration);
  const itemsWithNewParent = all.filter(one => one.parent !== parent);
  if (itemsWithNewParent.length > 0) {
    await confirm(
      moveQuestion(all, destination),
      t('Who may see what is moved, and do what with it, follows from where it lies, unless it says so itself.'),
      t('Move'),
    );
  }
  if (itemsWithNewParent.length === 0 && (await isAlreadyThere(all, position))) {
    const name = containerItemsName(all);
    return say.status(all.length > 1 ? tEscaped`${name} stand there already` : tEscaped`${name} stands there already`);
  }
  // The last moved item of each type, because lists show spaces and collections separately, and some servers accept
  // only spaces as neighbours.
  const last = new Map<ContainerItem['type'], ContainerItem>();
  const parts = all.map(one => ({
    one,
    step: (): MoveStep => {
      const before = position || one.type === 'space' ? last.get(one.type) : undefined;
      const place = before ? { after: pointerTo(before) } : position;
      return { one, parent: parent ?? null, position: place };
    },
    done: () => void last.set(one.type, one),
  }));
  await moveEach(app, tEscaped`Moving ${containerItemsName(all)}`, parts);
  if (all.length === 1) say.status(describeMoved(all, destination));
}

function moveQuestion(all: readonly ContainerItem[], { place: { kind, title } }: MoveDestination): string {
  const name = containerItemsName(all);
  if (kind === 'top') return tEscaped`Move ${name} to the top of "${title}"?`;
  return kind === 'in' ? tEscaped`Move ${name} to "${title}"?` : tEscaped`Move ${name} to the place after "${title}"?`;
}

function describeMoved(all: readonly ContainerItem[], { place: { kind, title } }: MoveDestination): string {
  const name = containerItemsName(all);
  if (kind === 'top') return tEscaped`${name} moved to the top of "${title}"`;
  return kind === 'in' ? tEscaped`${name} moved to "${title}"` : tEscaped`${name} moved to the place after "${title}"`;
}

/** Returns true if the items already have the position. False if the order cannot be read. */
async function isAlreadyThere(all: readonly ContainerItem[], position: Position | undefined): Promise<boolean> {
  const [first] = all;
  if (!position || !first) return !position;
  const order = await fetchSiblings(first, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof Failure) return [];
    throw error;
  });
  return isInOrder(order, all, position);
}

function isInOrder(order: readonly ContainerItem[], all: readonly ContainerItem[], position: Position): boolean {
  const neighbour = position.after ?? position.before;
  if (!neighbour) return false;
  const ids = order.map(({ id }) => id);
  const moved = all.map(({ id }) => id);
  const others = ids.filter(id => !moved.includes(id));
  const index = others.indexOf(neighbour.type === 'space' ? neighbour.space : neighbour.collection);
  return index >= 0 && others.toSpliced(position.after ? index + 1 : index, 0, ...moved).join() === ids.join();
}

/**
 * Moves items one after another. `step` is called right before each request, because it depends on the earlier ones.
 */
export async function moveEach(
  app: App,
  title: string,
  parts: readonly { one: ContainerItem; step: () => MoveStep; done?: () => void }[],
): Promise<void> {
  const sentences: DoneSentences = {
    all: count => t`${count} moved.`,
    some: (count, total) => t`${count} of ${total} moved.`,
  };
  await runForEach(
    title,
    sentences,
    parts.map(({ one, step, done }) => ({
      label: one.title,
      action: tEscaped`move "${one.title}"`,
      run: async signal => {
        try {
          await send(step(), signal);
        } catch (error) {
          // The unknown reply would have named the new parent, so the lists are refreshed.
          if (isOutcomeUnknown(error)) refreshCollections(app, one);
          throw error;
        }
        done?.();
      },
      lookUp: () => checkMoved(one, step()),
    })),
  );
}

/** Returns the items of the same type with the same parent, in their order, including the item itself. */
export async function fetchSiblings(
  { connection, type, organization, parent }: Pick<ContainerItem, 'connection' | 'type' | 'organization' | 'parent'>,
  signal: AbortSignal,
  isFresh = false,
): Promise<ContainerItem[]> {
  const toItem = (resource: Parameters<typeof toContainerItem>[1]) => toContainerItem(connection, resource);
  const isSibling = (item: ContainerItem) => item.parent === parent;
  if (type === 'collection')
    return (await collectionsOf(connection, organization, signal, isFresh)).map(toItem).filter(isSibling);
  if (parent !== undefined) {
    const input = { collectionId: parent };
    return (await connection.api.listAll('GET /collections/{collectionId}/spaces', input, { signal, isFresh })).map(
      toItem,
    );
  }
  if (!(await listsSpaces(connection, organization, signal))) {
    throw new Failure(
      t(
        'The server does not list the spaces outside of collections, so nobody can say in which order they are. ' +
          'Move them into a collection to put them in order.',
      ),
    );
  }
  const spaces: ContainerItem[] = [];
  const collections = collectionsOf(connection, organization, signal);
  for await (const { items } of listedTopSpaces(connection, organization, collections, signal)) {
    spaces.push(...items.map(toItem).filter(isSibling));
  }
  return spaces;
}

function send({ one: { connection, type, id }, ...destination }: MoveStep, signal: AbortSignal): Promise<unknown> {
  const { position, parent } = destination;
  const body = { ...(parent !== undefined && { parent }), ...(position && { position }) };
  return type === 'space'
    ? connection.api.request('POST /spaces/{spaceId}/move', { spaceId: id, body }, { signal })
    : connection.api.request('POST /collections/{collectionId}/move', { collectionId: id, body }, { signal });
}

/** Looks up whether an item was moved after the reply was lost. */
async function checkMoved(item: ContainerItem, { parent: targetParent, position }: MoveStep): Promise<WriteOutcome> {
  const { connection, type, id, title } = item;
  const options = { isFresh: true };
  const { parent } =
    type === 'space'
      ? await connection.api.request('GET /spaces/{spaceId}', { spaceId: id }, options)
      : await connection.api.request('GET /collections/{collectionId}', { collectionId: id }, options);
  const sentence = parent
    ? tEscaped`"${title}" lies in "${await titleOf(connection, parent)}" now.`
    : tEscaped`"${title}" lies in no collection now.`;
  if (targetParent !== undefined && targetParent !== (parent ?? null)) return new WriteNotDone(sentence);
  if (!position) return sentence;
  const order = await fetchSiblings({ ...item, parent: parent ?? undefined }, new AbortController().signal, true);
  if (!isInOrder(order, [item], position)) return new WriteNotDone(tEscaped`"${title}" is where it was.`);
  return targetParent === undefined ? tEscaped`"${title}" is moved.` : sentence;
}

async function titleOf({ api }: Connection, collectionId: string): Promise<string> {
  return (await api.request('GET /collections/{collectionId}', { collectionId })).title;
}

function refreshCollections({ session }: App, { connection, organization: organizationId }: ContainerItem): void {
  session.announceChange(
    connection,
    resourceAddress(connection, '/orgs/{organizationId}/collections', { organizationId }),
  );
}
