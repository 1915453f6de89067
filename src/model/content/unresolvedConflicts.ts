import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import { tEscaped } from '../../api/escape.ts';
import type { Connection } from '../session/connection.ts';
import type { ChangeRequest, ChangeRequestPlace } from './changeRequests.ts';
import type { Conflict, ConflictCause } from './conflicts.ts';
import { type Content, versionOf } from './content.ts';
import type { PageLayout } from './layout.ts';
import type { Place } from './snapshot.ts';

/** An unresolved conflict and the pages that contain it, if they are known. */
export interface UnresolvedConflict {
  cause: ConflictCause;
  pages: { id: string; title: string }[];
  /** True if some of the pages may have no conflict. */
  isUncertain?: boolean;
}

/** Returns the conflict of a change request, unless it is resolved. Sends no request if no conflict is stored. */
export async function findUnresolvedConflict(
  content: Content,
  place: ChangeRequestPlace,
): Promise<UnresolvedConflict | undefined> {
  const { conflicts, changeRequests } = content;
  const conflict = conflicts.of(place);
  if (!conflict) return undefined;
  const { cause } = conflict;
  try {
    const pages = await unresolvedPages(content, place, conflict);
    const isSettled = pages?.length === 0 || isConflictResolved(conflict, await changeRequests.get(place));
    if (!isSettled) return { cause, pages: pages ?? [], ...(conflict.isUncertain && { isUncertain: true }) };
    // Another update may have conflicted during the check.
    if (conflicts.of(place)?.revision !== conflict.revision) return findUnresolvedConflict(content, place);
    await conflicts.resolve(place);
    return undefined;
  } catch {
    // The conflict counts as unresolved if its pages cannot be read.
    return { cause, pages: [] };
  }
}

/** Returns the change requests of a connection for which a conflict is stored. */
export function conflictsOf({ conflicts }: Content, connection: Connection): ChangeRequestPlace[] {
  return conflicts.paths(connection).flatMap(path => {
    const [, space = '', number] = /^spaces\/([^/]+)\/change-requests\/(\d+)$/.exec(path) ?? [];
    const place = { connection, space: decodeURIComponent(space), number: Number(number) };
    return conflicts.of(place) ? [place] : [];
  });
}

/** Returns the change requests whose merge into the main content of a space conflicted. */
export function conflictsInMain(content: Content, connection: Connection, space: string): ChangeRequestPlace[] {
  return conflictsOf(content, connection).filter(
    place => place.space === space && content.conflicts.of(place)?.cause === 'merge',
  );
}

/** Returns whether the state of a change request proves that its conflict is resolved. */
export function isConflictResolved(
  { cause, revision, pages }: Conflict,
  { status, revision: head }: ChangeRequest,
): boolean {
  // A restarted sandbox may have another change request under the same number.
  if (cause === 'merge') return ['open', 'draft', 'archived'].includes(status);
  return status === 'merged' || (Object.keys(pages).length === 0 && head !== revision);
}

/** Returns the IDs of the pages whose documents are still those that the conflict created. */
function unresolvedPageIds({ pages }: Conflict, { byId }: PageLayout): string[] {
  return Object.keys(pages).filter(id => byId.get(id)?.page.documentId === pages[id]);
}

/** Returns undefined if it is unknown which pages contain the conflict. */
async function unresolvedPages(content: Content, place: ChangeRequestPlace, conflict: Conflict) {
  if (Object.keys(conflict.pages).length === 0) return undefined;
  const layout = await (await content.snapshot(versionWithConflict(place, conflict.cause))).pages();
  return unresolvedPageIds(conflict, layout).map(id => ({
    id,
    title: layout.byId.get(id)?.page.title || t('Untitled'),
  }));
}

/** Returns the pages that a merge or an update combined from both versions; none if they are unknown. */
export async function conflictedPages(
  content: Content,
  place: ChangeRequestPlace,
  cause: ConflictCause,
): Promise<UnresolvedConflict['pages']> {
  const conflict = content.conflicts.of(place);
  if (conflict?.cause !== cause || conflict.isUncertain) return [];
  try {
    return (await unresolvedPages(content, place, conflict)) ?? [];
  } catch {
    // Pages of a version that cannot be read are not named.
    return [];
  }
}

/** Reads both sides of a merge: the pages of the change request, and those of the main content if the server shows them. */
export async function mergeSides(content: Content, place: ChangeRequestPlace): Promise<PageLayout[]> {
  const versions = [versionOf(place), versionWithConflict(place, 'merge')];
  const read = await Promise.allSettled(versions.map(async version => (await content.snapshot(version)).pages()));
  const [changeRequestPages, main] = read.map(one => (one.status === 'fulfilled' ? one.value : undefined));
  return changeRequestPages ? [changeRequestPages, ...(main ? [main] : [])] : [];
}

