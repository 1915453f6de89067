import type { RequestOptions } from '../../api/client.ts';
import { isId, shownUser, somebody } from '../../api/readable.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf, timeOf } from '../content/changeRequests.ts';

/** What somebody has decided last about a change request. */
export interface GivenVerdict {
  /** ID of who decided; empty where the server does not name them. */
  user: string;
  name: string;
  /** `approved`, `changes-requested`, or what a newer service has beside these. */
  status: string;
  /** Whether the change request has changed since. */
  isOutdated: boolean;
  /** The revision that was reviewed. */
  revision: string;
  /** When that was, as the service says it. */
  at: string;
  /** The comments with which the reviewer explained this verdict and earlier ones. */
  summaries?: readonly ReviewSummary[];
}

/** The ID of a comment, and the verdict that it belongs to. */
export interface ReviewSummary {
  comment: string;
  status: string;
}

const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews';

/** The verdicts on a change request, one of each reviewer, the newest first; undefined where the server has no reviews. */
export async function readVerdicts(
  place: ChangeRequestPlace,
  { revision }: Pick<ChangeRequest, 'revision'>,
  options: Pick<RequestOptions, 'isRetried'> = {},
): Promise<GivenVerdict[] | undefined> {
  const { api } = place.connection;
  // The limit of `all`: it then uses the reply to `offers` and sends no second request.
  const input = { ...parametersOf(place), query: { limit: 1000 } };
  if (!(await api.offers(route, input, options))) return undefined;
  const reviews = await api.all(route, input, options);
  const newest = reviews.sort((one, other) => timeOf(other.createdAt) - timeOf(one.createdAt));
  const verdicts = new Map<string, GivenVerdict>();
  const summaries = new Map<string, ReviewSummary[]>();
  for (const { id, reviewer, status, outdated, revision: reviewed, createdAt: at, comment } of newest) {
    const { displayName, id: user } = shownUser(reviewer) ?? somebody;
    // Of somebody whom the server does not name it cannot be told what else is theirs.
    const key = user || id;
    const ofReviewer = summaries.get(key) ?? [];
    summaries.set(key, ofReviewer);
    if (isId(comment?.id)) ofReviewer.push({ comment: comment.id, status: String(status) });
    if (verdicts.has(key)) continue;
    const isOutdated = outdated ?? reviewed !== revision;
    verdicts.set(key, {
      user,
      name: displayName,
      status: String(status),
      isOutdated,
      revision: reviewed,
      at,
      summaries: ofReviewer,
    });
  }
  return [...verdicts.values()];
}
