import type { Schema } from '../../../api/routes.ts';
import { requireSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import { areInPlace } from '../../content/pageLinks.ts';
import { withUniquePaths } from '../../content/pageTree.ts';
import { putRevision } from '../../content/revisions.ts';
import type { Destination } from '../../../markdown/destinations.ts';
import type { ChangeRequestRow, DocumentRow, FileRow, PageRow, RevisionRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { changeRequestFor, assertNotArchived, assertNotMerged, stamp } from '../changeRequests/changeRequests.ts';
import type { Stamp } from '../changeRequests/changeRequests.ts';

/** The content of a change request while edits are applied to it. */
export interface ContentDraft {
  readonly state: State;
  readonly changeRequest: ChangeRequestRow;
  readonly act: Stamp;
  pages: PageRow[];
  files: FileRow[];
  variables: RevisionRow['variables'];
  reusableContents: RevisionRow['reusableContents'];
  readonly done: Schema<'ContentEditResult'>['changes'];
  /** IDs of new pages and files, by the reference names that the sender chose. */
  readonly refs: Map<string, string>;
  /** Link destinations of large texts. */
  readonly destinations: ReadonlyMap<string, readonly Destination[]>;
  /** Canonical targets by written target, tried before the names of files in the content. */
  readonly resolved: Map<string, string>;
  /** The documents written by the edits. */
  readonly written: DocumentRow[];
}

/** Returns the change request. Throws if the caller may not edit it, or if it is merged or archived. */
export function editableFor(caller: Caller, input: { spaceId: string; changeRequestId: string }): ChangeRequestRow {
  const { space, changeRequest } = changeRequestFor(caller, input);
  requireSpaceRight(caller, 'edit', space);
  assertNotMerged(changeRequest, 'edit');
  assertNotArchived(changeRequest, 'edit');
  return changeRequest;
}

export function draftOf(
  caller: Pick<Caller, 'state' | 'user'>,
  changeRequest: ChangeRequestRow,
  { destinations = new Map() }: Partial<Pick<ContentDraft, 'destinations'>> = {},
): ContentDraft {
  const { state } = caller;
  const { pages, files, variables, reusableContents } = state.revisions.get(changeRequest.revision);
  const content = { pages, files, variables, reusableContents };
  return {
    state,
    changeRequest,
    act: stamp(caller),
    ...content,
    done: [],
    refs: new Map(),
    destinations,
    resolved: new Map(),
    written: [],
  };
}

/** Stores the draft as the newest revision of its change request. */
export function storeDraft(draft: ContentDraft): { changeRequest: ChangeRequestRow; revision: RevisionRow } {
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
