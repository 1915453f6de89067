import type { Schema } from '../../../api/routes.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor, assertNotMerged, stamp } from '../changeRequests/changeRequests.ts';
import type { Stamp } from '../changeRequests/changeRequests.ts';
import { HttpError } from '../../errors.ts';
import { paged } from '../../reply/paging.ts';
import { deleted, noContent, ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { ChangeRequestRow, RequestedReviewerRow, SpaceRow } from '../../store/rows.ts';
import { memberId } from '../../store/state.ts';
import type { State } from '../../store/state.ts';
import { presentUser } from '../organizations/users.ts';

export const reviewers = {
  'GET /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': ({ query, ...input }, caller) => {
    const { state } = caller;
    const { changeRequest } = changeRequestFor(caller, input);
    return ok(
      paged(caller, query, {
        rows: state.requestedReviewers.by('changeRequest', changeRequest.id),
        key: row => [state.requestedReviewers.sequence(row.id)],
        present: row => presentReviewer(caller, row),
      }),
    );
  },

  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers': ({ body, ...input }, caller) => {
    const { state } = caller;
    const { space, changeRequest } = changeRequestFor(caller, input);
    requireSpaceRight(caller, 'edit', space);
    assertNotMerged(changeRequest, 'request reviewers of');
    assertMembers(state, space, body.users);
    const { subject, description } = { ...changeRequest, ...body };
    const updatedAt = state.now();
    state.changeRequests.put({ ...changeRequest, subject, updatedAt, ...(description && { description }) });
    const users = [...new Set(body.users)].map(user => requestReviewer(state, changeRequest, user, stamp(caller)));
    return ok({ users: users.map(row => presentReviewer(caller, row)) });
  },

  'DELETE /spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}': (
    { userId, ...input },
    caller,
  ) => {
    const { state } = caller;
    const { space, changeRequest } = changeRequestFor(caller, input);
    // Reviewers may remove themselves.
    if (userId !== caller.user.id) requireSpaceRight(caller, 'edit', space);
    return state.requestedReviewers.delete(reviewerId(changeRequest, userId)) ? deleted : noContent;
  },
} satisfies Partial<Handlers>;

/** Requests a review from a user. A user who was requested before keeps the earlier request. */
export function requestReviewer(state: State, changeRequest: ChangeRequestRow, user: string, { by, at }: Stamp) {
  const id = reviewerId(changeRequest, user);
  const { id: target, revision } = changeRequest;
  const row = { id, changeRequest: target, revision, requestedBy: by, createdAt: at, user };
  return state.requestedReviewers.find(id) ?? state.requestedReviewers.put(row);
}

export function reviewerId(changeRequest: { id: string }, user: string): string {
  return `${changeRequest.id}/${user}`;
}

function assertMembers(state: State, space: SpaceRow, users: readonly string[]): void {
  const stranger = users.findIndex(user => !state.members.has(memberId(space.organization, user)));
  if (stranger < 0) return;
  const { title } = state.organizations.get(space.organization);
  throw new HttpError(400, `body.users[${stranger}] is '${users[stranger]}', who is no member of '${title}'.`);
}

function presentReviewer(caller: Caller, row: RequestedReviewerRow): Schema<'RequestedReviewer'> {
  return {
    object: 'change-request-requested-reviewer',
    revision: row.revision,
    requestedBy: presentUser(caller, row.requestedBy),
    createdAt: row.createdAt,
    kind: 'user',
    user: presentUser(caller, row.user),
  };
}
