import type { Schema } from '../../../api/routes.ts';
import type { Caller } from '../../caller.ts';
import { presentFile, putFile } from '../../content/files.ts';
import { apiUrl } from '../../reply/addresses.ts';
import { ok } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { FileRow } from '../../store/rows.ts';
import { presentChangeRequest } from '../changeRequests/changeRequests.ts';
import { findDestinationsOf, storeKeysLater } from '../../content/largeDocuments.ts';
import { readFrontMatter } from '../../content/markdown/frontMatter.ts';
import { markdownOf } from './contentInput.ts';
import { draftOf, editableFor, storeDraft } from './draft.ts';
import type { ContentDraft } from './draft.ts';
import { fetchInputFiles } from './fileInput.ts';
import type { IncomingFile } from './fileInput.ts';
import { deletePage, insertNewPage, revertPage, updatePage } from './pageEdits.ts';

export const contentEdits = {
  'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content': async ({ body, query, ...input }, caller) => {
    editableFor(caller, input);
    const files = await fetchInputFiles(caller.download, body.changes);
    const destinations = await findDestinationsOf(caller, textsOf(body.changes));
    return () => {
      // Another user may have edited while files were fetched, so the edits apply to the current revision.
      const draft = draftOf(caller, editableFor(caller, input), { destinations });
      const inserted = insertFiles(draft, files);
      applyEdits(draft, body.changes);
      const { changeRequest, revision } = storeDraft(draft);
      storeKeysLater(caller, draft.written);
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

/** Returns the new Markdown of pages, without front matter. */
function textsOf(edits: readonly Edit[]): string[] {
  return edits.flatMap(edit =>
    'document' in edit && edit.document ? [readFrontMatter(markdownOf(edit.document)).markdown] : [],
  );
}

export function insertFiles(draft: ContentDraft, files: readonly IncomingFile[]): FileRow[] {
  const inserted = files.map(file => putFile(draft.state, file));
  for (const [index, { ref }] of files.entries()) if (ref !== undefined) draft.refs.set(ref, inserted[index]?.id ?? '');
  if (inserted.length > 0) draft.files = [...draft.files, ...inserted];
  return inserted;
}

export function applyEdits(draft: ContentDraft, edits: readonly Edit[]): void {
  for (const [index, edit] of edits.entries()) applyEdit(draft, edit, `body.changes[${index}]`);
}

/** Applies an edit; `field` is its path in the request, for error messages. */
function applyEdit(draft: ContentDraft, edit: Edit, field: string): void {
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
      // Files are inserted before all edits, so that pages may show them whatever the order of the edits.
      return;
  }
}

/** Returns the applied changes, with the addresses of pages that still exist. */
function changesOf(caller: Caller, { changeRequest, done }: ContentDraft): ContentDraft['done'] {
  const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.id}/content/page`;
  return done.map(change => {
    if (change.object === 'deleted_page') return change;
    const urls = { location: apiUrl(caller, `${path}/${change.page.id}`) };
    return { ...change, page: { ...change.page, urls } };
  });
}
