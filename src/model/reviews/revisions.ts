import type { Page } from '../../api/listings.ts';
import type { Schema } from '../../api/routes.ts';
import { isId } from '../../api/readable.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf, timeOf } from '../content/changeRequests.ts';

export type Revision = Schema<'Revision'>;

const revisionRoute = 'GET /spaces/{spaceId}/revisions/{revisionId}';
const reviewsRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

/** How many revisions are read at once: each is a request of its own. */
const atOnce = 10;

/** The revisions of a change request before its newest, the newest first, as far as to where it began. */
export async function* earlierRevisions(
  { connection: { api }, space: spaceId }: ChangeRequestPlace,
  { revision: head, revisionInitial, revisionMergedAncestor }: ChangeRequest,
  signal: AbortSignal,
): AsyncGenerator<Page<Revision>> {
  const ends = new Set([revisionInitial, revisionMergedAncestor]);
  const read = (revisionId: string) =>
    api.optional(revisionRoute, { spaceId, revisionId, query: { metadata: false } }, { signal });
  let next = (await read(head)).parents?.[0];
  let isMore = isId(next) && !ends.has(next);
  while (isMore) {
    const items: Revision[] = [];
    while (isMore && items.length < atOnce && isId(next)) {
      const revision: Revision = await read(next);
      items.push(revision);
      // One that is its own parent would have no end.
      ends.add(next);
      next = revision.parents?.[0];
      isMore = isId(next) && !ends.has(next);
    }
    yield { items, hasMore: isMore };
  }
}

/** Whether the server gives revisions one by one. */
export function offersRevisions({ connection, space: spaceId }: ChangeRequestPlace, { revision }: ChangeRequest) {
  return connection.api.offers(revisionRoute, { spaceId, revisionId: revision, query: { metadata: false } });
}

/** The review that the user has given last; undefined where there is none, or the server does not tell whose one is. */
export async function ownReview(place: ChangeRequestPlace): Promise<{ revision: string; at: string } | undefined> {
  const { api, user } = place.connection;
  const input = parametersOf(place);
  const id = user?.id ?? ((await api.offers('GET /user', {})) ? (await api.request('GET /user', {})).id : undefined);
  if (id === undefined || !(await api.offers(reviewsRoute, input))) return undefined;
  const reviews = await api.all(reviewsRoute, input);
  const [newest] = reviews
    .filter(review => review?.reviewer?.id === id && isId(review.revision))
    .sort((one, other) => timeOf(other.createdAt) - timeOf(one.createdAt));
  return newest && { revision: newest.revision, at: newest.createdAt };
}
