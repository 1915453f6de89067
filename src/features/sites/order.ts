import { attempt, Failure, Remark } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { withWrite } from '../../ui/progress.ts';
import { type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type Found, findItem } from '../picking/items.ts';
import {
  type Entry,
  hasPlace,
  type Navigation,
  navigationOf,
  type Place,
  put,
  whereNow,
} from '../moving/siteNavigation.ts';

/** Puts a section or group before the one above it, of those that it is seen beside. */
export async function moveUp(app: App, target: unknown): Promise<void> {
  const { found, entry, beside } = await standing(app, target, 'Move Up');
  const other = beside[beside.indexOf(entry) - 1];
  if (!other) throw new Remark(words`"${entry.title}" is the first already.`);
  await move(found, entry, { side: 'before', beside: other });
}

/** Puts a section or group after the one below it. */
export async function moveDown(app: App, target: unknown): Promise<void> {
  const { found, entry, beside } = await standing(app, target, 'Move Down');
  const other = beside[beside.indexOf(entry) + 1];
  if (!other) throw new Remark(words`"${entry.title}" is the last already.`);
  await move(found, entry, { side: 'after', beside: other });
}

/** Puts a section or group where the user picks it to stand, also in another group. */
export async function moveTo(app: App, target: unknown): Promise<void> {
  const { found, entry, navigation } = await standing(app, target, 'Move on Site');
  const others = navigation.entries.filter(other => other !== entry && mayStandBeside(entry, other, navigation));
  const prompt = {
    title: words`Move "${entry.title}"`,
    placeHolder: 'Where on the site does it stand?',
    empty: 'There is nothing that it could stand beside.',
  };
  await move(found, entry, await pick(prompt, others.flatMap(placesBeside)));
}

function mayStandBeside(entry: Entry, other: Entry, { isWhole }: Navigation): boolean {
  if (entry.type === 'site-section-group') return !other.group;
  return isWhole || other.type === 'site-section';
}

/** After an entry, and before it where it is the first of those that it stands beside. */
function placesBeside(beside: Entry, index: number, all: readonly Entry[]): Choice<Place>[] {
  const isFirst = all.findIndex(({ group }) => group === beside.group) === index;
  const sides = isFirst ? (['before', 'after'] as const) : (['after'] as const);
  return sides.map(side => ({
    label: words`${side === 'before' ? 'Before' : 'After'} "${beside.title}"`,
    description: beside.group ? words`in the group "${beside.group.title}"` : kindOf(beside),
    value: { side, beside },
  }));
}

function kindOf({ type }: Entry): string {
  return type === 'site-section' ? 'section' : 'section group';
}

/** What is to be moved, where it stands, and what is seen beside it. */
async function standing(app: App, target: unknown, title: string) {
  const found = await findItem(app, target, title, hasPlace);
  const navigation = await navigationOf(found);
  const { siteSectionId, siteSectionGroupId } = found.item.parameters;
  const entry = navigation.entries.find(({ id }) => id === (siteSectionId ?? siteSectionGroupId));
  if (!entry) throw new Failure('It is not on the site any more. Refresh to see what is.');
  const beside = navigation.entries.filter(({ type, group }) => type === entry.type && group === entry.group);
  return { found, navigation, entry, beside };
}

async function move(found: Found, entry: Entry, place: Place): Promise<void> {
  const { side, beside } = place;
  await withWrite(
    words`Moving "${entry.title}"`,
    signal => attempt(words`move "${entry.title}"`, () => put(found, entry, place, signal)),
    () => whereNow(found, entry, place),
  );
  say.status(words`"${entry.title}" stands ${side} "${beside.title}" now`);
}
