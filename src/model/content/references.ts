import { posix } from 'node:path';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import type { PageEntry, PageLayout } from './layout.ts';

/** Takes a part of a URL to what it stands for. What stands for nothing, such as `100%`, is taken as it is. */
export function decodeUriPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Pages are written by hand.
    return text;
  }
}

/** Whether the body of a page may refer to a file, by its ID or its path: most refer to none, and need no list of files. */
export function namesFiles(text: string): boolean {
  return /\/files\/|\.assets\//.test(bodyAfterFrontMatter(text).text);
}

/** The path that a link says which is relative to another page. */
export function linkedPath(link: string, from: string): string | undefined {
  const [written = ''] = link.split(/[?#]/);
  return isRelative(written) ? posix.join(posix.dirname(from), decodeUriPart(written)) : undefined;
}

/**
 * The path of the page that a link means which is relative to another page: `folder/`, `../` and `page` are how links are
 * written in documentation that is published. Undefined where the link says it itself, or means no page.
 */
export function findLinkedPagePath(link: string, from: string, isPage: (path: string) => boolean): string | undefined {
  const path = linkedPath(link, from)?.replace(/\/$/, '');
  if (path === undefined || path.startsWith('..') || isPage(path)) return undefined;
  return [path === '.' ? 'README.md' : `${path}/README.md`, `${path}.md`].find(isPage);
}

/** Returns the page that a link on a page means, by its ID or its path. */
export function findLinkedPage(target: string, from: string, { byId, byPath }: PageLayout): PageEntry | undefined {
  const [, id] = /^\/pages\/([^/?#]+)/.exec(target) ?? [];
  if (id) return byId.get(decodeUriPart(id));
  const linked = linkedPath(target, from);
  if (linked !== undefined && byPath.has(linked)) return byPath.get(linked);
  return byPath.get(findLinkedPagePath(target, from, path => byPath.has(path)) ?? '');
}

function isRelative(link: string): boolean {
  return link !== '' && !/^[a-z][a-z0-9+.-]*:|^\//i.test(link);
}
