import { Failure, Remark } from '../../api/failure.ts';
import { listed } from '../../api/listings.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { type Collection, collectionsOf } from '../../model/spaces.ts';
import { type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { type Destination, moveTo, run, siblingsOf } from '../moving/move.ts';
import { demandRight, findPlaced, nameOf, type Placed, pointerTo } from '../moving/placed.ts';

const never = () => new AbortController().signal;

/** Moves what is selected by one place among its siblings; what is selected together stays so. */
export async function moveBy(app: App, target: unknown, selected: unknown, step: -1 | 1): Promise<void> {
  const all = await findPlaced(app, target, selected, step < 0 ? 'Move Up' : 'Move Down');
  all.forEach(demandRight);
  const groups = Map.groupBy(all, ({ type, organization, parent }) => [type, organization, parent].join(' '));
  const plans = await Promise.all([...groups.values()].map(group => planOf(group, step)));
  const plan = plans.flat();
  const end = step < 0 ? 'first' : 'last';
  if (plan.length === 0) throw new Remark(words`${nameOf(all)} ${all.length > 1 ? 'stand' : 'stands'} ${end} already.`);
  const parts = plan.map(({ one, neighbour }) => ({
    one,
    step: () => ({ one, position: { [step < 0 ? 'before' : 'after']: pointerTo(neighbour) } }),
  }));
  await run(app, words`Moving ${nameOf(all)}`, parts);
}

/** Who changes places with whom, in the order in which it is to be done. */
async function planOf(group: readonly Placed[], step: -1 | 1): Promise<{ one: Placed; neighbour: Placed }[]> {
  const [first] = group;
  if (!first) return [];
  const order = await siblingsOf(first, never());
  const moved = new Set(group.map(({ id }) => id));
  const plan: { one: Placed; neighbour: Placed }[] = [];
  const inTurn = order.filter(({ id }) => moved.has(id));
  for (const one of step < 0 ? inTurn : inTurn.reverse()) {
    const at = order.indexOf(one);
    const neighbour = order[at + step];
    // What stands before it could not move either.
    if (!neighbour || moved.has(neighbour.id)) continue;
    [order[at], order[at + step]] = [neighbour, one];
    plan.push({ one, neighbour });
  }
  return plan;
}

/** Moves what is selected into a collection that the user picks, or to the top, and there to the place that is picked. */
export async function moveToPicked(app: App, target: unknown, selected: unknown): Promise<void> {
  const all = await findPlaced(app, target, selected, 'Move to...');
  const [one] = all;
  if (!one) return;
  all.forEach(demandRight);
  if (all.some(({ organization }) => organization !== one.organization)) {
    throw new Failure('They belong to different organizations. Select those of one organization.');
  }
  const title = words`Move ${nameOf(all)}`;
  const parent = await pickParent(one, all, title);
  await moveTo(app, all, await pickPlace(one, all, { ...parent, title }));
}

async function pickParent(
  { connection, organization: organizationId }: Placed,
  all: readonly Placed[],
  title: string,
): Promise<{ parent: string | undefined; name: string }> {
  const prompt = { title, placeHolder: 'Into which collection?', empty: 'There are no collections.' };
  return pickFrom(prompt, async function* (_, signal) {
    const collections = await collectionsOf(connection, organizationId, signal);
    const { title: name } = await connection.api.request('GET /orgs/{organizationId}', { organizationId }, { signal });
    const moved = new Set(all.map(({ id }) => id));
    const possible = collections
      .map(one => wayTo(one, collections))
      .filter(way => !way.some(({ id }) => moved.has(id)));
    yield* listed([
      { label: words`Top of ${name}`, value: { parent: undefined, name: words`the top of "${name}"` } },
      ...possible.map((way): Choice<{ parent: string | undefined; name: string }> => {
        const collection = way.at(-1);
        return {
          label: collection?.title ?? '',
          description: way
            .map(({ title }) => title)
            .slice(0, -1)
            .join(' › '),
          value: { parent: collection?.id, name: words`"${collection?.title ?? ''}"` },
        };
      }),
    ]);
  });
}

/** A collection behind those that it lies in. */
function wayTo(collection: Collection, all: readonly Collection[]): Collection[] {
  const way = [collection];
  for (let at = collection.parent; at && way.length <= all.length;) {
    const parent = all.find(({ id }) => id === at);
    if (!parent) break;
    way.unshift(parent);
    at = parent.parent;
  }
  return way;
}

/** Where among those that are there already, where there are some and their order is known. */
async function pickPlace(
  one: Placed,
  all: readonly Placed[],
  { parent, name, title }: { parent: string | undefined; name: string; title: string },
): Promise<Destination> {
  const moved = new Set(all.map(({ id }) => id));
  const siblings = await siblingsOf({ ...one, parent }, never()).catch(error => {
    if (error instanceof Failure) return [];
    throw error;
  });
  const others = siblings.filter(({ id }) => !moved.has(id));
  const [first] = others;
  const last = others.at(-1);
  if (!first || !last) return { parent, words: name };
  const choices: Choice<Destination['position']>[] = [
    { label: 'Last', description: words`after "${last.title}"`, value: { after: pointerTo(last) } },
    { label: 'First', description: words`before "${first.title}"`, value: { before: pointerTo(first) } },
    ...others.slice(0, -1).map(other => ({ label: words`After "${other.title}"`, value: { after: pointerTo(other) } })),
  ];
  const position = await pick({ title, placeHolder: words`Where in ${name}?`, empty: '' }, choices);
  return { parent, position, words: name };
}
