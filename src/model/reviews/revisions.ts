import type { ListPage } from '../../api/listings.ts';
import type { Schema } from '../../api/routes.ts';
import { isId } from '../../api/normalize.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf, parseTime } from '../content/changeRequests.ts';

export type Revision = Schema<'Revision'>;

const revisionRoute = 'GET /spaces/{spaceId}/revisions/{revisionId}';
const reviewsRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

/** Number of revisions on one page of the list. Each revision takes a request. */
const revisionsPerPage = 10;

/** Lists the revisions of a change request before its newest, newest first, back to where it began. */
export async function* earlierRevisions(
  { connection: { api }, space: spaceId }: ChangeRequestPlace,
  { revision: head, revisionInitial, revisionMergedAncestor }: ChangeRequest,
  signal: AbortSignal,
): AsyncGenerator<ListPage<Revision>> {
  const ends = new Set([revisionInitial, revisionMergedAncestor]);
  const read = (revisionId: string) =>
    api.optional(revisionRoute, { spaceId, revisionId, query: { metadata: false } }, { signal });
  let next = (await read(head)).parents?.[0];
  let isMore = isId(next) && !ends.has(next);
  while (isMore) {
    const items: Revision[] = [];
    while (isMore && items.length < revisionsPerPage && isId(next)) {
      const revision: Revision = await read(next);
      items.push(revision);
      // A revision that is its own parent must not lead to an endless loop.
      ends.add(next);
      next = revision.parents?.[0];
      isMore = isId(next) && !ends.has(next);
    }
    yield { items, hasMore: isMore };
  }
}

/** Returns true if the server offers single revisions. */
export function supportsRevisions({ connection, space: spaceId }: ChangeRequestPlace, { revision }: ChangeRequest) {
  return connection.api.isSupported(revisionRoute, { spaceId, revisionId: revision, query: { metadata: false } });
}

/** Returns the user's latest review; undefined if there is none, or the server does not report reviews or the user. */
export async function fetchOwnReview(place: ChangeRequestPlace): Promise<{ revision: string; at: string } | undefined> {
  const { api, user } = place.connection;
  const input = parametersOf(place);
  const id =
    user?.id ?? ((await api.isSupported('GET /user', {})) ? (await api.request('GET /user', {})).id : undefined);
  if (id === undefined || !(await api.isSupported(reviewsRoute, input))) return undefined;
  const reviews = await api.listAll(reviewsRoute, input);
  const [newest] = reviews
    .filter(review => review?.reviewer?.id === id && isId(review.revision))
    .sort((one, other) => parseTime(other.createdAt) - parseTime(one.createdAt));
  return newest && { revision: newest.revision, at: newest.createdAt };
}
