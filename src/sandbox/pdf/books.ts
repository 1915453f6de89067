import type { Caller } from '../caller.ts';
import { downloadUrl } from '../content/files.ts';
import { pageFor, pageIndex } from '../content/pages.ts';
import { readStored } from '../content/reading.ts';
import type { Book, BookFile, BookPage } from './book.ts';
import type { ChangeRequestRow, PageRow, RevisionRow, SpaceRow } from '../store/rows.ts';

type Reader = Pick<Caller, 'state' | 'origin'>;

/** A change request as it was at one revision. */
export interface BookSource {
  space: SpaceRow;
  changeRequest: ChangeRequestRow;
  revision: RevisionRow;
}

/** Which of the pages are printed: all, one with those below it, or just that one. */
export interface Selection {
  page?: string | undefined;
  only: boolean;
}

/** Collects what a PDF is made of: pages in reading order, and the files that they show or lead to. */
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
  if (page === undefined) return inOrder(revision.pages, []);
  const first = pageFor(revision, page);
  return only ? [{ page: first, parents: [] }] : inOrder([first], []);
}

function inOrder(pages: readonly PageRow[], parents: string[]): Placed[] {
  return pages.flatMap(page => {
    if (page.type === 'computed') return inOrder(page.pages, parents);
    return [{ page, parents }, ...inOrder(page.pages, [...parents, page.id])];
  });
}

/** A page as its readers see it. */
function bookPage({ state }: Reader, revision: RevisionRow, { page, parents }: Placed): BookPage {
  const { id, title, description, documentId } = page;
  const document = documentId === undefined ? undefined : state.documents.get(documentId);
  const options = { evaluated: true, dereferenced: true };
  const markdown = document ? readStored({ state, revision, page, document }, options) : '';
  const href = page.href ?? page.target?.url;
  return { id, parents, title, description, href, markdown };
}

/** The files that pages show or lead to. */
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
