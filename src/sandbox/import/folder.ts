import type { Caller } from '../caller.ts';
import { now } from '../operations/changeRequests/changeRequests.ts';
import { checkOut } from '../gitSync/checkout.ts';
import { contentOf } from '../gitSync/checkoutContent.ts';
import type { WriteImport } from '../operations/content/contentImport.ts';
import { freeName } from '../content/fileNames.ts';
import type { Folder } from '../gitSync/folder.ts';
import { flatten } from '../content/pageTree.ts';
import { freePath, slugOfTitle } from '../content/pagePaths.ts';
import { withPath } from '../content/pageTree.ts';
import { putRevision } from '../content/revisions.ts';
import type { ChangeRequestRow, FileRow, PageRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';

/** Adds a folder after the pages that are there; `found` is how many pages and files it had. */
export function writeFolder(folder: Folder, found: number): WriteImport {
  return (caller, changeRequest) => caller.transaction(() => add(caller, changeRequest, { folder, found }));
}

function add(caller: Caller, changeRequest: ChangeRequestRow, { folder, found }: { folder: Folder; found: number }) {
  const { state } = caller;
  const { space } = changeRequest;
  const { at, by } = now(caller);
  const { id: _, ...head } = state.revisions.get(changeRequest.revision);
  const origin = state.newId();
  const { content } = contentOf(state, { space, origin, checkout: checkOut(origin, folder), at });
  const documents = flatten(content.pages).flatMap(({ documentId }) => documentId ?? []);
  // Written out at once: what reads them on demand would keep the whole archive.
  for (const id of documents) state.documents.put({ ...state.documents.get(id) });
  const taken = new Set(flatten(head.pages).flatMap(({ path }) => path ?? []));
  const revision = putRevision(state, {
    ...head,
    pages: [...head.pages, ...placed(state, content.pages, taken)],
    files: [...head.files, ...named(content.files, new Set(head.files.map(({ name }) => name)))],
    parents: [changeRequest.revision],
    type: 'edits',
    createdAt: at,
    createdBy: by,
  });
  state.changeRequests.put({ ...changeRequest, revision: revision.id, updatedAt: at });
  return { importedResources: documents.length + content.files.length, totalResources: found };
}

/** The pages with paths that no other page has. */
function placed(state: State, pages: readonly PageRow[], taken: Set<string>): PageRow[] {
  return pages.map(page => {
    // The loader knows groups and links by what they are called, which another import may call them too.
    const own = page.type === 'document' ? page : { ...page, id: state.newId() };
    if (own.path === undefined) return own;
    // What comes first in the folder does not come first in a space that has such a page already.
    const wanted = own.path === '' && taken.has('') ? slugOfTitle(own.title) : own.path;
    const path = freePath(wanted, taken);
    taken.add(path);
    const moved = withPath(own, path);
    return { ...moved, pages: placed(state, moved.pages, taken) };
  });
}

/** The files with names that no other file has. */
function named(files: readonly FileRow[], taken: Set<string>): FileRow[] {
  return files.map(file => {
    const name = freeName(file.name, taken);
    taken.add(name);
    return { ...file, name };
  });
}
