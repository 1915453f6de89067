import { t } from '@vscode/l10n';
import { isApiError } from '../../api/errors.ts';
import type { FailureLog } from '../../api/failure.ts';
import { normalizeResources } from '../../api/normalize.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  changeRequestName,
  normalizeChangeRequest,
  parseTime,
} from '../content/changeRequests.ts';
import { type Change, readChanges } from '../content/changes.ts';
import { type Content, versionOf } from '../content/content.ts';
import { listTitles } from '../content/unresolvedConflicts.ts';
import type { Reviews } from './reviews.ts';

/** Maximum number of other open change requests to compare: the most recently updated ones. */
const maxChangeRequests = 10;
/** Maximum number of shared pages to compare block by block. */
const maxComparedPages = 6;
/** Time limit of the search. */
const maxDurationMs = 1000;
/** Maximum number of change requests that the confirmation names. */
const maxNamed = 3;

/** A page that two change requests change. */
export interface SharedPage {
  title: string;
  /** True if both change the same blocks; undefined if unknown. */
  isSameBlock: boolean | undefined;
}

/** An open change request that changes pages which another one changes, too. */
export interface Overlap {
  changeRequest: ChangeRequest;
  pages: SharedPage[];
}

interface Models {
  content: Content;
  reviews: Reviews;
  failures: FailureLog;
}

interface Other {
  place: ChangeRequestPlace;
  changeRequest: ChangeRequest;
}

/**
 * Returns the open change requests of the space that change the same pages, as far as they are found within a second.
 * Sends no requests if the server does not list changes.
 */
export async function findOverlaps(models: Models, place: ChangeRequestPlace, signal: AbortSignal): Promise<Overlap[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(maxDurationMs)]);
  const overlaps: Overlap[] = [];
  const timeUp = new Promise<void>(resolve => deadline.addEventListener('abort', () => resolve()));
  const search = searchOverlaps(models, place, deadline, overlap => overlaps.push(overlap)).catch((error: unknown) => {
    if (!deadline.aborted)
      models.failures.log(`Could not find change requests that overlap with #${place.number}.`, error);
  });
  await Promise.race([search, timeUp]);
  signal.throwIfAborted();
  return overlaps.map(({ changeRequest, pages }) => ({ changeRequest, pages: pages.map(page => ({ ...page })) }));
}

/** Describes the change requests that may conflict. Pages on which both change different blocks are ignored. */
export function describeOverlaps(overlaps: readonly Overlap[]): string[] {
  const relevant = overlaps.flatMap(({ changeRequest, pages }) => {
    const sameBlocks = pages.filter(({ isSameBlock }) => isSameBlock);
    const samePages = pages.filter(({ isSameBlock }) => isSameBlock === undefined);
    const name = changeRequestName(changeRequest);
    if (sameBlocks.length > 0) return [t`${name} changes the same blocks of ${listTitles(sameBlocks)}.`];
    return samePages.length > 0 ? [t`${name} also changes ${listTitles(samePages)}.`] : [];
  });
  const sentences = relevant.slice(0, maxNamed);
  const more = relevant.length - sentences.length;
  if (more === 0) return sentences;
  return [...sentences, more === 1 ? t('1 more changes the same pages.') : t`${more} more change the same pages.`];
}

