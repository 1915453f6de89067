import { words } from '../../api/words.ts';
import type { ChangeRequestPlace } from './changeRequests.ts';
import { type Cause, type Conflict, madeOfBoth } from './conflicts.ts';
import { type Content, versionOf } from './content.ts';
import type { PageLayout } from './layout.ts';
import type { Place } from './snapshot.ts';

/** A conflict that is not resolved, and the pages that hold it as far as that is known. */
export interface Unresolved {
  cause: Cause;
  pages: { id: string; title: string }[];
}

/** The conflict of a change request, unless it turns out to be resolved. Nothing is asked where none is remembered. */
export async function settled(content: Content, place: ChangeRequestPlace): Promise<Unresolved | undefined> {
  const { conflicts, changeRequests } = content;
  const conflict = conflicts.of(place);
  if (!conflict) return undefined;
  const { cause } = conflict;
  try {
    const pages = await pagesLeft(content, place, conflict);
    const isOver = pages?.length === 0 || conflicts.isOver(conflict, await changeRequests.get(place));
    if (!isOver) return { cause, pages: pages ?? [] };
    await conflicts.resolve(place);
    return undefined;
  } catch {
    // What cannot be looked at now is not resolved by that.
    return { cause, pages: [] };
  }
}

/** Undefined where it is not known which pages hold the conflict. */
async function pagesLeft(content: Content, place: ChangeRequestPlace, conflict: Conflict) {
  if (Object.keys(conflict.pages).length === 0) return undefined;
  const layout = await (await content.snapshot(versionHolding(place, conflict.cause))).pages();
  return content.conflicts
    .left(conflict, layout)
    .map(id => ({ id, title: layout.byId.get(id)?.page.title || 'Untitled' }));
}

/** What is about to be merged: the pages of the change request, and of the main content where the server shows them. */
export async function sidesOf(content: Content, place: ChangeRequestPlace): Promise<PageLayout[]> {
  const versions = [versionOf(place), versionHolding(place, 'merge')];
  const read = await Promise.allSettled(versions.map(async one => (await content.snapshot(one)).pages()));
  const [own, main] = read.map(one => (one.status === 'fulfilled' ? one.value : undefined));
  return own ? [own, ...(main ? [main] : [])] : [];
}

/** What came of an update or a merge, and of which pages. */
export interface Outcome {
  cause: Cause;
  sides: PageLayout[];
  /** The revision that it made, which some servers leave out. */
  revision?: string | undefined;
  /** Undefined where the answer was lost: then it may be one where both sides had changed the same page. */
  isConflict?: boolean | undefined;
}

/** Remembers what came of an update or a merge, and tells whether it conflicted; undefined where nobody knows. */
export async function noteOutcome(content: Content, place: ChangeRequestPlace, outcome: Outcome) {
  const isConflict = outcome.isConflict ?? (await mayConflict(content, place, outcome));
  if (isConflict === undefined) return undefined;
  await keep(content, place, { ...outcome, isConflict });
  return isConflict ? 'conflicted' : 'not conflicted';
}

/** Whether there are pages that were made of both sides. With one side alone whatever came from the other looks so. */
async function mayConflict(content: Content, place: ChangeRequestPlace, { cause, sides }: Outcome) {
  const made = sides.length === 2 ? await madeOf(content, versionHolding(place, cause)) : undefined;
  return made && Object.keys(madeOfBoth(made, sides)).length > 0;
}

async function keep(content: Content, place: ChangeRequestPlace, outcome: Outcome): Promise<void> {
  const { cause, sides, isConflict } = outcome;
  const { conflicts } = content;
  const before = conflicts.of(place);
  if (!isConflict && (!before || cause === 'merge')) return conflicts.resolve(place);
  const [own] = sides;
  const made = own && (await madeOf(content, versionHolding(place, cause)));
  // What nobody had resolved yet is not resolved by a further update that gave those pages other documents.
  const left = before && own && cause === 'update' ? conflicts.left(before, own) : [];
  const isLeft = isConflict || left.length > 0 || Object.keys(before?.pages ?? {}).length === 0;
  if (!isLeft) return conflicts.resolve(place);
  const pages = made && isConflict ? madeOfBoth(made, sides) : {};
  for (const id of left) {
    const document = made?.byId.get(id)?.page.documentId;
    if (document) pages[id] = document;
  }
  const revision = outcome.revision ?? (await content.changeRequests.get(place)).revision;
  await conflicts.keep(place, { cause, revision, pages });
}

async function madeOf(content: Content, version: Place): Promise<PageLayout | undefined> {
  try {
    return await (await content.snapshot(version)).pages();
  } catch {
    // Then it is remembered without the pages.
    return undefined;
  }
}

function versionHolding(place: ChangeRequestPlace, cause: Cause): Place {
  return cause === 'update' ? versionOf(place) : { ...versionOf(place), version: { kind: 'main' } };
}

/** Says in a sentence what stands where, and why. */
export function conflictInWords({ cause, pages }: Unresolved): string {
  const names = pages.slice(0, 5).map(({ title }) => words`"${title}"`);
  if (pages.length > names.length) names.push(`${pages.length - names.length} more`);
  const where = cause === 'update' ? 'its pages' : 'pages of the main content';
  const listed = names.length > 0 ? `, in ${new Intl.ListFormat('en').format(names)}` : '';
  const what = cause === 'update' ? 'Its update from the main content' : 'Merging it';
  return `${what} conflicted, and that is not resolved: both versions of some words stand in ${where}${listed}.`;
}
