import { isApiError } from '../../api/errors.ts';
import type { FailureLog } from '../../api/failure.ts';
import { normalizeResource } from '../../api/normalize.ts';
import { hasConflictMarks } from '../../markdown/conflictMarks.ts';
import type { ChangeRequest, ChangeRequestPlace } from '../content/changeRequests.ts';
import { type Content, versionOf } from '../content/content.ts';
import { findUnresolvedConflict } from '../content/unresolvedConflicts.ts';
import { linksOfPage } from '../links.ts';
import type { SpaceRight } from '../rights.ts';
import type { Space } from '../spaces.ts';
import type { MergeFacts } from './checklist.ts';
import type { Reviews } from './reviews.ts';
import { readReviewers, type Reviewer } from './reviewers.ts';
import { readRules } from './rules.ts';
import { readVerdicts } from './verdicts.ts';
import { mapConcurrently } from '../concurrency.ts';

/** Maximum number of changed pages to check for broken links and conflict markers. */
const maxPages = 30;

interface Models {
  content: Content;
  reviews: Reviews;
  failures: FailureLog;
}

/** The facts, with all reviewers and the space; each is undefined if it cannot be read. */
export interface KnownMergeFacts extends MergeFacts {
  refused: readonly SpaceRight[];
  reviewers: readonly Reviewer[] | undefined;
  space: Space | undefined;
}

/**
 * Reads the facts that decide whether a change request is ready to be merged. Facts that cannot be read are undefined;
 * pages are only checked if `isWithPages`, with a request or two for each.
 */
export async function readMergeFacts(
  { content, reviews, failures }: Models,
  place: ChangeRequestPlace,
  changeRequest: ChangeRequest,
  { signal, isWithPages = true, user }: { signal: AbortSignal; isWithPages?: boolean; user: string | undefined },
): Promise<KnownMergeFacts> {
  const known = async <T>(what: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      signal.throwIfAborted();
      if (!isApiError(error, 'notOffered')) failures.log(`Could not read ${what} of #${place.number}.`, error);
      return undefined;
    }
  };
  const { connection, space: spaceId } = place;
  const reading = known('the reviews', () => readVerdicts(place, changeRequest));
  const asking = known('the space', async () => {
    const space = await connection.api.request('GET /spaces/{spaceId}', { spaceId }, { signal });
    content.rights.record(connection, space);
    return space;
  });
  const [conflict, verdicts, reviewers, pages, space, rules] = await Promise.all([
    findUnresolvedConflict(content, place),
    reading,
    known('the reviewers', () => readReviewers(place, reading, signal)),
    isWithPages ? known('the texts of the pages', () => lookThrough({ content, reviews }, place, signal)) : undefined,
    asking,
    known('the rules of the space', async () => {
      const space = await asking;
      return space && readRules(connection, space, signal);
    }),
  ]);
  const asked = reviewers?.flatMap(({ user, name, isAsked }) =>
    isAsked && user !== undefined ? [{ user, name }] : [],
  );
  const refused = content.rights.refusedIn(place);
  const shownSpace = space && normalizeResource(space);
  return { changeRequest, conflict, verdicts, reviewers, asked, user, pages, rules, refused, space: shownSpace };
}

/** Checks the changed pages; undefined if the server does not list the changes. */
async function lookThrough(
  { content, reviews }: Pick<Models, 'content' | 'reviews'>,
  place: ChangeRequestPlace,
  signal: AbortSignal,
): Promise<MergeFacts['pages']> {
  const review = await reviews.read(place, signal);
  if (!review) return undefined;
  const snapshot = await content.snapshot(versionOf(place));
  const { byId } = await snapshot.pages();
  const changed = review.changes.flatMap(({ page }) => byId.get(page ?? '')?.page ?? []);
  const looked = changed.slice(0, maxPages);
  const perPage = await mapConcurrently(looked, async ({ id, title }) => {
    signal.throwIfAborted();
    const [markdown, broken] = await Promise.all([snapshot.markdown(id), brokenLinksOn(place, id, signal)]);
    return { title, hasMarks: hasConflictMarks(markdown), broken };
  });
  const areLinksKnown = perPage.every(({ broken }) => broken !== undefined);
  return {
    looked: looked.length,
    all: changed.length + review.more,
    marked: perPage.filter(({ hasMarks }) => hasMarks).map(({ title }) => title),
    broken: areLinksKnown ? perPage.filter(({ broken }) => broken).map(({ title }) => title) : undefined,
  };
}

/** Returns whether a page has broken links; undefined if the server does not report that. */
async function brokenLinksOn(place: ChangeRequestPlace, page: string, signal: AbortSignal) {
  try {
    for await (const { items } of linksOfPage(place, page, signal)) {
      if (items.some(({ status }) => status === 'broken')) return true;
    }
    return false;
  } catch {
    signal.throwIfAborted();
    // Links that cannot be checked are not reported as intact.
    return undefined;
  }
}
