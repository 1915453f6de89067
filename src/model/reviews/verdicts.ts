import type { RequestOptions } from '../../api/client.ts';
import { isId, normalizeUser, unknownUser } from '../../api/normalize.ts';
import { type ChangeRequest, type ChangeRequestPlace, parametersOf, parseTime } from '../content/changeRequests.ts';

/** The latest verdict of a reviewer on a change request. */
export interface ReviewerVerdict {
  /** ID of the reviewer; empty if the server does not name them. */
  user: string;
  name: string;
  /** `approved`, `changes-requested`, or a status of a newer service. */
  status: string;
  /** True if the change request has changed since. */
  isOutdated: boolean;
  /** The revision that was reviewed. */
  revision: string;
  /** When the verdict was given, as the service sends it. */
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

/** Returns the latest verdict of each reviewer, newest first; undefined if the server has no reviews. */
export async function readVerdicts(
  place: ChangeRequestPlace,
  { revision }: Pick<ChangeRequest, 'revision'>,
  options: Pick<RequestOptions, 'isRetried'> = {},
): Promise<ReviewerVerdict[] | undefined> {
  const { api } = place.connection;
  // The limit is that of `listAll`, which therefore reuses the response to `isSupported`.
  const input = { ...parametersOf(place), query: { limit: 1000 } };
  if (!(await api.isSupported(route, input, options))) return undefined;
  const reviews = await api.listAll(route, input, options);
  const newest = reviews.sort((one, other) => parseTime(other.createdAt) - parseTime(one.createdAt));
  const verdicts = new Map<string, ReviewerVerdict>();
  const summaries = new Map<string, ReviewSummary[]>();
  for (const { id, reviewer, status, outdated, revision: reviewed, createdAt: at, comment } of newest) {
    const { displayName, id: user } = normalizeUser(reviewer) ?? unknownUser();
    // Reviews by users whom the server does not name cannot be grouped.
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
