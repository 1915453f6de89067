import { isDeepStrictEqual } from 'node:util';
import { Document, isMap } from 'yaml';
import type { Schema } from '../../api/routes.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import { FrontMatterError, joinPage, type PageHead, parseHead, splitPage, withPlainLineEnds } from './pageHead.ts';

export type PageEdit = Schema<'UpdatePageEdit'>;

/** The keys of front matter that an edit has a field for, with the names of their fields. */
const textFields = {
  title: 'title',
  description: 'description',
  icon: 'icon',
  emoji: 'emoji',
  slug: 'slug',
  if: 'condition',
} as const;
const flagFields = { hidden: 'hidden', noIndex: 'noIndex', noRobotsIndex: 'noRobotsIndex' } as const;

/** What an edit has a field for, as the text of a page says it. */
interface PageFields {
  texts: Partial<Record<keyof typeof textFields, string>>;
  flags: Partial<Record<keyof typeof flagFields, boolean>>;
  /** All other keys: the service reads them from front matter alone. */
  others: Record<string, unknown>;
}

interface ParsedPage extends PageFields {
  head: PageHead;
  body: string;
}

/**
 * Returns the edit that makes the page with the text `before` one with the text `after`, or undefined where both say the
 * same. Only what differs is sent. Throws FrontMatterError where the front matter of `after` cannot be read.
 *
 * The texts may show front matter (see `textOfPage`) or, as the service gives them, none: what is not shown is not sent.
 */
export function editOf(before: string, after: string, page: { id: string; title: string }): PageEdit | undefined {
  const [was, is] = parseBoth(before, after);
  const edit = { ...changedTexts(was, is, page.title), ...changedFlags(was, is), ...changedDocument(was, is) };
  return Object.keys(edit).length === 0 ? undefined : { operation: 'update_page', page: page.id, ...edit };
}

/** The service shows front matter that it cannot read as text: as long as nobody has touched it, it is some. */
function parseBoth(before: string, after: string): [ParsedPage, ParsedPage] {
  const [was, is] = [splitPage(before), splitPage(after)];
  try {
    return [parsePage(was), parsePage(is)];
  } catch (error) {
    if (was.head !== is.head) throw error;
    const asText = (text: string) => parsePage({ head: undefined, body: withPlainLineEnds(text) });
    return [asText(before), asText(after)];
  }
}

function parsePage({ head: text, body }: ReturnType<typeof splitPage>): ParsedPage {
  const head = parseHead(text);
  const page: ParsedPage = { head, body, texts: {}, flags: {}, others: {} };
  for (const [key, value] of Object.entries(head.values)) {
    if (Object.hasOwn(textFields, key)) page.texts[key as keyof typeof textFields] = textOf(head, key, value);
    else if (Object.hasOwn(flagFields, key)) page.flags[key as keyof typeof flagFields] = flagOf(head, key, value);
    else page.others[key] = value;
  }
  return page;
}

function textOf(head: PageHead, key: string, value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  throw new FrontMatterError(`"${key}" must be text. Put it in quotation marks.`, head.lineOf(key));
}

function flagOf(head: PageHead, key: string, value: unknown): boolean {
  if (value === null || typeof value === 'boolean') return value ?? false;
  throw new FrontMatterError(`"${key}" must be true or false.`, head.lineOf(key));
}

function changedTexts(was: ParsedPage, is: ParsedPage, pageTitle: string): Partial<PageEdit> {
  const keys = ['description', 'icon', 'emoji', 'if'] as const;
  const changed = keys.filter(key => (was.texts[key] ?? '') !== (is.texts[key] ?? ''));
  const edit = Object.fromEntries(changed.map(key => [textFields[key], is.texts[key] ?? '']));
  const { slug } = is.texts;
  const title = titleAfter(was, is, pageTitle);
  return {
    ...(title !== undefined && title !== pageTitle && { title }),
    ...edit,
    ...(slug && slug !== was.texts.slug && { slug }),
  };
}

/** The title in front matter, or else the first heading, unless that says something else than the title from the start. */
function titleAfter(was: ParsedPage, is: ParsedPage, pageTitle: string): string | undefined {
  const { title } = is.texts;
  if (title === was.texts.title && title !== undefined) return undefined;
  if (title === '') throw new FrontMatterError('A page needs a title.', is.head.lineOf('title'));
  if (title !== undefined) return title;
  const before = plainTitleInText(was.body);
  const isTitleShown = was.texts.title !== undefined || before === singleLine(pageTitle);
  const after = plainTitleInText(is.body);
  return isTitleShown && after && (after !== before || was.texts.title !== undefined) ? after : undefined;
}

function changedFlags(was: ParsedPage, is: ParsedPage): Partial<PageEdit> {
  const names = Object.keys(flagFields) as (keyof typeof flagFields)[];
  const changed = names.filter(name => (was.flags[name] ?? false) !== (is.flags[name] ?? false));
  return Object.fromEntries(changed.map(name => [name, is.flags[name] ?? false]));
}

function changedDocument(was: ParsedPage, is: ParsedPage): Pick<PageEdit, 'document'> | undefined {
  const hasOtherKeys = !isDeepStrictEqual(was.others, is.others);
  if (!hasOtherKeys && was.body.trimEnd() === is.body.trimEnd()) return undefined;
  const head = hasOtherKeys ? headOfOthers(was, is) : undefined;
  return { document: { markdown: joinPage({ head, body: is.body }) } };
}

/** The front matter without the keys that are sent as fields. A key that was taken away is sent empty. */
function headOfOthers(was: ParsedPage, is: ParsedPage): string {
  const document = isMap(is.head.document.contents) ? is.head.document.clone() : new Document({});
  for (const key of [...Object.keys(textFields), ...Object.keys(flagFields)]) document.delete(key);
  for (const [key, value] of Object.entries(was.others)) {
    if (!Object.hasOwn(is.others, key)) document.set(key, isMapping(value) ? {} : null);
  }
  return document.toString({ lineWidth: 0 });
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
