import { requireSpaceRight } from '../../access/permissions.ts';
import { baseOf, changeRequestFor, isOutdated, assertNotArchived, assertNotMerged, stamp } from './changeRequests.ts';
import type { Stamp } from './changeRequests.ts';
import { putDocument } from '../../content/documents.ts';
import { withLatestSpecs } from '../../content/followSpecs.ts';
import { assertMergeRulesMet } from './mergeRules.ts';
import { HttpError } from '../../errors.ts';
import { mergeContent } from '../../content/merge/mergeContent.ts';
import type { MergedDocument } from '../../content/merge/mergeContent.ts';
import { mapSides } from '../../content/merge/sides.ts';
import type { Merged, MergeSide } from '../../content/merge/sides.ts';
import { mapUnlessSame, withPages } from '../../content/pageTree.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { putRevision } from '../../content/revisions.ts';
import type { ChangeRequestRow, PageRow, RevisionContent } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

export const merging = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge': (input, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    requireSpaceRight(caller, 'merge', space);
    assertMergeable(changeRequest);
    assertMergeRulesMet(caller, space, changeRequest);
    const { revision, conflict } = mergeChangeRequest(caller.state, changeRequest, stamp(caller));
    return ok({ revision, result: conflict ? 'conflicts' : 'merge' });
  },

  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update': (input, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    requireSpaceRight(caller, 'edit', space);
    assertNotMerged(changeRequest, 'update');
    assertNotArchived(changeRequest, 'update');
    const { revision, conflict } = updateChangeRequest(caller.state, changeRequest, stamp(caller));
    return ok({ revision, result: conflict ? 'conflicts' : 'update' });
  },
} satisfies Partial<Handlers>;

interface Outcome {
  revision: string;
  /** True if both versions of something were kept. The merge succeeds nevertheless. */
  conflict: boolean;
}

/** Merges a change request into the main content. */
export function mergeChangeRequest(
  state: State,
  changeRequest: ChangeRequestRow,
  { by, at, id = state.newId() }: Stamp & { id?: string },
): Outcome {
  const space = state.spaces.get(changeRequest.space);
  const { value, conflict } = mergeWithMain(state, changeRequest, 'main');
  putRevision(state, {
    ...value,
    // A spec may have changed since the change request computed pages from it.
    pages: withLatestSpecs(state, space, { content: value, at }),
    id,
    space: space.id,
    parents: [space.revision, changeRequest.revision],
    type: 'merge',
    mergedFrom: changeRequest.id,
    createdAt: at,
    createdBy: by,
  });
  state.spaces.put({ ...space, revision: id, updatedAt: at });
  state.changeRequests.put({
    ...changeRequest,
    status: 'merged',
    revisionMerged: id,
    updatedAt: at,
    mergedAt: at,
    mergedBy: by,
  });
  return { revision: id, conflict };
}

/** Merges the main content into a change request. */
function updateChangeRequest(state: State, changeRequest: ChangeRequestRow, { by, at }: Stamp): Outcome {
  if (!isOutdated(state, changeRequest)) return { revision: changeRequest.revision, conflict: false };
  const space = state.spaces.get(changeRequest.space);
  const { value, conflict } = mergeWithMain(state, changeRequest, 'changeRequest');
  const { id: revision } = putRevision(state, {
    ...value,
    space: space.id,
    parents: [changeRequest.revision, space.revision],
    type: 'update',
    createdAt: at,
    createdBy: by,
  });
  state.changeRequests.put({ ...changeRequest, revision, revisionMergedAncestor: space.revision, updatedAt: at });
  return { revision, conflict };
}

/** Merges both sides and stores the merged documents. The direction only decides whose block keys are kept. */
function mergeWithMain(state: State, changeRequest: ChangeRequestRow, keysOf: MergeSide): Merged<RevisionContent> {
  const ids = {
    base: baseOf(changeRequest),
    main: state.spaces.get(changeRequest.space).revision,
    changeRequest: changeRequest.revision,
  };
  const markdownOf = (documentId: string) => state.documents.get(documentId).markdown;
  const merged = mergeContent(
    mapSides(ids, id => state.revisions.get(id)),
    { markdownOf, keysOf },
  );
  const write = (document: MergedDocument) => putDocument(state, { space: changeRequest.space, ...document }).id;
  const written = new Map(merged.documents.map(document => [document.page, write(document)]));
  const { value, conflict } = merged;
  return { value: { ...value, pages: withMergedDocuments(value.pages, written) }, conflict };
}

/** Returns the pages with the IDs of their merged documents. */
function withMergedDocuments(pages: PageRow[], written: ReadonlyMap<string, string>): PageRow[] {
  return mapUnlessSame(pages, page => {
    const documentId = written.get(page.id);
    const merged = withPages(page, withMergedDocuments(page.pages, written));
    return documentId === undefined ? merged : { ...merged, documentId };
  });
}

function assertMergeable(changeRequest: ChangeRequestRow): void {
  const { number, status } = changeRequest;
  if (status === 'draft') {
    throw new HttpError(409, `Could not merge #${number}: it is a draft. Set its status to 'open' first.`);
  }
  if (status === 'merged') throw new HttpError(409, `Could not merge #${number}: it is merged already.`);
  assertNotArchived(changeRequest, 'merge');
}
