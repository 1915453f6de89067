import { posix } from 'node:path';
import { bodyAfterFrontMatter } from '../../markdown/frontMatter.ts';
import type { PageEntry, PageLayout } from './layout.ts';

/** Decodes a part of a URL. Returns text with invalid escapes, such as `100%`, unchanged. */
export function decodeUriPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // People write pages by hand, so escapes may be invalid.
    return text;
  }
}

/**
 * Returns whether the body of a page may refer to a file, by ID or path. Most pages refer to none and need no list of
 * files.
 */
export function namesFiles(text: string): boolean {
  return /\/files\/|\.assets\//.test(bodyAfterFrontMatter(text).text);
}

/** Returns the path of a link that is relative to a page. */
export function linkedPath(link: string, from: string): string | undefined {
  const [written = ''] = link.split(/[?#]/);
  return isRelative(written) ? posix.join(posix.dirname(from), decodeUriPart(written)) : undefined;
}

/**
 * Returns the path of the page to which a relative link leads in published documentation, where `folder/`, `../` and
 * `page` are valid links. Undefined if the link already is the path of a page, or leads to none.
 */
export function findLinkedPagePath(link: string, from: string, isPage: (path: string) => boolean): string | undefined {
  const path = linkedPath(link, from)?.replace(/\/$/, '');
  if (path === undefined || path.startsWith('..') || isPage(path)) return undefined;
  return [path === '.' ? 'README.md' : `${path}/README.md`, `${path}.md`].find(isPage);
}

/** Returns the page that a link on a page leads to, by its ID or its path. */
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
