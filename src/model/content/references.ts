import { posix } from 'node:path';
import type { PageEntry, PageLayout } from './layout.ts';

/** Takes a part of a URL to what it stands for. What stands for nothing, such as `100%`, is taken as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Pages are written by hand.
    return text;
  }
}

/** The path that a link says which is relative to another page. */
export function pathLinked(link: string, from: string): string | undefined {
  const [written = ''] = link.split(/[?#]/);
  return isRelative(written) ? posix.join(posix.dirname(from), decoded(written)) : undefined;
}

/**
 * The path of the page that a link means which is relative to another page: `folder/`, `../` and `page` are how links are
 * written in documentation that is published. Undefined where the link says it itself, or means no page.
 */
export function pageMeant(link: string, from: string, isPage: (path: string) => boolean): string | undefined {
  const path = pathLinked(link, from)?.replace(/\/$/, '');
  if (path === undefined || path.startsWith('..') || isPage(path)) return undefined;
  return [path === '.' ? 'README.md' : `${path}/README.md`, `${path}.md`].find(isPage);
}

/** Returns the page that a link on a page means, by its ID or its path. */
export function pageOf(target: string, from: string, { byId, byPath }: PageLayout): PageEntry | undefined {
  const [, id] = /^\/pages\/([^/?#]+)/.exec(target) ?? [];
  if (id) return byId.get(decoded(id));
  const linked = pathLinked(target, from);
  if (linked !== undefined && byPath.has(linked)) return byPath.get(linked);
  return byPath.get(pageMeant(target, from, path => byPath.has(path)) ?? '');
}

function isRelative(link: string): boolean {
  return link !== '' && !/^[a-z][a-z0-9+.-]*:|^\//i.test(link);
}
