import { t } from '@vscode/l10n';
import { formatList } from '../../api/lists.ts';
import { words } from '../../api/words.ts';
import type { Connection } from '../session/connection.ts';
import type { ChangeRequest, ChangeRequestPlace } from './changeRequests.ts';
import type { Cause, Conflict } from './conflicts.ts';
import { type Content, versionOf } from './content.ts';
import type { PageLayout } from './layout.ts';
import type { Place } from './snapshot.ts';

/** A conflict that is not resolved, and the pages that hold it as far as that is known. */
export interface UnresolvedConflict {
  cause: Cause;
  pages: { id: string; title: string }[];
  /** Whether some of the pages may hold no conflict. */
  isUncertain?: boolean;
}

/** The conflict of a change request, unless it turns out to be resolved. Nothing is asked where none is remembered. */
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
    // An update may have made another one meanwhile.
    if (conflicts.of(place)?.revision !== conflict.revision) return findUnresolvedConflict(content, place);
    await conflicts.resolve(place);
    return undefined;
  } catch {
    // A conflict counts as unresolved while its pages cannot be read.
    return { cause, pages: [] };
  }
}

/** The change requests of a connection that have a conflict, as far as is known here. */
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

/** Whether a change request shows by itself that its conflict is resolved. */
export function isConflictResolved(
  { cause, revision, pages }: Conflict,
  { status, revision: head }: ChangeRequest,
): boolean {
  // A sandbox that was started anew may have another change request under the same number.
  if (cause === 'merge') return ['open', 'draft', 'archived'].includes(status);
  return status === 'merged' || (Object.keys(pages).length === 0 && head !== revision);
}

/** The pages that still hold what the conflict made of them. */
function unresolvedPageIds({ pages }: Conflict, { byId }: PageLayout): string[] {
  return Object.keys(pages).filter(id => byId.get(id)?.page.documentId === pages[id]);
}

/** Undefined where it is not known which pages hold the conflict. */
async function unresolvedPages(content: Content, place: ChangeRequestPlace, conflict: Conflict) {
  if (Object.keys(conflict.pages).length === 0) return undefined;
  const layout = await (await content.snapshot(versionWithConflict(place, conflict.cause))).pages();
  return unresolvedPageIds(conflict, layout).map(id => ({
    id,
    title: layout.byId.get(id)?.page.title || t('Untitled'),
  }));
}

/** The pages that a merge or an update made of both versions, as far as they are known. */
export async function conflictedPages(
  content: Content,
  place: ChangeRequestPlace,
  cause: Cause,
): Promise<UnresolvedConflict['pages']> {
  const conflict = content.conflicts.of(place);
  if (conflict?.cause !== cause || conflict.isUncertain) return [];
  try {
    return (await unresolvedPages(content, place, conflict)) ?? [];
  } catch {
    // No page is named of a version that cannot be read.
    return [];
  }
}

/** Reads both sides of a merge: the pages of the change request, and those of the main content if the server shows them. */
export async function mergeSides(content: Content, place: ChangeRequestPlace): Promise<PageLayout[]> {
  const versions = [versionOf(place), versionWithConflict(place, 'merge')];
  const read = await Promise.allSettled(versions.map(async one => (await content.snapshot(one)).pages()));
  const [changeRequestPages, main] = read.map(one => (one.status === 'fulfilled' ? one.value : undefined));
  return changeRequestPages ? [changeRequestPages, ...(main ? [main] : [])] : [];
}

/** The outcome of an update or a merge, and the pages before it. */
export interface MergeOutcome {
  cause: Cause;
  sides: PageLayout[];
  /** The revision that it made, which some servers leave out. */
  revision?: string | undefined;
  /** Undefined where the answer was lost: then it may be one where both sides had changed the same page. */
  isConflict?: boolean | undefined;
}

/** Remembers what came of an update or a merge, and tells whether it conflicted; undefined where nobody knows. */
export async function recordOutcome(content: Content, place: ChangeRequestPlace, outcome: MergeOutcome) {
  const isConflict = outcome.isConflict ?? (await mayConflict(content, place, outcome));
  if (isConflict === undefined) return undefined;
  await keep(content, place, { ...outcome, isConflict });
  return isConflict ? 'conflicted' : 'not conflicted';
}

/** Whether there are pages that were made of both sides; undefined where one of them cannot be read. */
async function mayConflict(content: Content, place: ChangeRequestPlace, { cause, sides }: MergeOutcome) {
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

/** The pages of a version of which both sides had other documents; of one side alone, all that came from the other, too. */
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
    // Then it is remembered without the pages.
    return undefined;
  }
}

/** The version whose pages hold what an update or a merge made of both sides. */
export function versionWithConflict(place: ChangeRequestPlace, cause: Cause): Place {
  return cause === 'update' ? versionOf(place) : { ...versionOf(place), version: { kind: 'main' } };
}

/** Says in a sentence what stands where, and why. */
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

/** Names a few pages by their titles, and says how many more there are. */
export function listTitles(pages: readonly { title: string }[]): string {
  const names = pages.slice(0, 5).map(({ title }) => words`"${title}"`);
  if (pages.length > names.length) names.push(t`${pages.length - names.length} more`);
  return formatList(names);
}
