import type { Document } from '../../../markdown/document.ts';
import type { Schema } from '../../../api/routes.ts';
import { toMarkdown } from '../../../markdown/writing/toMarkdown.ts';
import { HttpError } from '../../errors.ts';

/** Returns the Markdown of content sent as Markdown or as a document. */
export function markdownOf(input: Schema<'ContentInput'>): string {
  if ('markdown' in input) return input.markdown.replace(/\r\n?/g, '\n');
  // The contract leaves the structure of documents open; the Markdown writer ignores what it does not know.
  return toMarkdown(input.document as Document);
}

/** Returns the Markdown of a comment or a reply. Throws if it is empty. */
export function commentOf(input: Schema<'ContentInput'>): string {
  const markdown = markdownOf(input).trim();
  if (markdown) return markdown;
  throw new HttpError(400, 'body.body is empty: a comment must say something.');
}
