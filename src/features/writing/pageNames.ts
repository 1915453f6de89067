import { posix } from 'node:path';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import { FrontMatterError, parseFrontMatter, splitPage } from '../../model/writing/frontMatter.ts';

/** Returns the slug of a page that is named after a file. Throws a Failure for files that cannot be pages. */
export function slugFromFileName(name: string): string {
  const ending = posix.extname(name);
  // A name such as "v1.2" has no extension.
  const isPage = ending === '' || /^\.md$/i.test(ending) || !/[a-z]/i.test(ending);
  if (isPage && !name.startsWith('.')) return name.replace(/\.md$/i, '');
  throw new Failure(
    tEscaped`"${name}" cannot be a page. Give it a name that ends in ".md" and does not begin with a dot. Paste other files into a page instead.`,
  );
}

/** Returns the title of a page that is named after its file: "getting-started" gives "Getting started". */
export function titleFromSlug(slug: string): string {
  const title = singleLine(slug.replace(/[-_]+/g, ' '));
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Returns the title that a text contains; empty if there is none. */
export function titleOfText(text: string): string {
  const { head, body } = splitPage(text);
  try {
    const { title } = parseFrontMatter(head).values;
    if (typeof title === 'string' && singleLine(title)) return singleLine(title);
  } catch (error) {
    // The service shows invalid front matter as text.
    if (!(error instanceof FrontMatterError)) throw error;
  }
  return plainTitleInText(body);
}
