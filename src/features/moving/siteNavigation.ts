import { t } from '@vscode/l10n';
import { isApiError, isUnavailable } from '../../api/errors.ts';
import { Failure } from '../../api/failure.ts';
import { normalizeResource } from '../../api/normalize.ts';
import { tEscaped } from '../../api/escape.ts';
import { type ResourceDefinition, resourceDefinitionOf } from '../../model/resources/resourceDefinitions.ts';
import { requestRoute, readResource } from '../../model/resources/readResources.ts';
import type { Connection } from '../../model/session/connection.ts';
import { WriteNotDone, type WriteOutcome } from '../../ui/progress.ts';
import type { ResourceTarget } from '../picking/items.ts';

/** A section or group in the navigation of a site. */
export interface NavigationEntry {
  type: 'site-section' | 'site-section-group';
  id: string;
  title: string;
  /** The group that contains a section. */
  group?: NavigationEntry | undefined;
}

/** A position beside another entry. */
export interface EntryPosition {
  side: 'before' | 'after';
  beside: NavigationEntry;
}

/** The last position in a group. */
export interface InsideGroup {
  side: 'in';
  beside: NavigationEntry;
}

export interface Navigation {
  entries: NavigationEntry[];
  /** True if the order of sections and groups among each other is known. */
  isComplete: boolean;
}

export function isNavigationEntry({ kind }: ResourceDefinition): boolean {
  return kind === 'siteSection' || kind === 'siteSectionGroup';
}

/** Returns the sections and groups of a site in their order. The sections of a group follow the group. */
export async function navigationOf({ connection: { api }, item }: ResourceTarget): Promise<Navigation> {
  const { organizationId = '', siteId = '' } = item.parameters;
  const input = { organizationId, siteId };
  const site = '/orgs/{organizationId}/sites/{siteId}';
  try {
    const { type, structure } = await api.optional(`GET ${site}/structure`, input, { isFresh: true });
    const items: unknown = type === 'sections' ? structure : [];
    return {
      entries: (Array.isArray(items) ? items : []).flatMap((one: NavigationItem) => entriesOf(one)),
      isComplete: true,
    };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
  const [sections, groups] = await Promise.all([
    api.listAll(`GET ${site}/sections`, input, { isFresh: true }),
    api.listAll(`GET ${site}/section-groups`, input, { isFresh: true }),
  ]);
  const ungrouped = sections.filter(({ sectionGroup }) => !sectionGroup);
  return { entries: [...ungrouped, ...groups].flatMap(one => entriesOf(one)), isComplete: false };
}

/** A section or group as the service sends it. */
interface NavigationItem {
  object: string;
  id: string;
  title: string;
  sections?: unknown;
}

function entriesOf(item: NavigationItem, group?: NavigationEntry): NavigationEntry[] {
  const { object, id, title, sections } = normalizeResource(item);
  // Newer servers have other things there too, such as links, which have no operation to move them.
  if (object !== 'site-section' && object !== 'site-section-group') return [];
  const entry: NavigationEntry = { type: object, id, title, group };
  const children = Array.isArray(sections) ? (sections as readonly NavigationItem[]) : [];
  return [entry, ...children.flatMap(section => entriesOf(section, entry))];
}

/** Looks up whether a section or group is at its new position. */
export async function checkEntryMoved(
  target: ResourceTarget,
  entry: NavigationEntry,
  { side, beside }: EntryPosition | InsideGroup,
): Promise<WriteOutcome> {
  const { entries, isComplete } = await navigationOf(target);
  if (!isComplete && side !== 'in' && entry.type !== beside.type)
    throw new Failure(t('This server does not tell how sections and groups stand among each other.'));
  const parent = side === 'in' ? beside : beside.group;
  const siblings = entries.filter(({ group }) => group?.id === parent?.id);
  const [first, second] = side === 'before' ? [entry, beside] : [beside, entry];
  const index = siblings.findIndex(({ id }) => id === first.id);
  const isThere =
    side === 'in' ? siblings.some(({ id }) => id === entry.id) : index >= 0 && siblings[index + 1]?.id === second.id;
  return isThere ? t('It is moved.') : new WriteNotDone(t('It is not moved.'));
}

/** Describes where a section or group is after a move. */
export function describeMoved({ title }: NavigationEntry, { side, beside }: EntryPosition | InsideGroup): string {
  if (side === 'in') return tEscaped`"${title}" is in "${beside.title}" now`;
  if (side === 'before') return tEscaped`"${title}" stands before "${beside.title}" now`;
  return tEscaped`"${title}" stands after "${beside.title}" now`;
}

/**
 * Moves a section or group. Newer servers sort the whole navigation with one operation; older ones move sections only
 * beside sections.
 */
export async function moveEntry(
  { connection, item }: ResourceTarget,
  entry: NavigationEntry,
  { side, beside }: EntryPosition | InsideGroup,
  signal: AbortSignal,
): Promise<unknown> {
  const { organizationId = '', siteId = '' } = item.parameters;
  const input = { organizationId, siteId };
  if (side === 'in') {
    const group = {
      definition: resourceDefinitionOf('siteSectionGroup'),
      parameters: { ...input, siteSectionGroupId: beside.id },
    };
    return addSection({ connection, item: group }, entry.id, signal);
  }
  const pointer = ({ type, id }: NavigationEntry) => ({ type, id });
  const position = { [side]: pointer(beside) };
  try {
    const route = 'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort';
    return await connection.api.optional(route, { ...input, body: { item: pointer(entry), position } }, { signal });
  } catch (error) {
    if (!isApiError(error, 'notOffered')) throw error;
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
  { side, beside }: EntryPosition,
  signal: AbortSignal,
): Promise<unknown> {
  const position = { [side]: { type: 'site-section' as const, siteSection: beside.id } };
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move';
  return api.request(route, { ...input, body: { position } }, { signal });
}

/** Appends a section to a group. */
export function addSection(group: ResourceTarget, sectionId: string, signal: AbortSignal): Promise<unknown> {
  const route = 'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections';
  return explainIfUnsupported(group, () =>
    requestRoute(group.connection, route, group.item.parameters, { sectionId }, { signal }),
  );
}

/**
 * Explains a failure on newer servers, which manage the sections of groups with an operation that the contract does not
 * have.
 */
export async function explainIfUnsupported<T>(group: ResourceTarget, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isApiError(error, 'notFound', 'notOffered')) throw error;
    // Throws if the group itself does not exist.
    await readResource(group.connection, group.item, { isFresh: true });
    const sentence = t(
      'This server does not offer to put sections into groups, or to take them out of one, in this way. ' +
        "Do it in the service's own app.",
    );
    throw new Failure(sentence, { cause: error });
  }
}
