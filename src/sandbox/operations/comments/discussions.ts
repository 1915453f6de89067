import { spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor } from '../changeRequests/changeRequests.ts';
import type { ChangeRequestRow, RevisionRow, SpaceRow } from '../../store/rows.ts';
import { targetKey } from '../../store/state.ts';

/** What comments belong to: a change request, or the main content of a space. */
export interface Discussion {
  space: SpaceRow;
  changeRequest?: ChangeRequestRow;
  /** What is being discussed, as it is now. */
  revision: RevisionRow;
  /** The path of the resource that the comments are below. */
  path: string;
  /** The key of its comments in the table. */
  key: string;
}

export interface DiscussionInput {
  spaceId: string;
  changeRequestId?: string;
}

export function discussionFor(caller: Caller, { spaceId, changeRequestId }: DiscussionInput): Discussion {
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
