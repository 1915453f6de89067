import type { Schema } from '../../../api/routes.ts';
import { apiUrl } from '../../reply/addresses.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor, assertNotMerged, stamp } from '../changeRequests/changeRequests.ts';
import type { Stamp } from '../changeRequests/changeRequests.ts';
import { presentComment } from '../comments/commentViews.ts';
import type { Format } from '../comments/commentViews.ts';
import { commentOf } from '../content/contentInput.ts';
import { discussionFor } from '../comments/discussions.ts';
import { HttpError } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { created, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { reviewerId } from './reviewers.ts';
import type { ChangeRequestRow, ReviewRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { presentUser } from '../organizations/users.ts';

export const reviews = {
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews': ({ query, ...input }, caller) => {
    const { state } = caller;
    const { changeRequest } = changeRequestFor(caller, input);
    const isWanted = (review: ReviewRow) =>
      query?.outdated === undefined || query.outdated === isOutdated(changeRequest, review);
    return ok(
      paged(caller, query, {
        rows: state.reviews.by('changeRequest', changeRequest.id).filter(isWanted),
        key: row => [state.reviews.sequence(row.id)],
        order: 'desc',
        present: row => presentReview(caller, changeRequest, row, query?.format),
      }),
    );
  },

  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/reviews': ({ body, ...input }, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    requireSpaceRight(caller, 'review', space);
    assertNotMerged(changeRequest, 'review');
    const markdown = body.comment && commentOf(body.comment);
    const review = putReview(caller.state, changeRequest, { status: body.status, markdown, ...stamp(caller) });
    return created(presentReview(caller, changeRequest, review));
  },

  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/reviews/{reviewId}': (
    { reviewId, query, ...input },
    caller,
  ) => {
    const { changeRequest } = changeRequestFor(caller, input);
    const review = caller.state.reviews.find(reviewId);
    if (review?.changeRequest !== changeRequest.id) {
      throw new HttpError(404, `#${changeRequest.number} has no review with the ID '${reviewId}'.`);
    }
    return ok(presentReview(caller, changeRequest, review, query?.format));
  },
} satisfies Partial<Handlers>;

/** Stores a review of the newest revision. Its text is stored as a comment on the whole change request. */
export function putReview(
  state: State,
  { id: changeRequest, space, revision }: ChangeRequestRow,
  { id = state.newId(), status, markdown, by, at }: NewReview,
): ReviewRow {
  const comment = markdown === undefined ? undefined : `${id}-comment`;
  if (comment !== undefined && markdown !== undefined) {
    state.comments.put({
      id: comment,
      space,
      changeRequest,
      revision,
      review: id,
      postedBy: by,
      postedAt: at,
      markdown,
      reactions: [],
      status: 'open',
    });
  }
  const requestedBy = state.requestedReviewers.find(reviewerId({ id: changeRequest }, by))?.requestedBy;
  return state.reviews.put({
    id,
    space,
    changeRequest,
    revision,
    reviewer: by,
    status,
    createdAt: at,
    updatedAt: at,
    ...(requestedBy !== undefined && { requestedBy }),
    ...(comment !== undefined && { comment }),
  });
}

interface NewReview extends Stamp {
  id?: string;
  status: ReviewRow['status'];
  markdown: string | undefined;
}

function presentReview(
  caller: Caller,
  changeRequest: ChangeRequestRow,
  row: ReviewRow,
  format?: Format,
): Schema<'Review'> {
  const { id, revision, status, createdAt, updatedAt, requestedBy } = row;
  const path = `/spaces/${row.space}/change-requests/${changeRequest.id}`;
  const comment = row.comment === undefined ? undefined : caller.state.comments.find(row.comment);
  const discussion = () => discussionFor(caller, { spaceId: row.space, changeRequestId: changeRequest.id });
  return {
    object: 'change-request-review',
    id,
    revision,
    reviewer: presentUser(caller, row.reviewer),
    status,
    ...(requestedBy !== undefined && { requestedBy: presentUser(caller, requestedBy) }),
    outdated: isOutdated(changeRequest, row),
    ...(comment && { comment: presentComment(caller, discussion(), comment, format) }),
    createdAt,
    updatedAt,
    urls: { location: apiUrl(caller, `${path}/reviews/${id}`) },
  };
}

/** Returns true if the change request has a newer revision than the reviewed one. */
function isOutdated(changeRequest: ChangeRequestRow, review: ReviewRow): boolean {
  return review.revision !== changeRequest.revision;
}
