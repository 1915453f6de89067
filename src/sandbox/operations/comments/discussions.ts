import { spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor } from '../changeRequests/changeRequests.ts';
import type { ChangeRequestRow, RevisionRow, SpaceRow } from '../../store/rows.ts';
import { targetKey } from '../../store/state.ts';

/** The owner of comments: a change request, or the main content of a space. */
export interface CommentOwner {
  space: SpaceRow;
  changeRequest?: ChangeRequestRow;
  /** The current revision of the discussed content. */
  revision: RevisionRow;
  /** The API path of the resource that contains the comments. */
  path: string;
  /** The key of the comments in their table's index. */
  key: string;
}

export interface DiscussionInput {
  spaceId: string;
  changeRequestId?: string;
}

export function discussionFor(caller: Caller, { spaceId, changeRequestId }: DiscussionInput): CommentOwner {
  const { state } = caller;
  if (changeRequestId === undefined) {
    const space = spaceFor(caller, spaceId);
    const path = `/spaces/${space.id}`;
    return { space, revision: state.revisions.get(space.revision), path, key: targetKey({ space: space.id }) };
  }
  const { space, changeRequest } = changeRequestFor(caller, { spaceId, changeRequestId });
  return {
    space,
    changeRequest,
    revision: state.revisions.get(changeRequest.revision),
    path: `/spaces/${space.id}/change-requests/${changeRequest.id}`,
    key: targetKey({ space: space.id, changeRequest: changeRequest.id }),
  };
}
