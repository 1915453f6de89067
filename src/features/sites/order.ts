import { failedAs } from '../../api/errors.ts';
import { attempt, Failure, Remark } from '../../api/failure.ts';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import type { Noun } from '../../model/resources/nouns.ts';
import type { Connection } from '../../model/session/connection.ts';
import { withWrite } from '../../ui/progress.ts';
import { type Choice, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { type Found, findItem } from '../items.ts';

/** A section or group, as it stands in the navigation of its site. */
interface Entry {
  type: 'site-section' | 'site-section-group';
  id: string;
  title: string;
  /** The group that a section stands in. */
  group?: Entry | undefined;
}

/** Beside which other entry one is put. */
interface Place {
  side: 'before' | 'after';
  beside: Entry;
}

interface Navigation {
  entries: Entry[];
  /** Whether it is told how sections and groups stand among each other. */
  isWhole: boolean;
}

/** Puts a section or group before the one above it, of those that it is seen beside. */
export async function moveUp(app: App, target: unknown): Promise<void> {
  const { found, entry, beside } = await standing(app, target, 'Move Up');
  const other = beside[beside.indexOf(entry) - 1];
  if (!other) throw new Remark(words`"${entry.title}" is the first already.`);
  await move(found, entry, { side: 'before', beside: other });
}

/** Puts a section or group behind the one below it. */
export async function moveDown(app: App, target: unknown): Promise<void> {
  const { found, entry, beside } = await standing(app, target, 'Move Down');
  const other = beside[beside.indexOf(entry) + 1];
  if (!other) throw new Remark(words`"${entry.title}" is the last already.`);
  await move(found, entry, { side: 'after', beside: other });
}

/** Puts a section or group where the user picks it to stand, also in another group. */
export async function moveTo(app: App, target: unknown): Promise<void> {
  const { found, entry, navigation } = await standing(app, target, 'Move to');
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

/** Behind an entry, and before it where it is the first of those that it stands beside. */
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

export function hasPlace({ kind }: Noun): boolean {
  return kind === 'siteSection' || kind === 'siteSectionGroup';
}

/** All sections and groups of a site, in their order; the sections of a group behind it. */
async function navigationOf({ connection: { api }, item }: Found): Promise<Navigation> {
  const { organizationId = '', siteId = '' } = item.parameters;
  const input = { organizationId, siteId };
  const site = '/orgs/{organizationId}/sites/{siteId}';
  try {
    const { type, structure } = await api.optional(`GET ${site}/structure`, input, { isFresh: true });
    const given = type === 'sections' ? (structure as readonly Given[]) : [];
    return { entries: given.flatMap(one => entriesOf(one)), isWhole: true };
  } catch (error) {
    if (!failedAs(error, 'notOffered')) throw error;
  }
  const [sections, groups] = await Promise.all([
    api.all(`GET ${site}/sections`, input, { isFresh: true }),
    api.all(`GET ${site}/section-groups`, input, { isFresh: true }),
  ]);
  const alone = sections.filter(({ sectionGroup }) => !sectionGroup);
  return { entries: [...alone, ...groups].flatMap(one => entriesOf(one)), isWhole: false };
}

/** What the service gives for a section or group. */
interface Given {
  object: string;
  id: string;
  title: string;
  sections?: readonly Given[] | null | undefined;
}

function entriesOf({ object, id, title, sections }: Given, group?: Entry): Entry[] {
  // Newer servers have other things there too, such as links, which have no operation to move them.
  if (object !== 'site-section' && object !== 'site-section-group') return [];
  const entry: Entry = { type: object, id, title, group };
  return [entry, ...(sections ?? []).flatMap(section => entriesOf(section, entry))];
}

async function move(found: Found, entry: Entry, place: Place): Promise<void> {
  const { side, beside } = place;
  await withWrite(
    words`Moving "${entry.title}"`,
    signal => attempt(words`move "${entry.title}"`, () => send(found, entry, place, signal)),
    async () => {
      const { entries } = await navigationOf(found);
      const among = entries.filter(({ group }) => group?.id === beside.group?.id);
      const [first, second] = side === 'before' ? [entry, beside] : [beside, entry];
      const index = among.findIndex(({ id }) => id === first.id);
      const isThere = index >= 0 && among[index + 1]?.id === second.id;
      return isThere ? 'It is moved.' : 'It is not moved.';
    },
  );
  say.status(words`"${entry.title}" stands ${side === 'before' ? 'before' : 'behind'} "${beside.title}" now`);
}

/** Newer servers sort the whole navigation in one way; others move sections beside sections, and groups beside both. */
async function send(found: Found, entry: Entry, { side, beside }: Place, signal: AbortSignal): Promise<unknown> {
  const { connection, item } = found;
  const { organizationId = '', siteId = '' } = item.parameters;
  const input = { organizationId, siteId };
  const pointer = ({ type, id }: Entry) => ({ type, id });
  const position = { [side]: pointer(beside) };
  try {
    const route = 'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort';
    return await connection.api.optional(route, { ...input, body: { item: pointer(entry), position } }, { signal });
  } catch (error) {
    if (!failedAs(error, 'notOffered')) throw error;
  }
  return entry.type === 'site-section'
    ? sendSection(connection, { ...input, siteSectionId: entry.id }, { side, beside }, signal)
    : connection.api.request(
        'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
        { ...input, siteSectionGroupId: entry.id, body: { position } },
        { signal },
      );
}

function sendSection(
  { api }: Connection,
  input: { organizationId: string; siteId: string; siteSectionId: string },
  { side, beside }: Place,
  signal: AbortSignal,
): Promise<unknown> {
  const position = { [side]: { type: 'site-section' as const, siteSection: beside.id } };
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move';
  return api.request(route, { ...input, body: { position } }, { signal });
}
