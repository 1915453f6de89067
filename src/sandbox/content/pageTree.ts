import { freePath, joinPath, lastSegment } from './pagePaths.ts';
import type { PageRow } from '../store/rows.ts';

/** The placement of a page: the page or group above it (undefined is the top), and its index (default: the end). */
export interface TreePosition {
  parent: string | undefined;
  index?: number | undefined;
}

/** The depth limit of pages, so that every recursion over them ends. */
export const deepestLevel = 100;

/** Returns all pages of a tree, parents before their children. */
export function flatten(pages: readonly PageRow[]): PageRow[] {
  const all: PageRow[] = [];
  const visit = (siblings: readonly PageRow[]) => {
    for (const page of siblings) {
      all.push(page);
      visit(page.pages);
    }
  };
  visit(pages);
  return all;
}

/** Returns the depth of a tree; 0 for no pages. */
export function levelsOf(pages: readonly PageRow[]): number {
  return pages.reduce((levels, page) => Math.max(levels, 1 + levelsOf(page.pages)), 0);
}

/** Returns the level of a page, 1 at the top; 0 if `id` is undefined or there is no such page. */
export function levelOf(pages: readonly PageRow[], id: string | undefined, level = 1): number {
  for (const page of id === undefined ? [] : pages) {
    const pageLevel = page.id === id ? level : levelOf(page.pages, id, level + 1);
    if (pageLevel > 0) return pageLevel;
  }
  return 0;
}

export function findPage(pages: readonly PageRow[], id: string): PageRow | undefined {
  for (const page of pages) {
    const match = page.id === id ? page : findPage(page.pages, id);
    if (match) return match;
  }
  return undefined;
}

/** Maps the pages, and returns the given array if none changed, so that an edit does not copy the whole tree. */
export function mapUnlessSame(pages: PageRow[], change: (page: PageRow) => PageRow): PageRow[] {
  if (pages.length === 0) return pages;
  const mapped = pages.map(change);
  return mapped.every((page, index) => page === pages[index]) ? pages : mapped;
}

export function withPages(page: PageRow, pages: PageRow[]): PageRow {
  return pages === page.pages ? page : { ...page, pages };
}

/** Returns the placement of a page, or undefined if the tree does not contain it. */
export function placeOf(pages: readonly PageRow[], id: string, parent?: string): TreePosition | undefined {
  const index = pages.findIndex(page => page.id === id);
  if (index >= 0) return { parent, index };
  for (const page of pages) {
    const place = placeOf(page.pages, id, page.id);
    if (place) return place;
  }
  return undefined;
}

export function replacePage(pages: PageRow[], successor: PageRow): PageRow[] {
  const index = pages.findIndex(page => page.id === successor.id);
  if (index >= 0) return pages.with(index, successor);
  return mapUnlessSame(pages, page => withPages(page, replacePage(page.pages, successor)));
}

export function removePage(pages: PageRow[], id: string): PageRow[] {
  const index = pages.findIndex(page => page.id === id);
  if (index >= 0) return pages.toSpliced(index, 1);
  return mapUnlessSame(pages, page => withPages(page, removePage(page.pages, id)));
}

/** Inserts a page at its place, or at the top level if the parent does not exist. */
export function insertIntoTree(pages: PageRow[], page: PageRow, { parent, index }: TreePosition): PageRow[] {
  const above = parent === undefined ? undefined : findPage(pages, parent);
  if (!above) return pages.toSpliced(index ?? pages.length, 0, page);
  return replacePage(pages, { ...above, pages: above.pages.toSpliced(index ?? above.pages.length, 0, page) });
}

/** Returns a page that is not in the tree yet, with free paths for it and its descendants below the parent. */
export function withPathBelow(pages: readonly PageRow[], parent: string | undefined, page: PageRow): PageRow {
  if (page.type === 'link') return page;
  const above = parent === undefined ? undefined : findPage(pages, parent);
  const taken = new Set(flatten(pages).flatMap(({ path }) => path ?? []));
  const path = freePath(joinPath(above?.path, page.slug), taken);
  return withPath(page, path);
}

/** Returns the page with another path, and its descendants with paths below that. */
export function withPath(page: PageRow, path: string): PageRow {
  const pages = page.pages.map(child => rebase(child, page.path ?? '', path));
  return { ...page, path, slug: lastSegment(path), pages };
}

/** Moves the path of a page from below `from` to below `to`; a child with a path elsewhere keeps it. */
function rebase(page: PageRow, from: string, to: string): PageRow {
  const pages = page.pages.map(child => rebase(child, from, to));
  const isBelow = from !== '' && page.path?.startsWith(`${from}/`);
  return isBelow && page.path !== undefined
    ? { ...page, pages, path: to + page.path.slice(from.length) }
    : { ...page, pages };
}

/** Returns the tree with unique paths: the later one of two pages with one path gets another. */
export function withUniquePaths(pages: PageRow[], taken = new Set<string>()): PageRow[] {
  return mapUnlessSame(pages, page => {
    if (page.path === undefined) return withPages(page, withUniquePaths(page.pages, taken));
    const path = freePath(page.path, taken);
    taken.add(path);
    const renamed = path === page.path ? page : { ...page, path, slug: lastSegment(path) };
    return withPages(renamed, withUniquePaths(page.pages, taken));
  });
}
