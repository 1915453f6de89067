import type { Schema } from '../../../api/routes.ts';
import { mustHaveSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { areInPlace } from '../../content/pageLinks.ts';
import { withUniquePaths } from '../../content/pageTree.ts';
import { putRevision } from '../../content/revisions.ts';
import type { Destination } from '../../../markdown/destinations.ts';
import type { ChangeRequestRow, DocumentRow, FileRow, PageRow, RevisionRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { changeRequestFor, mustNotBeArchived, mustNotBeMerged, now } from '../changeRequests/changeRequests.ts';
import type { Act } from '../changeRequests/changeRequests.ts';

/** The content of a change request while edits are made to it, one after the other. */
export interface Draft {
  readonly state: State;
  readonly changeRequest: ChangeRequestRow;
  readonly act: Act;
  pages: PageRow[];
  files: FileRow[];
  variables: RevisionRow['variables'];
  reusableContents: RevisionRow['reusableContents'];
  readonly done: Schema<'ContentEditResult'>['changes'];
  /** New pages and files by the names that the sender has for them. */
  readonly refs: Map<string, string>;
  /** Where the links of large texts are written. */
  readonly destinations: ReadonlyMap<string, readonly Destination[]>;
  /** What targets of links lead to that no file of the content has the name of. */
  readonly resolved: Map<string, string>;
  /** The documents that were written. */
  readonly written: DocumentRow[];
}

/** The change request, where the caller may edit it and it can be edited. */
export function editableFor(caller: Caller, input: { spaceId: string; changeRequestId: string }): ChangeRequestRow {
  const { space, changeRequest } = changeRequestFor(caller, input);
  mustHaveSpaceRight(caller, 'edit', space);
  mustNotBeMerged(changeRequest, 'edit');
  mustNotBeArchived(changeRequest, 'edit');
  return changeRequest;
}

export function draftOf(
  caller: Pick<Caller, 'state' | 'user'>,
  changeRequest: ChangeRequestRow,
  { destinations = new Map() }: Partial<Pick<Draft, 'destinations'>> = {},
): Draft {
  const { state } = caller;
  const { pages, files, variables, reusableContents } = state.revisions.get(changeRequest.revision);
  const content = { pages, files, variables, reusableContents };
  return {
    state,
    changeRequest,
    act: now(caller),
    ...content,
    done: [],
    refs: new Map(),
    destinations,
    resolved: new Map(),
    written: [],
  };
}

/** Makes the draft the newest revision of its change request. */
export function storeDraft(draft: Draft): { changeRequest: ChangeRequestRow; revision: RevisionRow } {
  const { state, changeRequest, act, pages, files, variables, reusableContents } = draft;
  const { id: _, ...head } = state.revisions.get(changeRequest.revision);
  const revision = putRevision(state, {
    ...head,
    pages: areInPlace(head.pages, pages) ? pages : withUniquePaths(pages),
    files,
    variables,
    reusableContents,
    parents: [changeRequest.revision],
    type: 'edits',
    createdAt: act.at,
    createdBy: act.by,
  });
  const edited = state.changeRequests.put({ ...changeRequest, revision: revision.id, updatedAt: act.at });
  return { changeRequest: edited, revision };
}
