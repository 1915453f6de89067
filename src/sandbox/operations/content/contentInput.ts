import type { Document } from '../../../markdown/document.ts';
import type { Schema } from '../../../api/routes.ts';
import { toMarkdown } from '../../../markdown/writing/toMarkdown.ts';
import { HttpError } from '../../errors.ts';

/** The Markdown of what somebody wrote, however they sent it. */
export function markdownOf(input: Schema<'ContentInput'>): string {
  if ('markdown' in input) return input.markdown.replace(/\r\n?/g, '\n');
  // The contract describes documents loosely; what is read of one is what the writer of Markdown knows.
  return toMarkdown(input.document as Document);
}

/** The Markdown of a comment or a reply, which must say something. */
export function commentOf(input: Schema<'ContentInput'>): string {
  const markdown = markdownOf(input).trim();
  if (markdown) return markdown;
  throw new HttpError(400, 'body.body is empty: a comment must say something.');
}
