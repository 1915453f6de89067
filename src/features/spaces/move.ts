import { t } from '@vscode/l10n';
import { Failure, Notice } from '../../api/failure.ts';
import { singlePage } from '../../api/listings.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type Collection, collectionsOf } from '../../model/spaces.ts';
import { type Choice, pick, pickFrom } from '../../ui/prompts.ts';
import { type MoveDestination, moveTo, moveEach, fetchSiblings } from '../moving/move.ts';
import {
  requireAdministration,
  findContainerItems,
  containerItemsName,
  type ContainerItem,
  pointerTo,
} from '../moving/containerItems.ts';

const neverAborted = () => new AbortController().signal;

/** Moves the selected items by one position among their siblings. Selected neighbours move together. */
export async function moveBy(app: App, target: unknown, selected: unknown, step: -1 | 1): Promise<void> {
  const all = await findContainerItems(app, target, selected, step < 0 ? t('Move Up') : t('Move Down'));
  all.forEach(requireAdministration);
  const groups = Map.groupBy(all, ({ type, organization, parent }) => [type, organization, parent].join(' '));
  const plans = await Promise.all([...groups.values()].map(group => planOf(group, step)));
  const plan = plans.flat();
  if (plan.length === 0) throw new Notice(atEnd(all, step));
  const parts = plan.map(({ one, neighbour }) => ({
    one,
    step: () => ({ one, position: { [step < 0 ? 'before' : 'after']: pointerTo(neighbour) } }),
  }));
  await moveEach(app, tEscaped`Moving ${containerItemsName(all)}`, parts);
}

function atEnd(all: readonly ContainerItem[], step: -1 | 1): string {
  const name = containerItemsName(all);
  if (all.length === 1)
    return step < 0 ? tEscaped`${name} stands first already.` : tEscaped`${name} stands last already.`;
  return step < 0 ? tEscaped`${name} stand first already.` : tEscaped`${name} stand last already.`;
}

/** Returns the swaps of neighbours, in the order in which they are sent. */
async function planOf(
  group: readonly ContainerItem[],
  step: -1 | 1,
): Promise<{ one: ContainerItem; neighbour: ContainerItem }[]> {
  const [first] = group;
  if (!first) return [];
  const order = await fetchSiblings(first, neverAborted());
  const moved = new Set(group.map(({ id }) => id));
  const plan: { one: ContainerItem; neighbour: ContainerItem }[] = [];
  const inTurn = order.filter(({ id }) => moved.has(id));
  for (const one of step < 0 ? inTurn : inTurn.reverse()) {
    const at = order.indexOf(one);
    const neighbour = order[at + step];
    // The item before it could not move either.
    if (!neighbour || moved.has(neighbour.id)) continue;
    [order[at], order[at + step]] = [neighbour, one];
    plan.push({ one, neighbour });
  }
  return plan;
}

/** Moves the selected items to a collection or the top level, and to a position there, which the user picks. */
export async function moveToPicked(app: App, target: unknown, selected: unknown): Promise<void> {
  const all = await findContainerItems(app, target, selected, t('Move to...'));
  const [one] = all;
  if (!one) return;
  all.forEach(requireAdministration);
  if (all.some(({ organization }) => organization !== one.organization)) {
    throw new Failure(t('They belong to different organizations. Select those of one organization.'));
  }
  const title = tEscaped`Move ${containerItemsName(all)}`;
  const destination = await pickParent(one, all, title);
  await moveTo(app, all, await pickPlace(one, all, destination, title));
}

async function pickParent(
  { connection, organization: organizationId }: ContainerItem,
  all: readonly ContainerItem[],
  title: string,
): Promise<MoveDestination> {
  const prompt = { title, placeHolder: t('Into which collection?'), empty: t('There are no collections.') };
  return pickFrom(prompt, async function* (_, signal) {
    const collections = await collectionsOf(connection, organizationId, signal);
    const { title: name } = await connection.api.request('GET /orgs/{organizationId}', { organizationId }, { signal });
    const moved = new Set(all.map(({ id }) => id));
    const possible = collections
      .map(collection => pathTo(collection, collections))
      .filter(path => !path.some(({ id }) => moved.has(id)));
    yield* singlePage([
      { label: tEscaped`Top of ${name}`, value: { parent: undefined, place: { kind: 'top', title: name } } },
      ...possible.map((path): Choice<MoveDestination> => {
        const collection = path.at(-1);
        return {
          label: collection?.title ?? '',
          description: path
            .map(({ title }) => title)
            .slice(0, -1)
            .join(' › '),
          value: { parent: collection?.id, place: { kind: 'in', title: collection?.title ?? '' } },
        };
      }),
    ]);
  });
}

/** Returns the collections from the top level down to a collection. */
function pathTo(collection: Collection, all: readonly Collection[]): Collection[] {
  const path = [collection];
  for (let at = collection.parent; at && path.length <= all.length;) {
    const parent = all.find(({ id }) => id === at);
    if (!parent) break;
    path.unshift(parent);
    at = parent.parent;
  }
  return path;
}

/** Lets the user pick a position in a collection, if it has other items and their order is known. */
async function pickPlace(
  item: ContainerItem,
  all: readonly ContainerItem[],
  destination: MoveDestination,
  title: string,
): Promise<MoveDestination> {
  const moved = new Set(all.map(({ id }) => id));
  const { parent, place } = destination;
  const siblings = await fetchSiblings({ ...item, parent }, neverAborted()).catch(error => {
    if (error instanceof Failure) return [];
    throw error;
  });
  const others = siblings.filter(({ id }) => !moved.has(id));
  const [first] = others;
  const last = others.at(-1);
  if (!first || !last) return destination;
  const choices: Choice<MoveDestination['position']>[] = [
    { label: t('Last'), description: tEscaped`after "${last.title}"`, value: { after: pointerTo(last) } },
    { label: t('First'), description: tEscaped`before "${first.title}"`, value: { before: pointerTo(first) } },
    ...others
      .slice(0, -1)
      .map(other => ({ label: tEscaped`After "${other.title}"`, value: { after: pointerTo(other) } })),
  ];
  const placeHolder =
    place.kind === 'top' ? tEscaped`Where in the top of "${place.title}"?` : tEscaped`Where in "${place.title}"?`;
  return { ...destination, position: await pick({ title, placeHolder, empty: '' }, choices) };
}
