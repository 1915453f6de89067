import { freePath, joinPath, lastSegment } from './pagePaths.ts';
import type { PageRow } from '../store/rows.ts';

/** Where a page goes: the page or group above it (undefined is the top), and its index there; the end without one. */
export interface Place {
  parent: string | undefined;
  index?: number | undefined;
}

/** Nobody nests pages this deep, and whatever walks through them comes to an end. */
export const deepestLevel = 100;

/** All pages of a tree, parents before their children. */
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

/** How many levels a tree has. */
export function levelsOf(pages: readonly PageRow[]): number {
  return pages.reduce((levels, page) => Math.max(levels, 1 + levelsOf(page.pages)), 0);
}

/** The level that a page is at; 0 is above the top, and where there is no such page. */
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

/** The pages, each as it becomes; what stays the same is not copied, as most of a tree does with every edit. */
export function changed(pages: PageRow[], change: (page: PageRow) => PageRow): PageRow[] {
  if (pages.length === 0) return pages;
  const made = pages.map(change);
  return made.every((page, index) => page === pages[index]) ? pages : made;
}

export function withPages(page: PageRow, pages: PageRow[]): PageRow {
  return pages === page.pages ? page : { ...page, pages };
}

/** Where a page is. */
export function placeOf(pages: readonly PageRow[], id: string, parent?: string): Place | undefined {
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
  return changed(pages, page => withPages(page, replacePage(page.pages, successor)));
}

export function removePage(pages: PageRow[], id: string): PageRow[] {
  const index = pages.findIndex(page => page.id === id);
  if (index >= 0) return pages.toSpliced(index, 1);
  return changed(pages, page => withPages(page, removePage(page.pages, id)));
}

/** The tree with the page in its place. */
export function insertPage(pages: PageRow[], page: PageRow, { parent, index }: Place): PageRow[] {
  const above = parent === undefined ? undefined : findPage(pages, parent);
  if (!above) return pages.toSpliced(index ?? pages.length, 0, page);
  return replacePage(pages, { ...above, pages: above.pages.toSpliced(index ?? above.pages.length, 0, page) });
}

/** A page that is not in the tree yet, with the paths that it and those below it get from its slug and its parent. */
export function withPathBelow(pages: readonly PageRow[], parent: string | undefined, page: PageRow): PageRow {
  if (page.type === 'link') return page;
  const above = parent === undefined ? undefined : findPage(pages, parent);
  const taken = new Set(flatten(pages).flatMap(({ path }) => path ?? []));
  const path = freePath(joinPath(above?.path, page.slug), taken);
  return withPath(page, path);
}

/** The page with another path, and what lies below it with it. */
export function withPath(page: PageRow, path: string): PageRow {
  const pages = page.pages.map(child => rebase(child, page.path ?? '', path));
  return { ...page, path, slug: lastSegment(path), pages };
}

/** What lies below a page goes with it; what only stands below it in the tree keeps its path. */
function rebase(page: PageRow, from: string, to: string): PageRow {
  const pages = page.pages.map(child => rebase(child, from, to));
  const isBelow = from !== '' && page.path?.startsWith(`${from}/`);
  return isBelow && page.path !== undefined
    ? { ...page, pages, path: to + page.path.slice(from.length) }
    : { ...page, pages };
}

/** The same tree, where the later one of two pages with one path has another. */
export function withUniquePaths(pages: PageRow[], taken = new Set<string>()): PageRow[] {
  return changed(pages, page => {
    if (page.path === undefined) return withPages(page, withUniquePaths(page.pages, taken));
    const path = freePath(page.path, taken);
    taken.add(path);
    const renamed = path === page.path ? page : { ...page, path, slug: lastSegment(path) };
    return withPages(renamed, withUniquePaths(page.pages, taken));
  });
}
