import type { Schema } from '../../api/routes.ts';
import { appUrl } from '../reply/addresses.ts';
import type { Caller } from '../caller.ts';
import { HttpError } from '../errors.ts';
import { gitId } from './files.ts';
import type { PageRow, RevisionRow } from '../store/rows.ts';
import { omit } from '../store/omit.ts';

/** A page in its tree. */
interface PageInTree {
  page: PageRow;
  parent: PageRow | undefined;
}

interface PageIndex {
  byId: ReadonlyMap<string, PageInTree>;
  byPath: ReadonlyMap<string, PageRow>;
}

const indexes = new WeakMap<RevisionRow, PageIndex>();

/** Returns the index of a revision's pages; parents come before their children. */
export function pageIndex(revision: RevisionRow): PageIndex {
  const known = indexes.get(revision) ?? indexPages(revision.pages);
  indexes.set(revision, known);
  return known;
}

function indexPages(pages: readonly PageRow[]): PageIndex {
  const byId = new Map<string, PageInTree>();
  const byPath = new Map<string, PageRow>();
  const visit = (siblings: readonly PageRow[], parent: PageRow | undefined, above: Place) => {
    for (const [index, page] of siblings.entries()) {
      const place = [...above, index];
      rememberPlace(page.id, place);
      byId.set(page.id, { page, parent });
      if (page.path !== undefined) byPath.set(page.path, page);
      visit(page.pages, page, place);
    }
  };
  visit(pages, undefined, []);
  return { byId, byPath };
}

/** The child indexes that lead to a page, from the top down. */
type Place = readonly number[];

/** The last known place of each page. Most edits keep it, so that few revisions need an index. */
const places = new Map<string, Place>();
const maxPlaces = 50_000;

function rememberPlace(id: string, place: Place): void {
  if (places.size >= maxPlaces) places.clear();
  places.set(id, place);
}

export function pageWith(revision: RevisionRow, id: string): PageRow | undefined {
  const candidate = indexes.has(revision) ? undefined : pageIn(revision.pages, places.get(id) ?? []);
  return candidate?.id === id ? candidate : pageIndex(revision).byId.get(id)?.page;
}

function pageIn(pages: readonly PageRow[], place: Place): PageRow | undefined {
  let page: PageRow | undefined;
  for (const index of place) page = (page?.pages ?? pages)[index];
  return page;
}

export function pageFor(revision: RevisionRow, pageId: string): PageRow {
  const page = pageWith(revision, pageId);
  if (page) return page;
  throw new HttpError(404, `No page has the ID '${pageId}' in the revision '${revision.id}'.`);
}

export function pageAt(revision: RevisionRow, path: string): PageRow {
  const page = pageIndex(revision).byPath.get(path.replace(/^\/+|\/+$/g, ''));
  if (page) return page;
  throw new HttpError(404, `There is no page at '${path}' in the revision '${revision.id}'.`);
}

/** Returns the path of a page in Git Sync: its original file, otherwise README.md in its folder if it has children. */
export function gitPathOf({ path = '', source, pages }: PageRow): string {
  if (source?.path === path) return source.file;
  if (path === '') return 'README.md';
  return pages.length > 0 ? `${path}/README.md` : `${path}.md`;
}

interface Edition {
  revision: RevisionRow;
  path: string;
}

/** The layout of a page without layout settings. */
export const defaultLayout = {
  width: 'default',
  cover: true,
  coverSize: 'hero',
  title: true,
  description: true,
  tableOfContents: true,
  outline: true,
  pagination: true,
  metadata: true,
};

/** Options of presenting pages: add Git metadata, and replace computed pages by their results. */
interface PageOptions {
  git: boolean;
  computed?: boolean;
}

export function presentPages(caller: Caller, edition: Edition, options: PageOptions): Schema<'Page'>[] {
  return siblings(caller, edition, edition.revision.pages, options);
}

function siblings(caller: Caller, edition: Edition, pages: readonly PageRow[], options: PageOptions): Schema<'Page'>[] {
  return pages.flatMap(page => {
    const isComputed = page.type === 'computed' && (options.computed ?? true);
    return isComputed ? siblings(caller, edition, page.pages, options) : [presentPage(caller, edition, page, options)];
  });
}

export function presentPage(caller: Caller, edition: Edition, page: PageRow, options: PageOptions): Schema<'Page'> {
  if (page.type === 'link') return omit(page, 'slug', 'pages', 'source');
  if (page.type === 'computed') return omit(page, 'slug', 'pages');
  const { documentId } = page;
  const isDocument = page.type === 'document';
  // Computed pages are not written, so they have neither a document nor a file of Git Sync.
  const isWritten = documentId !== undefined && page.computed === undefined;
  return {
    ...(isWritten ? omit(page, 'source') : omit(page, 'source', 'documentId')),
    ...(isDocument && { hidden: page.hidden ?? false, layout: { ...defaultLayout, ...page.layout } }),
    pages: siblings(caller, edition, page.pages, options),
    ...(options.git && isWritten && { git: { oid: gitId(documentId), path: gitPathOf(page) } }),
    ...(isDocument && { urls: { app: appUrl(caller, `${edition.path}/${page.path ?? ''}`) } }),
  };
}
