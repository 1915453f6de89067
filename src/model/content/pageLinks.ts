import { posix } from 'node:path';
import { escapeLine } from '../../api/escape.ts';

/** Returns the Markdown link target for a page, relative to the page that contains the link. */
export function linkToPage(path: string, from: string): string {
  const relative = posix.relative(posix.dirname(from), path);
  return relative
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[()]/g, letter => (letter === '(' ? '%28' : '%29')))
    .join('/');
}

/** Escapes a title for the text of a Markdown link. */
export function escapeLinkText(title: string): string {
  return escapeLine(title).replace(/[\\[\]`*_<]/g, '\\$&');
}
