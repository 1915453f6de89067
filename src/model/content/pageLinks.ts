import { posix } from 'node:path';
import { escapeLine } from '../../api/words.ts';

/** The link to a page as Markdown has it: relative to the page that it is on. */
export function linkToPage(path: string, from: string): string {
  const relative = posix.relative(posix.dirname(from), path);
  return relative
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[()]/g, letter => (letter === '(' ? '%28' : '%29')))
    .join('/');
}

/** A title as the text of a link. */
export function escapeLinkText(title: string): string {
  return escapeLine(title).replace(/[\\[\]`*_<]/g, '\\$&');
}
