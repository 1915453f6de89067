import type { Caller } from '../caller.ts';
import { downloadUrl } from '../content/files.ts';
import { pageFor, pageIndex } from '../content/pages.ts';
import { readStored } from '../content/reading.ts';
import type { Book, BookFile, BookPage } from './book.ts';
import type { ChangeRequestRow, PageRow, RevisionRow, SpaceRow } from '../store/rows.ts';

type Reader = Pick<Caller, 'state' | 'origin'>;

/** A change request at one revision. */
export interface BookSource {
  space: SpaceRow;
  changeRequest: ChangeRequestRow;
  revision: RevisionRow;
}

/** The pages to print: all, one with its descendants, or only one. */
export interface Selection {
  page?: string | undefined;
  only: boolean;
}

/** Collects the input of a PDF: pages in reading order, and the files that they show or link to. */
export function bookOf(reader: Reader, { space, changeRequest, revision }: BookSource, selection: Selection): Book {
  const pages = selected(revision, selection).map(placed => bookPage(reader, revision, placed));
  return {
    title: space.title,
    subtitle: `Change request #${changeRequest.number}${changeRequest.subject && `: ${changeRequest.subject}`}`,
    pages,
    titles: Object.fromEntries([...pageIndex(revision).byId.values()].map(({ page }) => [page.id, page.title])),
    files: filesOf(reader, revision, pages),
  };
}

interface Placed {
  page: PageRow;
  parents: string[];
}

function selected(revision: RevisionRow, { page, only }: Selection): Placed[] {
  if (page === undefined) return flatten(revision.pages, []);
  const first = pageFor(revision, page);
  return only ? [{ page: first, parents: [] }] : flatten([first], []);
}

function flatten(pages: readonly PageRow[], parents: string[]): Placed[] {
  return pages.flatMap(page => {
    if (page.type === 'computed') return flatten(page.pages, parents);
    return [{ page, parents }, ...flatten(page.pages, [...parents, page.id])];
  });
}

/** Returns a page with expressions evaluated and included content inserted, as readers see it. */
function bookPage({ state }: Reader, revision: RevisionRow, { page, parents }: Placed): BookPage {
  const { id, title, description, documentId } = page;
  const document = documentId === undefined ? undefined : state.documents.get(documentId);
  const options = { evaluated: true, dereferenced: true };
  const markdown = document ? readStored({ state, revision, page, document }, options) : '';
  const href = page.href ?? page.target?.url;
  return { id, parents, title, description, href, markdown };
}

/** Returns the files that the pages show or link to. */
function filesOf(reader: Reader, revision: RevisionRow, pages: readonly BookPage[]): Record<string, BookFile> {
  const references = pages.flatMap(({ markdown }) => [...markdown.matchAll(/\/files\/([\w-]+)/g)]);
  const named = new Set(references.map(([, id]) => id));
  const files = revision.files.filter(({ id }) => named.has(id));
  return Object.fromEntries(
    files.map(file => {
      const { id, name, size, contentType, dimensions, blob } = file;
      const content = contentType.startsWith('image/') ? reader.state.blobs.find(blob)?.base64 : undefined;
      return [
        id,
        { name, size, contentType, dimensions, url: downloadUrl(reader, revision, file), base64: content },
      ] as const;
    }),
  );
}
