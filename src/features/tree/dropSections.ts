import { t } from '@vscode/l10n';
import { attempt, Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import * as say from '../../ui/say.ts';
import { type DoneSentences, runForEach } from '../../ui/runForEach.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import type { ItemResource } from '../resources/node.ts';
import {
  type NavigationEntry,
  isNavigationEntry,
  type InsideGroup,
  type Navigation,
  navigationOf,
  type EntryPosition,
  moveEntry,
  checkEntryMoved,
  describeMoved,
} from '../moving/siteNavigation.ts';

/** Returns the section or section group of a row; undefined for any other row. */
export function navigationEntryOfRow(row: Node): ItemResource | undefined {
  const resource = resourceOf<ItemResource>(row, 'item');
  return resource && isNavigationEntry(resource.item.definition) ? resource : undefined;
}

/** Moves dropped sections and groups after the target, or sections into a target group. */
export async function dropSections(target: Node, rows: readonly Node[]): Promise<void> {
  const onto = navigationEntryOfRow(target);
  if (!onto) throw new Failure(t('Drop it on a section or section group of its site.'));
  const parts = rows.flatMap(row => navigationEntryOfRow(row) ?? []);
  if (parts.some(part => part.connection !== onto.connection || siteOf(part) !== siteOf(onto))) {
    throw new Failure(t('Sections and section groups stay on their site. Create a section on the other site instead.'));
  }
  if (rows.some(({ contextValue }) => contextValue.includes('noEdit'))) {
    throw new Failure(t('You may not change the sections of this site. Nothing was moved.'));
  }
  const ids = new Set(parts.map(idOf).filter(id => id !== idOf(onto)));
  if (ids.size === 0) return;
  const navigation = await navigationOf(onto);
  const beside = navigation.entries.find(({ id }) => id === idOf(onto));
  // A group moves together with its sections.
  const moved = navigation.entries.filter(({ id, group }) => ids.has(id) && !(group && ids.has(group.id)));
  if (!beside || moved.length === 0) throw new Failure(t('It is not on the site any more. Refresh to see what is.'));
  const place = placeOf(moved, beside, navigation);
  if (!isAlreadyThere(moved, place, navigation)) await move(onto, moved, { place, navigation });
}

function placeOf(
  moved: readonly NavigationEntry[],
  beside: NavigationEntry,
  { entries }: Navigation,
): EntryPosition | InsideGroup {
  const isGroup = ({ type }: NavigationEntry) => type === 'site-section-group';
  const areGroups = moved.some(isGroup);
  if (areGroups && beside.group) {
    throw new Failure(
      t('A section group cannot be put into another one. Drop it on a group, or on a section outside.'),
    );
  }
  if (!isGroup(beside) || moved.every(isGroup)) return { side: 'after', beside };
  if (areGroups)
    throw new Failure(t('Sections come into a group, and groups after it. Drop them one after the other.'));
  const others = entries.filter(entry => entry.group === beside && !moved.includes(entry));
  const [first] = others;
  const last = others.at(-1);
  if (!first || !last) return { side: 'in', beside };
  // As for collections, entries that are dropped on their own parent move to its first position.
  const areInside = moved.every(({ group }) => group === beside);
  return areInside ? { side: 'before', beside: first } : { side: 'after', beside: last };
}

/** Returns true if the move would change nothing. */
function isAlreadyThere(
  moved: readonly NavigationEntry[],
  { side, beside }: EntryPosition | InsideGroup,
  { entries, isComplete }: Navigation,
): boolean {
  if (side === 'in') return moved.every(({ group }) => group === beside);
  const siblings = entries.filter(({ type, group }) => group === beside.group && (isComplete || type === beside.type));
  const others = siblings.filter(sibling => !moved.includes(sibling));
  const at = others.indexOf(beside) + (side === 'after' ? 1 : 0);
  return others.toSpliced(at, 0, ...moved).every((one, index) => one === siblings[index]);
}

async function move(
  target: ItemResource,
  moved: readonly NavigationEntry[],
  { place, navigation: { isComplete } }: { place: EntryPosition | InsideGroup; navigation: Navigation },
): Promise<void> {
  // The last moved entry, one for each type if the order of the types among each other is unknown.
  const last = new Map<string, NavigationEntry>();
  const kindOf = ({ type }: NavigationEntry) => (isComplete ? '' : type);
  const parts = moved.map(entry => {
    const next = (): EntryPosition | InsideGroup => {
      const before = last.get(kindOf(entry));
      return before ? { side: 'after', beside: before } : place;
    };
    return {
      label: entry.title,
      run: async (signal: AbortSignal) => {
        const to = next();
        const isIn = to.side === 'in' && entry.group === to.beside;
        if (!isIn) await attempt(tEscaped`move "${entry.title}"`, () => moveEntry(target, entry, to, signal));
        last.set(kindOf(entry), { ...entry, group: to.side === 'in' ? to.beside : to.beside.group });
      },
      lookUp: () => checkEntryMoved(target, entry, next()),
    };
  });
  const [first] = moved;
  const one = moved.length === 1 ? first : undefined;
  const done: DoneSentences = {
    all: count => t`${count} moved.`,
    some: (count, total) => t`${count} of ${total} moved.`,
  };
  await runForEach(one ? tEscaped`Moving "${one.title}"` : t`Moving ${moved.length} sections and groups`, done, parts);
  if (one) say.status(describeMoved(one, place));
}

function siteOf({ item: { parameters } }: ItemResource): string | undefined {
  return parameters['siteId'];
}

function idOf({ item: { parameters } }: ItemResource): string {
  return parameters['siteSectionId'] ?? parameters['siteSectionGroupId'] ?? '';
}
