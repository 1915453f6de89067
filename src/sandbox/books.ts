import { textOfNodes } from '../api/document.ts';
import type { DocumentNode } from '../api/document.ts';
import type { Caller } from './callers.ts';
import { toDocument } from './document.ts';
import { downloadUrl } from './files.ts';
import { pageFor, pageIndex } from './pages.ts';
import type { Book, BookFile, BookPage } from './pdf/book.ts';
import type { Selection } from './pdfs.ts';
import type { ChangeRequestRow, PageRow, RevisionRow, SpaceRow } from './rows.ts';

type Reader = Pick<Caller, 'state' | 'origin'>;

interface Source {
  space: SpaceRow;
  changeRequest: ChangeRequestRow;
  revision: RevisionRow;
}

/** Collects what a PDF is made of: pages in reading order, and the files that they show or lead to. */
export function bookOf(reader: Reader, { space, changeRequest, revision }: Source, selection: Selection): Book {
  const pages = selected(revision, selection).map(({ page, parents }) => bookPage(reader, page, parents));
  const named = filesIn(pages.flatMap(page => page.nodes));
  return {
    title: space.title,
    subtitle: `Change request #${changeRequest.number}${changeRequest.subject && `: ${changeRequest.subject}`}`,
    pages,
    titles: Object.fromEntries([...pageIndex(revision).byId.values()].map(({ page }) => [page.id, page.title])),
    files: filesOf(reader, revision, named),
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
  return pages.flatMap(page => [{ page, parents }, ...inOrder(page.pages, [...parents, page.id])]);
}

function bookPage({ state }: Reader, row: PageRow, parents: string[]): BookPage {
  const { id, title, description, documentId } = row;
  const markdown = documentId === undefined ? '' : state.documents.get(documentId).markdown;
  const href = row.href ?? row.target?.url;
  // Keys are for comments; working them out would take longer than all else.
  return { id, parents, title, description, href, nodes: withoutTitle(toDocument(markdown, []).nodes, title) };
}

/** Many pages begin with their title once more. */
function withoutTitle(nodes: DocumentNode[], title: string): DocumentNode[] {
  const [first, ...others] = nodes;
  return first?.type === 'heading-1' && textOfNodes([first]) === title.trim() ? others : nodes;
}

/** The IDs of the files that nodes refer to. */
function filesIn(nodes: readonly DocumentNode[]): Set<string> {
  return new Set(
    nodes.flatMap(node => {
      const { file } = (node.data?.['ref'] ?? {}) as { file?: string };
      const below = node.object === 'text' ? [] : filesIn([...(node.nodes ?? []), ...(node.fragments ?? [])]);
      return [...(file === undefined ? [] : [file]), ...below];
    }),
  );
}

function filesOf(reader: Reader, revision: RevisionRow, named: ReadonlySet<string>): Record<string, BookFile> {
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
