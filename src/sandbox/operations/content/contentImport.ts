import type { RequestInput } from '../../../api/routes.ts';
import { withFreeNames } from '../../content/fileNames.ts';
import { findDestinationsOf, storeKeysLater } from '../../content/largeDocuments.ts';
import { readFrontMatter } from '../../content/markdown/frontMatter.ts';
import { freePath, slugOfTitle } from '../../content/pagePaths.ts';
import { flatten, withPath } from '../../content/pageTree.ts';
import { HttpError } from '../../errors.ts';
import { checkOut } from '../../gitSync/checkout.ts';
import { checkoutContent } from '../../gitSync/checkoutContent.ts';
import { readArchive } from '../../import/archive.ts';
import type { Imported, ImportedFolder, ImportedPage } from '../../import/imported.ts';
import { readMarkdownPage, readWebPage } from '../../import/page.ts';
import type { ImportSource } from '../../import/page.ts';
import { createdQuietly } from '../../reply/answers.ts';
import type { Handlers } from '../../reply/answers.ts';
import type { PageRow } from '../../store/rows.ts';
import type { State } from '../../store/state.ts';
import { applyEdits, insertFiles } from './contentEdits.ts';
import { draftOf, editableFor, storeDraft } from './draft.ts';
import type { ContentDraft } from './draft.ts';

const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content/import';

export const contentImport = {
  [route]: async ({ body, ...input }, caller) => {
    editableFor(caller, input);
    const imported = await readSource(caller, body);
    const destinations = await importedDestinations(caller, imported);
    return () => {
      // Another user may have edited while the source was fetched, so the import adds to the current revision.
      const draft = draftOf(caller, editableFor(caller, input), { destinations });
      const importedResources = addImported(draft, imported);
      const { revision } = storeDraft(draft);
      storeKeysLater(caller, draft.written);
      return createdQuietly({ revision: revision.id, importedResources, totalResources: imported.totalCount });
    };
  },
} satisfies Partial<Handlers>;

async function readSource(
  importer: ImportSource,
  { source, url }: RequestInput<typeof route>['body'],
): Promise<Imported> {
  switch (source) {
    case 'markdown':
      return readMarkdownPage(importer, url);
    case 'html':
      return readWebPage(importer, url);
    case 'zip':
    case 'notion':
    case 'confluence':
    case 'google-docs':
      return readArchive(importer, url, archives[source]);
    case 'website':
    case 'docx':
    case 'github-wiki': {
      const reason = `body.source is '${source}', which the sandbox does not read`;
      throw new HttpError(400, `Could not import: ${reason}. ${others[source]}`);
    }
  }
}

/** Advice for a source that is a zip: exports of these services are folders of Markdown or HTML. */
const archives = {
  zip: 'Give the address of a zip of Markdown or HTML files.',
  notion: "Export from Notion as 'Markdown & CSV' or 'HTML', and give the address of the zip.",
  confluence: "Export the space from Confluence as 'HTML', and give the address of the zip.",
  'google-docs': "Download the document from Google Docs as 'Web page', and give the address of the zip.",
};

/** Advice for sources that the sandbox cannot read. */
const others = {
  website: "Import its pages one by one, with the source 'html'.",
  docx: "Save the document as HTML or Markdown, and import that with the source 'html' or 'markdown'.",
  'github-wiki': "Clone the wiki, and import a zip of its files with the source 'zip'.",
};

/** Returns the link destinations of a large page; a folder brings its own. */
export async function importedDestinations(
  caller: ImportSource,
  imported: Imported,
): Promise<ContentDraft['destinations']> {
  return imported.kind === 'page'
    ? findDestinationsOf(caller, [readFrontMatter(imported.markdown).markdown])
    : imported.destinations;
}

/** Adds imported pages and files to a draft. Returns their number. */
export function addImported(draft: ContentDraft, imported: Imported): number {
  return imported.kind === 'page' ? addPage(draft, imported) : addFolder(draft, imported);
}

function addPage(draft: ContentDraft, { title, markdown, pictures }: ImportedPage): number {
  const files = withFreeNames(pictures, draft.files);
  const rows = insertFiles(draft, files);
  for (const [index, { target }] of files.entries()) draft.resolved.set(target, `/files/${rows[index]?.id ?? ''}`);
  applyEdits(draft, [{ operation: 'insert_page', title, document: { markdown } }]);
  return 1 + files.length;
}

/** Adds a folder after the existing pages. Returns the number of documents and files. */
function addFolder(draft: ContentDraft, { folder, destinations }: ImportedFolder): number {
  const { state, changeRequest, act } = draft;
  const origin = state.newId();
  const { id: space, organization } = state.spaces.get(changeRequest.space);
  const version = { space, organization, origin, checkout: checkOut(origin, folder), at: act.at, destinations };
  const { content } = checkoutContent(state, version);
  const ofPages = flatten(content.pages).flatMap(({ documentId }) => documentId ?? []);
  const documents = [...ofPages, ...content.reusableContents.map(({ document }) => document)];
  // The texts are stored now, because lazy documents would keep the whole archive in memory.
  for (const id of documents) state.documents.put({ ...state.documents.get(id) });
  const taken = new Set(flatten(draft.pages).flatMap(({ path }) => path ?? []));
  draft.pages = [...draft.pages, ...withFreePaths(state, content.pages, taken)];
  draft.files = [...draft.files, ...withFreeNames(content.files, draft.files)];
  draft.variables = { ...content.variables, ...draft.variables };
  draft.reusableContents = [...draft.reusableContents, ...content.reusableContents];
  return documents.length + content.files.length;
}

/** Returns the pages with paths that no other page has. */
function withFreePaths(state: State, pages: readonly PageRow[], taken: Set<string>): PageRow[] {
  return pages.map(page => {
    // The loader derives the IDs of groups and links from their titles, so another import may produce equal ones.
    const isKnownByName = page.type === 'group' || page.type === 'link';
    const imported = isKnownByName ? { ...page, id: state.newId() } : page;
    if (imported.path === undefined) return { ...imported, pages: withFreePaths(state, imported.pages, taken) };
    // The first page of the folder has the empty path, which the space may use already.
    const wanted = imported.path === '' && taken.has('') ? slugOfTitle(imported.title) : imported.path;
    const path = freePath(wanted, taken);
    taken.add(path);
    const moved = withPath(imported, path);
    return { ...moved, pages: withFreePaths(state, moved.pages, taken) };
  });
}
