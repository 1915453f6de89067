import { isOutcomeUnknown } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import type { Schema } from '../../api/routes.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type Connection, resourceAddress } from '../../model/session/connection.ts';
import { collectionsOf, listedTopSpaces, listsSpaces } from '../../model/spaces.ts';
import { confirm } from '../../ui/prompts.ts';
import { NotDone, type Truth } from '../../ui/progress.ts';
import * as say from '../../ui/say.ts';
import { doEach } from '../../ui/several.ts';
import { demandRight, nameOf, type Placed, placedIn, pointerTo } from './placed.ts';

type Position = Schema<'ContentPosition'>;

/** Where something is moved to. */
export interface Destination {
  /** The collection; undefined is the top of the organization. */
  parent: string | undefined;
  /** Where in it; without it, where the service puts what comes in: at the end. */
  position?: Position | undefined;
  /** How it is called: completes "Move … to …". */
  words: string;
}

/** One step of a move. */
export interface Step {
  one: Placed;
  parent?: string | null;
  position?: Position | undefined;
}

/** Moves things to one place, so that they stand there in their order. */
export async function moveTo(app: App, all: readonly Placed[], destination: Destination): Promise<void> {
  const { parent, position } = destination;
  all.forEach(demandRight);
  const comesIn = all.filter(one => one.parent !== parent);
  if (comesIn.length > 0) {
    await confirm(
      words`Move ${nameOf(all)} to ${destination.words}?`,
      'Who may see what is moved, and do what with it, follows from where it lies, unless it says so itself.',
      'Move',
    );
  }
  if (comesIn.length === 0 && (await standsThere(all, position))) {
    return say.status(words`${nameOf(all)} ${all.length > 1 ? 'stand' : 'stands'} there already`);
  }
  // The one that came last, by kind: lists show the kinds apart, and some servers name spaces alone as neighbours.
  const last = new Map<Placed['type'], Placed>();
  const parts = all.map(one => ({
    one,
    step: (): Step => {
      const before = position || one.type === 'space' ? last.get(one.type) : undefined;
      const place = before ? { after: pointerTo(before) } : position;
      return { one, parent: parent ?? null, position: place };
    },
    done: () => void last.set(one.type, one),
  }));
  await run(app, words`Moving ${nameOf(all)}`, parts);
  if (all.length === 1) say.status(words`${nameOf(all)} moved to ${destination.words}`);
}

/** Whether things that lie where they are to lie have their place there, too; not where nobody can say. */
async function standsThere(all: readonly Placed[], position: Position | undefined): Promise<boolean> {
  const [first] = all;
  if (!position || !first) return !position;
  const order = await siblingsOf(first, new AbortController().signal).catch((error: unknown) => {
    if (error instanceof Failure) return [];
    throw error;
  });
  return isInOrder(order, all, position);
}

function isInOrder(order: readonly Placed[], all: readonly Placed[], position: Position): boolean {
  const beside = position.after ?? position.before;
  if (!beside) return false;
  const ids = order.map(({ id }) => id);
  const moved = all.map(({ id }) => id);
  const others = ids.filter(id => !moved.includes(id));
  const at = others.indexOf(beside.type === 'space' ? beside.space : beside.collection);
  return at >= 0 && others.toSpliced(position.after ? at + 1 : at, 0, ...moved).join() === ids.join();
}

/** Moves things one after the other, as each step says when it is its turn. */
export async function run(
  app: App,
  title: string,
  parts: readonly { one: Placed; step: () => Step; done?: () => void }[],
): Promise<void> {
  await doEach(
    title,
    'moved',
    parts.map(({ one, step, done }) => ({
      label: one.title,
      action: words`move "${one.title}"`,
      run: async signal => {
        try {
          await send(step(), signal);
        } catch (error) {
          // Where it came to, the lost answer would have said.
          if (isOutcomeUnknown(error)) showAnew(app, one);
          throw error;
        }
        done?.();
      },
      now: () => whereNow(one, step()),
    })),
  );
}

/** The others of its kind with which something lies, in their order, and itself. */
export async function siblingsOf(
  { connection, type, organization, parent }: Pick<Placed, 'connection' | 'type' | 'organization' | 'parent'>,
  signal: AbortSignal,
  isFresh = false,
): Promise<Placed[]> {
  const made = (given: Parameters<typeof placedIn>[1]) => placedIn(connection, given);
  const isHere = (one: Placed) => one.parent === parent;
  if (type === 'collection')
    return (await collectionsOf(connection, organization, signal, isFresh)).map(made).filter(isHere);
  if (parent !== undefined) {
    const input = { collectionId: parent };
    return (await connection.api.all('GET /collections/{collectionId}/spaces', input, { signal, isFresh })).map(made);
  }
  if (!(await listsSpaces(connection, organization, signal))) {
    throw new Failure(
      'The server does not list the spaces outside of collections, so nobody can say in which order they are. ' +
        'Move them into a collection to put them in order.',
    );
  }
  const spaces: Placed[] = [];
  const collections = collectionsOf(connection, organization, signal);
  for await (const { items } of listedTopSpaces(connection, organization, collections, signal)) {
    spaces.push(...items.map(made).filter(isHere));
  }
  return spaces;
}

function send({ one: { connection, type, id }, ...where }: Step, signal: AbortSignal): Promise<unknown> {
  const { position, parent } = where;
  const body = { ...(parent !== undefined && { parent }), ...(position && { position }) };
  return type === 'space'
    ? connection.api.request('POST /spaces/{spaceId}/move', { spaceId: id, body }, { signal })
    : connection.api.request('POST /collections/{collectionId}/move', { collectionId: id, body }, { signal });
}

/** Looks up whether something has come where a step was to move it. */
async function whereNow(one: Placed, { parent: to, position }: Step): Promise<Truth> {
  const { connection, type, id, title } = one;
  const options = { isFresh: true };
  const { parent } =
    type === 'space'
      ? await connection.api.request('GET /spaces/{spaceId}', { spaceId: id }, options)
      : await connection.api.request('GET /collections/{collectionId}', { collectionId: id }, options);
  const where = parent ? `in ${await titleOf(connection, parent)}` : 'in no collection';
  const sentence = words`"${title}" lies ${where} now.`;
  if (to !== undefined && to !== (parent ?? null)) return new NotDone(sentence);
  if (!position) return sentence;
  const order = await siblingsOf({ ...one, parent: parent ?? undefined }, new AbortController().signal, true);
  if (!isInOrder(order, [one], position)) return new NotDone(words`"${title}" is where it was.`);
  return to === undefined ? words`"${title}" is moved.` : sentence;
}

async function titleOf({ api }: Connection, collectionId: string): Promise<string> {
  return words`"${(await api.request('GET /collections/{collectionId}', { collectionId })).title}"`;
}

function showAnew({ session }: App, { connection, organization: organizationId }: Placed): void {
  session.tellDone(connection, resourceAddress(connection, '/orgs/{organizationId}/collections', { organizationId }));
}
