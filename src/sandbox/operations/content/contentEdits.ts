import type { Schema } from '../../../api/routes.ts';
import { location } from '../../reply/addresses.ts';
import { mustHaveSpaceRight } from '../../access/permissions.ts';
import type { Caller } from '../../caller.ts';
import {
  baseOf,
  changeRequestFor,
  mustNotBeMerged,
  now,
  presentChangeRequest,
} from '../changeRequests/changeRequests.ts';
import type { Act } from '../changeRequests/changeRequests.ts';
import { fetchFiles } from './fileInput.ts';
import type { IncomingFile } from './fileInput.ts';
import { HttpError } from '../../errors.ts';
import { presentFile, putFile } from '../../content/files.ts';
import { deletePage, insertNewPage, revertPage, updatePage } from './pageEdits.ts';
import { withUniquePaths } from '../../content/pagePaths.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import { putRevision } from '../../content/revisions.ts';
import type { ChangeRequestRow, FileRow, PageRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';

export const contentEdits = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content': async ({ body, query, ...input }, caller) => {
    const { space, changeRequest } = changeRequestFor(caller, input);
    mustHaveSpaceRight(caller, 'edit', space);
    mustBeEditable(changeRequest);
    const files = await fetchFiles(caller.download, body.changes);
    // While files were fetched, somebody else may have been quicker: what is edited is what is there now.
    const current = changeRequestFor(caller, input).changeRequest;
    mustBeEditable(current);
    return applyEdits(caller, current, { edits: body.changes, files, isShort: query?.compat ?? true });
  },
} satisfies Partial<Handlers>;

type Edit = Schema<'ContentEdit'>;
type Edited = Schema<'ContentEditResult'>;

/** The content that edits are made to, one after the other. */
export interface Draft {
  readonly state: State;
  readonly space: string;
  readonly act: Act;
  /** The revision that `revert_page` goes back to when it names none. */
  readonly base: string;
  pages: PageRow[];
  files: FileRow[];
  readonly done: Edited['changes'];
  /** New pages and files by the names that the sender has for them. */
  readonly refs: Map<string, string>;
}

interface Edits {
  edits: readonly Edit[];
  /** The bytes of the files that the edits bring, in their order. */
  files: IncomingFile[];
  isShort: boolean;
}

/** Makes a revision of the change request in which all edits are made, and stores it. */
export function applyEdits(caller: Caller, changeRequest: ChangeRequestRow, given: Edits) {
  return caller.transaction(() => makeEdits(caller, changeRequest, given));
}

function makeEdits(caller: Caller, changeRequest: ChangeRequestRow, { edits, files, isShort }: Edits) {
  const { state } = caller;
  const { id: _, ...head } = state.revisions.get(changeRequest.revision);
  const act = now(caller);
  const draft: Draft = {
    state,
    space: changeRequest.space,
    act,
    base: baseOf(changeRequest),
    pages: head.pages,
    files: head.files,
    done: [],
    refs: new Map(),
  };
  const inserted = files.map(file => putFile(state, file));
  for (const [index, { ref }] of files.entries()) if (ref !== undefined) draft.refs.set(ref, inserted[index]?.id ?? '');
  draft.files = [...head.files, ...inserted];
  for (const [index, edit] of edits.entries()) applyEdit(draft, edit, `body.changes[${index}]`);

  const pages = withUniquePaths(draft.pages);
  const revision = putRevision(state, {
    ...head,
    pages,
    files: draft.files,
    parents: [changeRequest.revision],
    type: 'edits',
    createdAt: act.at,
    createdBy: act.by,
  });
  const edited = state.changeRequests.put({ ...changeRequest, revision: revision.id, updatedAt: act.at });
  if (isShort) return ok(presentChangeRequest(caller, edited));
  const path = `/spaces/${edited.space}/change-requests/${edited.id}/content/page`;
  return ok({
    changeRequest: presentChangeRequest(caller, edited),
    changes: draft.done.map(change => withLocation(change, id => location(caller, `${path}/${id}`))),
    ...(inserted.length > 0 && { insertedFiles: inserted.map(file => presentFile(caller, revision, file)) }),
  });
}

/** `field` is where the edit stands in the request, for messages. */
function applyEdit(draft: Draft, edit: Edit, field: string): void {
  switch (edit.operation) {
    case 'update_page':
      return updatePage(draft, edit, field);
    case 'insert_page':
      return insertNewPage(draft, edit, field);
    case 'delete_page':
      return deletePage(draft, edit, field);
    case 'revert_page':
      return revertPage(draft, edit, field);
    case 'insert_files':
      // The files are there already: pages may show them, whatever the order of the edits.
      return;
  }
}

function withLocation(change: Edited['changes'][number], locationOf: (id: string) => string): typeof change {
  if (change.object === 'deleted_page') return change;
  return { ...change, page: { ...change.page, urls: { location: locationOf(change.page.id) } } };
}

export function mustBeEditable(changeRequest: ChangeRequestRow): void {
  mustNotBeMerged(changeRequest, 'edit');
  const { number, status } = changeRequest;
  if (status === 'archived') {
    throw new HttpError(409, `Could not edit #${number}: it is archived. Set its status to 'open' first.`);
  }
}
