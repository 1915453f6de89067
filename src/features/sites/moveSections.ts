import { t } from '@vscode/l10n';
import { attempt, Failure, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { runWriteWithProgress } from '../../ui/progress.ts';
import { type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type ResourceTarget, findItem } from '../picking/items.ts';
import {
  type NavigationEntry,
  isNavigationEntry,
  type Navigation,
  navigationOf,
  type EntryPosition,
  moveEntry,
  checkEntryMoved,
  describeMoved,
} from '../moving/siteNavigation.ts';

/** Moves a section or group before its previous sibling. */
export async function moveSectionUp(app: App, target: unknown): Promise<void> {
  const { resource, entry, beside } = await findPosition(app, target, t('Move Up'));
  const other = beside[beside.indexOf(entry) - 1];
  if (!other) throw new Notice(tEscaped`"${entry.title}" is the first already.`);
  await move(resource, entry, { side: 'before', beside: other });
}

/** Moves a section or group after its next sibling. */
export async function moveSectionDown(app: App, target: unknown): Promise<void> {
  const { resource, entry, beside } = await findPosition(app, target, t('Move Down'));
  const other = beside[beside.indexOf(entry) + 1];
  if (!other) throw new Notice(tEscaped`"${entry.title}" is the last already.`);
  await move(resource, entry, { side: 'after', beside: other });
}

/** Moves a section or group to a position that the user picks, also in another group. */
export async function moveSectionsTo(app: App, target: unknown): Promise<void> {
  const { resource, entry, navigation } = await findPosition(app, target, t('Move on Site'));
  const others = navigation.entries.filter(other => other !== entry && canBeBeside(entry, other, navigation));
  const prompt = {
    title: tEscaped`Move "${entry.title}"`,
    placeHolder: t('Where on the site does it stand?'),
    empty: t('There is nothing that it could stand beside.'),
  };
  await move(resource, entry, await pick(prompt, others.flatMap(placesBeside)));
}

function canBeBeside(entry: NavigationEntry, other: NavigationEntry, { isComplete }: Navigation): boolean {
  if (entry.type === 'site-section-group') return !other.group;
  return isComplete || other.type === 'site-section';
}

/** Returns the position after an entry, and for the first of its siblings also the position before it. */
function placesBeside(
  beside: NavigationEntry,
  index: number,
  all: readonly NavigationEntry[],
): Choice<EntryPosition>[] {
  const isFirst = all.findIndex(({ group }) => group === beside.group) === index;
  const sides = isFirst ? (['before', 'after'] as const) : (['after'] as const);
  return sides.map(side => ({
    label: side === 'before' ? tEscaped`Before "${beside.title}"` : tEscaped`After "${beside.title}"`,
    description: beside.group ? tEscaped`in the group "${beside.group.title}"` : kindOf(beside),
    value: { side, beside },
  }));
}

function kindOf({ type }: NavigationEntry): string {
  return type === 'site-section' ? t('section') : t('section group');
}

/** Finds the section or group to move, its navigation entry, and its siblings. */
async function findPosition(app: App, target: unknown, title: string) {
  const resource = await findItem(app, target, title, isNavigationEntry);
  const navigation = await navigationOf(resource);
  const { siteSectionId, siteSectionGroupId } = resource.item.parameters;
  const entry = navigation.entries.find(({ id }) => id === (siteSectionId ?? siteSectionGroupId));
  if (!entry) throw new Failure(t('It is not on the site any more. Refresh to see what is.'));
  const beside = navigation.entries.filter(({ type, group }) => type === entry.type && group === entry.group);
  return { resource, navigation, entry, beside };
}

async function move(resource: ResourceTarget, entry: NavigationEntry, place: EntryPosition): Promise<void> {
  await runWriteWithProgress(
    tEscaped`Moving "${entry.title}"`,
    signal => attempt(tEscaped`move "${entry.title}"`, () => moveEntry(resource, entry, place, signal)),
    () => checkEntryMoved(resource, entry, place),
  );
  say.status(describeMoved(entry, place));
}