async function searchOverlaps(
  models: Models,
  place: ChangeRequestPlace,
  signal: AbortSignal,
  report: (overlap: Overlap) => void,
): Promise<void> {
  const { content, failures } = models;
  const pages = byPage(await changesOf(models, place, signal));
  if (pages.size === 0) return;
  /** Runs a search for one change request. A failure is logged and does not stop the others. */
  const attempt = async (other: Other, search: () => Promise<void>) => {
    try {
      if (!signal.aborted) await search();
    } catch (error) {
      if (!signal.aborted) failures.log(`Could not read the changes of #${other.place.number}.`, error);
    }
  };
  const comparisons: (() => Promise<void>)[] = [];
  const findSharedPages = async (other: Other) => {
    const changes = byPage(await changesOf(models, other.place, signal));
    const overlap: Overlap = { changeRequest: other.changeRequest, pages: [] };
    for (const [id, { name, verb }] of pages) {
      const theirs = changes.get(id)?.verb;
      if (theirs === undefined || (verb === 'deleted' && theirs === 'deleted')) continue;
      const page: SharedPage = { title: name, isSameBlock: undefined };
      overlap.pages.push(page);
      if (verb === 'deleted' || theirs === 'deleted') continue;
      const compare = async () => void (page.isSameBlock = await compareBlocks(content, id, [place, other.place]));
      comparisons.push(() => attempt(other, compare));
    }
    if (overlap.pages.length > 0) report(overlap);
  };
  const others = await readOthers(content, place, signal);
  await Promise.all(others.map(other => attempt(other, () => findSharedPages(other))));
  await Promise.all(comparisons.slice(0, maxComparedPages).map(compare => compare()));
}

/** Returns the changes of page texts by page ID, without new pages, which no other change request has. */
function byPage(changes: readonly Change[]): Map<string, Change> {
  const ofTexts = changes.filter(({ verb, smallChange }) => {
    return verb === 'deleted' || (verb === 'edited' && smallChange === undefined);
  });
  return new Map(ofTexts.flatMap(change => (change.page === undefined ? [] : [[change.page, change]])));
}

/** Returns the changes of a change request; empty if the server does not list them. */
async function changesOf(
  { content, reviews }: Models,
  place: ChangeRequestPlace,
  signal: AbortSignal,
): Promise<readonly Change[]> {
  const known = reviews.cached(place);
  const head = await content.changeRequests.knownHead(place);
  // A comparison with a later revision than the base does not contain all changes.
  if (known && known.since === undefined && known.revision === head?.revision) return known.changes;
  return (await readChanges(place, { signal }))?.changes ?? [];
}

/** Returns the other open change requests of a space that were updated last. */
async function readOthers(content: Content, place: ChangeRequestPlace, signal: AbortSignal): Promise<Other[]> {
  const { connection, space } = place;
  const asked = performance.now();
  const input = { spaceId: space, query: { status: 'open', limit: 100 } } as const;
  const list = connection.api.list('GET /spaces/{spaceId}/change-requests', input, { signal });
  for await (const { items } of list) {
    const others = normalizeResources(items).flatMap((resource): Other[] => {
      const { number } = resource;
      if (!Number.isSafeInteger(number) || number === place.number) return [];
      return [{ place: { connection, space, number }, changeRequest: normalizeChangeRequest(resource, number) }];
    });
    for (const { place: other, changeRequest } of others) content.changeRequests.add(other, changeRequest, asked);
    others.sort((one, other) => parseTime(other.changeRequest.updatedAt) - parseTime(one.changeRequest.updatedAt));
    return others.slice(0, maxChangeRequests);
  }
  return [];
}

/** Returns whether two change requests change the same blocks of a page; undefined if a text cannot be read. */
async function compareBlocks(
  content: Content,
  page: string,
  places: readonly [ChangeRequestPlace, ChangeRequestPlace],
): Promise<boolean | undefined> {
  try {
    const [one, other] = await Promise.all(places.map(place => readTexts(content, page, place)));
    const { haveCommonChange } = await import('../../markdown/changedBlocks.ts');
    return one && other && haveCommonChange(one, other);
  } catch (error) {
    // Many servers do not offer earlier revisions.
    if (isApiError(error, 'notOffered', 'notFound', 'forbidden')) return undefined;
    throw error;
  }
}

/** Returns the text of a page in a change request, and in the revision from which the change request was created. */
async function readTexts(content: Content, page: string, place: ChangeRequestPlace) {
  const { revisionMergedAncestor, revisionInitial } = await content.changeRequests.get(place);
  const revision = revisionMergedAncestor ?? revisionInitial;
  const version = versionOf(place);
  const [base, proposed] = await Promise.all(
    [{ ...version, version: { kind: 'revision', revision } as const }, version].map(async one => {
      return (await content.snapshot(one)).markdown(page);
    }),
  );
  return { base: base ?? '', proposed: proposed ?? '' };
}