/** The outcome of an update or a merge, and the pages of both sides before it. */
export interface MergeOutcome {
  cause: ConflictCause;
  sides: PageLayout[];
  /** The revision that the operation created; some servers leave it out. */
  revision?: string | undefined;
  /** Undefined if the reply was lost. The outcome may then be a conflict. */
  isConflict?: boolean | undefined;
}

/** Stores the outcome of an update or a merge. Returns whether it conflicted; undefined if that is unknown. */
export async function recordOutcome(content: Content, place: ChangeRequestPlace, outcome: MergeOutcome) {
  const isConflict = outcome.isConflict ?? (await canConflict(content, place, outcome));
  if (isConflict === undefined) return undefined;
  await keep(content, place, { ...outcome, isConflict });
  return isConflict ? 'conflicted' : 'not conflicted';
}

/** Returns whether any page was combined from both sides; undefined if a side cannot be read. */
async function canConflict(content: Content, place: ChangeRequestPlace, { cause, sides }: MergeOutcome) {
  const made = sides.length === 2 ? await pagesAfter(content, versionWithConflict(place, cause)) : undefined;
  return made && Object.keys(pagesOfBothSides(made, sides)).length > 0;
}

async function keep(content: Content, place: ChangeRequestPlace, outcome: MergeOutcome): Promise<void> {
  const { cause, sides, isConflict } = outcome;
  const { conflicts } = content;
  const before = conflicts.of(place);
  if (!isConflict && (!before || cause === 'merge')) return conflicts.resolve(place);
  const [changeRequestPages] = sides;
  const made = changeRequestPages && (await pagesAfter(content, versionWithConflict(place, cause)));
  // A further update gives the pages other documents, but resolves no earlier conflict.
  const still = before && changeRequestPages && cause === 'update' ? unresolvedPageIds(before, changeRequestPages) : [];
  const isLeft = isConflict || still.length > 0 || Object.keys(before?.pages ?? {}).length === 0;
  if (!isLeft) return conflicts.resolve(place);
  const pages = made && isConflict ? pagesOfBothSides(made, sides) : {};
  for (const id of still) {
    const document = made?.byId.get(id)?.page.documentId;
    if (document) pages[id] = document;
  }
  const revision = outcome.revision ?? (await content.changeRequests.get(place)).revision;
  const isUncertain = sides.length < 2 || (still.length > 0 && before?.isUncertain === true);
  await conflicts.store(place, { cause, revision, pages, isUncertain });
}

/**
 * Returns the pages whose document differs from that of each side. If only one side is known, pages of the other side
 * are included.
 */
function pagesOfBothSides(made: PageLayout, sides: readonly PageLayout[]): Record<string, string> {
  const pages: Record<string, string> = {};
  for (const [id, { page }] of made.byId) {
    const were = sides.map(({ byId }) => byId.get(id)?.page.documentId);
    const { documentId } = page;
    if (documentId && were.every(were => were !== undefined && were !== documentId)) pages[id] = documentId;
  }
  return pages;
}

async function pagesAfter(content: Content, version: Place): Promise<PageLayout | undefined> {
  try {
    return await (await content.snapshot(version)).pages();
  } catch {
    // The conflict is stored without its pages then.
    return undefined;
  }
}

/** Returns the version whose pages contain the result of an update or a merge. */
export function versionWithConflict(place: ChangeRequestPlace, cause: ConflictCause): Place {
  return cause === 'update' ? versionOf(place) : { ...versionOf(place), version: { kind: 'main' } };
}

/** Describes a conflict and its cause in a sentence. */
export function describeConflict({ cause, pages, isUncertain }: UnresolvedConflict): string {
  const titles = pages.length > 0 && !isUncertain ? listTitles(pages) : undefined;
  if (cause === 'update') {
    return titles === undefined
      ? t(
          'Its update from the main content left conflicts that are not resolved: its pages have both versions of some words.',
        )
      : t`Its update from the main content left conflicts that are not resolved: its pages have both versions of some words, in ${titles}.`;
  }
  return titles === undefined
    ? t('Merging it left conflicts that are not resolved: pages of the main content have both versions of some words.')
    : t`Merging it left conflicts that are not resolved: pages of the main content have both versions of some words, in ${titles}.`;
}

/** Names up to five pages and how many more there are. */
export function listTitles(pages: readonly { title: string }[]): string {
  const names = pages.slice(0, 5).map(({ title }) => tEscaped`"${title}"`);
  if (pages.length > names.length) names.push(t`${pages.length - names.length} more`);
  return formatList(names);
}
