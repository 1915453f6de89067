import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { presentFile, putFile } from '../../content/files.ts';
import { location } from '../../reply/addresses.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { FileRow } from '../../store/rows.ts';
import { presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { findDestinations, keepKeysLater } from '../../content/largeDocuments.ts';
import { readFrontMatter } from '../../content/markdown/frontMatter.ts';
import { markdownOf } from './contentInput.ts';
import { draftOf, editableFor, storeDraft } from './draft.ts';
import type { Draft } from './draft.ts';
import { fetchFiles } from './fileInput.ts';
import type { IncomingFile } from './fileInput.ts';
import { deletePage, insertNewPage, revertPage, updatePage } from './pageEdits.ts';

export const contentEdits = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content': async ({ body, query, ...input }, caller) => {
    editableFor(caller, input);
    const files = await fetchFiles(caller.download, body.changes);
    const destinations = await findDestinations(caller, textsOf(body.changes));
    return () => {
      // While files were fetched, somebody else may have been quicker: what is edited is what is there now.
      const draft = draftOf(caller, editableFor(caller, input), { destinations });
      const inserted = insertFiles(draft, files);
      applyEdits(draft, body.changes);
      const { changeRequest, revision } = storeDraft(draft);
      keepKeysLater(caller, draft.written);
      const presented = presentChangeRequest(caller, changeRequest);
      if (query?.compat ?? true) return ok(presented);
      return ok({
        changeRequest: presented,
        changes: changesOf(caller, draft),
        ...(inserted.length > 0 && { insertedFiles: inserted.map(file => presentFile(caller, revision, file)) }),
      });
    };
  },
} satisfies Partial<Handlers>;

type Edit = Schema<'ContentEdit'>;

/** The Markdown that pages are given, without front matter. */
function textsOf(edits: readonly Edit[]): string[] {
  return edits.flatMap(edit =>
    'document' in edit && edit.document ? [readFrontMatter(markdownOf(edit.document)).markdown] : [],
  );
}

/** Adds files to a draft. */
export function insertFiles(draft: Draft, files: readonly IncomingFile[]): FileRow[] {
  const inserted = files.map(file => putFile(draft.state, file));
  for (const [index, { ref }] of files.entries()) if (ref !== undefined) draft.refs.set(ref, inserted[index]?.id ?? '');
  if (inserted.length > 0) draft.files = [...draft.files, ...inserted];
  return inserted;
}

/** Makes all edits to a draft. */
export function applyEdits(draft: Draft, edits: readonly Edit[]): void {
  for (const [index, edit] of edits.entries()) applyEdit(draft, edit, `body.changes[${index}]`);
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

/** What was done, with the addresses of the pages that there are. */
function changesOf(caller: Caller, { changeRequest, done }: Draft): Draft['done'] {
  const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.id}/content/page`;
  return done.map(change => {
    if (change.object === 'deleted_page') return change;
    const urls = { location: location(caller, `${path}/${change.page.id}`) };
    return { ...change, page: { ...change.page, urls } };
  });
}
