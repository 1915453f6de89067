import { posix } from 'node:path';
import { withoutInvisible } from '../../api/escape.ts';
import type { DocumentNode } from '../../markdown/document.ts';
import { writeInlines } from '../../markdown/writing/writeInlines.ts';

/** Returns the Markdown link target for a page, relative to the page that contains the link. */
export function linkToPage(path: string, from: string): string {
  const relative = posix.relative(posix.dirname(from), path);
  return relative
    .split('/')
    .map(part => encodeURIComponent(part).replace(/[()]/g, letter => (letter === '(' ? '%28' : '%29')))
    .join('/');
}

/**
 * Escapes a title for the text of a Markdown link. The result becomes part of a page, so it contains none of the signs
 * that `escapeLine` adds for display.
 */
export function escapeLinkText(title: string): string {
  const text = withoutInvisible(title.replace(/\s+/gu, ' ')).trim();
  const node: DocumentNode = { object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] };
  return writeInlines([node], { notes: [], where: 'line' });
}
