import { mustHaveSpaceRight } from '../../access/permissions.ts';
import { baseOf, changeRequestFor, isOutdated, mustNotBeMerged, now } from './changeRequests.ts';
import type { Act } from './changeRequests.ts';
import { putDocument } from '../../content/documents.ts';
import { HttpError } from '../../errors.ts';
import { mergeContent } from '../../content/merge/mergeContent.ts';
import type { Content, MergeDocuments } from '../../content/merge/mergeContent.ts';
import { mapSides, mergeMarkdown } from '../../content/merge/mergeMarkdown.ts';
import type { Merged } from '../../content/merge/mergeMarkdown.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { putRevision } from '../../content/revisions.ts';
import type { ChangeRequestRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

export const merging = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge': (input, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    mustHaveSpaceRight(caller, 'merge', space);
    mustBeMergeable(changeRequest);
    const { revision, conflict } = mergeChangeRequest(caller.state, changeRequest, now(caller));
    return ok({ revision, result: conflict ? 'conflicts' : 'merge' });
  },

  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update': (input, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    mustHaveSpaceRight(caller, 'edit', space);
    mustNotBeMerged(changeRequest, 'update');
    mustNotBeArchived(changeRequest, 'update');
    const { revision, conflict } = updateChangeRequest(caller.state, changeRequest, now(caller));
    return ok({ revision, result: conflict ? 'conflicts' : 'update' });
  },
} satisfies Partial<Handlers>;

interface Outcome {
  revision: string;
  /** Whether both versions of something had to be kept: the merge is made all the same. */
  conflict: boolean;
}

/** Makes the main content take in what the change request changed. */
export function mergeChangeRequest(
  state: State,
  changeRequest: ChangeRequestRow,
  { by, at, id }: Act & { id?: string },
): Outcome {
  const space = state.spaces.get(changeRequest.space);
  const { value, conflict } = mergeWithMain(state, changeRequest, 'main');
  const revision = putRevision(state, {
    ...value,
    ...(id !== undefined && { id }),
    space: space.id,
    parents: [space.revision, changeRequest.revision],
    type: 'merge',
    mergedFrom: changeRequest.id,
    createdAt: at,
    createdBy: by,
  });
  state.spaces.put({ ...space, revision: revision.id, updatedAt: at });
  state.changeRequests.put({
    ...changeRequest,
    status: 'merged',
    revisionMerged: revision.id,
    updatedAt: at,
    mergedAt: at,
    mergedBy: by,
  });
  return { revision: revision.id, conflict };
}

/** Makes the change request take in what became of the main content. */
function updateChangeRequest(
  state: State,
  changeRequest: ChangeRequestRow,
  { by, at, id }: Act & { id?: string },
): Outcome {
  if (!isOutdated(state, changeRequest)) return { revision: changeRequest.revision, conflict: false };
  const space = state.spaces.get(changeRequest.space);
  const { value, conflict } = mergeWithMain(state, changeRequest, 'changeRequest');
  const revision = putRevision(state, {
    ...value,
    ...(id !== undefined && { id }),
    space: space.id,
    parents: [changeRequest.revision, space.revision],
    type: 'update',
    createdAt: at,
    createdBy: by,
  });
  const { id: head } = revision;
  const revisionMergedAncestor = space.revision;
  state.changeRequests.put({ ...changeRequest, revision: head, revisionMergedAncestor, updatedAt: at });
  return { revision: head, conflict };
}

/** Both directions give the same content; `keysOf` is the side whose nodes keep their keys where the sides differ. */
function mergeWithMain(
  state: State,
  changeRequest: ChangeRequestRow,
  keysOf: 'main' | 'changeRequest',
): Merged<Content> {
  const ids = {
    base: baseOf(changeRequest),
    main: state.spaces.get(changeRequest.space).revision,
    changeRequest: changeRequest.revision,
  };
  const revisions = mapSides(ids, id => state.revisions.get(id));
  return mergeContent(revisions, documentMerger(state, keysOf));
}

function documentMerger(state: State, keysOf: 'main' | 'changeRequest'): MergeDocuments {
  return ids => {
    if (ids.changeRequest === ids.main || ids.changeRequest === ids.base) return { value: ids.main, conflict: false };
    if (ids.main === ids.base) return { value: ids.changeRequest, conflict: false };
    const sides = mapSides(ids, id => (id === undefined ? undefined : state.documents.get(id)));
    const kept = sides[keysOf] ?? sides.main ?? sides.changeRequest;
    if (!kept) return { value: undefined, conflict: false };
    const { value: markdown, conflict } = mergeMarkdown(mapSides(sides, document => document?.markdown ?? ''));
    const others = [sides.main, sides.changeRequest].filter(document => document && document !== kept);
    const previous = [kept, ...others].map(document => document?.id).filter(id => id !== undefined);
    return { value: putDocument(state, { space: kept.space, page: kept.page, markdown, previous }).id, conflict };
  };
}

function mustBeMergeable(changeRequest: ChangeRequestRow): void {
  const { number, status } = changeRequest;
  if (status === 'draft') {
    throw new HttpError(409, `Could not merge #${number}: it is a draft. Set its status to 'open' first.`);
  }
  if (status === 'merged') throw new HttpError(409, `Could not merge #${number}: it is merged already.`);
  mustNotBeArchived(changeRequest, 'merge');
}

function mustNotBeArchived({ number, status }: ChangeRequestRow, verb: string): void {
  if (status !== 'archived') return;
  throw new HttpError(409, `Could not ${verb} #${number}: it is archived. Set its status to 'open' first.`);
}
