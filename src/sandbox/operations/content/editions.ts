import type { Schema } from '../../../api/routes.ts';
import { appUrl } from '../../reply/addresses.ts';
import { spaceFor } from '../../access/findOrRefuse.ts';
import type { Caller } from '../../caller.ts';
import { changeRequestFor, presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { HttpError } from '../../errors.ts';
import { gitId, presentFile } from '../../content/files.ts';
import { presentPages } from '../../content/pages.ts';
import type { RevisionRow, SpaceRow } from '../../store/rows.ts';

/** The content that a route addresses: the main content, a revision or a change request. */
export interface Edition {
  space: SpaceRow;
  revision: RevisionRow;
  /** The path of the space, revision or change request that has the content. */
  path: string;
}

export function mainEdition(caller: Caller, { spaceId }: { spaceId: string }): Edition {
  const space = spaceFor(caller, spaceId);
  return { space, revision: caller.state.revisions.get(space.revision), path: `/spaces/${space.id}` };
}

export function revisionEdition(
  caller: Caller,
  { spaceId, revisionId }: { spaceId: string; revisionId: string },
): Edition {
  const space = spaceFor(caller, spaceId);
  const revision = caller.state.revisions.find(revisionId);
  if (revision?.space === space.id) return { space, revision, path: `/spaces/${space.id}/revisions/${revision.id}` };
  throw new HttpError(404, `The space '${space.title}' has no revision with the ID '${revisionId}'.`);
}

export function changeRequestEdition(caller: Caller, input: { spaceId: string; changeRequestId: string }): Edition {
  const { space, changeRequest } = changeRequestFor(caller, input);
  const path = `/spaces/${space.id}/change-requests/${changeRequest.number}`;
  return { space, revision: caller.state.revisions.get(changeRequest.revision), path };
}

/** The parameters `metadata` and `computed` of a request. */
interface RevisionOptions {
  git: boolean;
  computed?: boolean;
}

export function presentRevision(
  caller: Caller,
  { revision, path }: Edition,
  options: RevisionOptions,
): Schema<'Revision'> {
  const { id, parents, createdAt, type, variables, files } = revision;
  return {
    object: 'revision',
    id,
    parents,
    createdAt,
    type,
    variables,
    pages: presentPages(caller, { revision, path }, options),
    files: files.map(file => presentFile(caller, revision, file, options)),
    reusableContents: revision.reusableContents.map(content => presentReusableContent(content, options)),
    ...presentMergedFrom(caller, revision),
    ...(type === 'computed' && parents[0] !== undefined && { sourceRevision: parents[0] }),
    urls: { app: appUrl(caller, path) },
  };
}

export function presentReusableContent(
  { path, ...content }: RevisionRow['reusableContents'][number],
  options: RevisionOptions,
): Schema<'ReusableContent'> {
  return { ...content, ...(options.git && path !== undefined && { git: { oid: gitId(content.document), path } }) };
}

export function presentMergedFrom(caller: Caller, { mergedFrom }: RevisionRow) {
  const changeRequest = mergedFrom === undefined ? undefined : caller.state.changeRequests.find(mergedFrom);
  return changeRequest ? { mergedFrom: presentChangeRequest(caller, changeRequest) } : {};
}
