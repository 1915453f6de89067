import { isId } from '../../api/normalize.ts';
import type { Schema } from '../../api/routes.ts';
import { withoutInvisible } from '../../api/escape.ts';

/** A page. Pages of unknown types may have no text and are no documents then. */
export type Page = Schema<'Page'> & { hasNoText?: true };
export type File = Schema<'File'>;

/** A page and its path below the folder of its version. */
export interface PageEntry {
  page: Page;
  path: string;
}

export interface FileEntry {
  file: File;
  path: string;
}

/** The paths of the pages of a version, in the layout of Git Sync. */
export interface PageLayout {
  /** The pages in the order of the service. */
  pages: Page[];
  byPath: Map<string, PageEntry>;
  byId: Map<string, PageEntry>;
}

export interface FileLayout {
  byPath: Map<string, FileEntry>;
  byId: Map<string, FileEntry>;
}

/**
 * Assigns paths: a page without children is `<path>.md`, one with children `<path>/README.md`. Groups, links and
 * computed pages are no documents.
 */
export function layoutPages(pages: Page[]): PageLayout {
  const layout: PageLayout = { pages, byPath: new Map(), byId: new Map() };
  const addPage = (page: Page) => {
    if (isDocument(page)) {
      const path = freePath(layout.byPath, pathOfPage(page), page.id);
      const entry = { page, path };
      layout.byPath.set(path, entry);
      layout.byId.set(page.id, entry);
    }
    page.pages?.forEach(addPage);
  };
  pages.forEach(addPage);
  return layout;
}

/** Assigns paths in `.assets/`. The ID is added to the names of files that share one. */
export function layoutFiles(files: File[]): FileLayout {
  const layout: FileLayout = { byPath: new Map(), byId: new Map() };
  const names = files.map(({ name }) => withoutInvisible(name));
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const [index, file] of files.entries()) {
    const name = names[index] ?? '';
    const isAlone = uses.get(name) === 1 && isSafeSegment(name);
    const path = `.assets/${isAlone ? name : nameWithId(file.id, name)}`;
    const entry = { file, path };
    layout.byPath.set(path, entry);
    layout.byId.set(file.id, entry);
  }
  return layout;
}

/** Iterates over pages and all their descendants, in the order of the table of contents. */
export function* withChildren(pages: readonly Page[]): Generator<Page> {
  for (const page of pages) {
    yield page;
    yield* withChildren(page.pages ?? []);
  }
}

/** Returns whether a page has text of its own. */
export function isDocument(page: Page): boolean {
  return page.type !== 'group' && page.type !== 'link' && page.type !== 'computed' && !page.hasNoText;
}

/** Returns whether this extension does not know the type of a page. "sheet" is the former name of a document. */
export function isUnknownPageType({ type }: Page): boolean {
  return !['document', 'sheet', 'group', 'link', 'computed'].includes(type);
}

/**
 * Returns pages and groups by the folders of their children. A page without children has a folder, too, so that one can
 * be added there.
 */
export function foldersOf(layout: PageLayout): Map<string, Page> {
  const folders = new Map<string, Page>();
  for (const page of withChildren(layout.pages)) {
    const path = layout.byId.get(page.id)?.path ?? (page.type === 'group' ? pathOfPage(page) : 'README.md');
    const folder = path.replace(/(?:\/README)?\.md$/, '');
    if (path !== 'README.md' && !folders.has(folder)) folders.set(folder, page);
  }
  return folders;
}

/** Returns the folders and documents directly in a folder, by name. */
export function entriesIn(folder: string, paths: Iterable<string>): Map<string, 'folder' | 'document'> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const entries = new Map<string, 'folder' | 'document'>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    if (name === '') continue;
    entries.set(name, deeper.length > 0 ? 'folder' : 'document');
  }
  return entries;
}

function pathOfPage(page: Page): string {
  const path = (page.path ?? page.slug ?? '').replace(/^\/+|\/+$/g, '');
  if (path === '') return 'README.md';
  // A path that would leave its folder, or lead to the files, is replaced by the ID of the page.
  const segments = path.split('/').map(withoutInvisible);
  const isSafe = segments.every(isSafeSegment) && segments[0] !== '.assets';
  const safe = isSafe ? segments.join('/') : segmentOf(page.id);
  return page.pages?.some(isDocument) ? `${safe}/README.md` : `${safe}.md`;
}

function isSafeSegment(segment: string): boolean {
  return isId(segment) && !/[\\/\t\n]/.test(segment) && withoutInvisible(segment) === segment;
}

/** Returns an ID as a safe part of a path. The server may send anything as an ID. */
function segmentOf(id: string): string {
  return isSafeSegment(id) ? id : `id-${encodeURIComponent(id.toWellFormed()).replaceAll('.', '%2E')}`;
}

function freePath(taken: Map<string, unknown>, path: string, id: string): string {
  let free = path;
  while (taken.has(free)) free = free.replace(/\.md$/, `-${segmentOf(id)}.md`);
  return free;
}

function nameWithId(id: string, name: string): string {
  const [, base = '', ending = ''] = /^(.*?)(\.[\w]+)?$/s.exec(name) ?? [];
  const safe = isSafeSegment(base) ? `${base}-` : '';
  return `${safe}${segmentOf(id)}${ending}`;
}
