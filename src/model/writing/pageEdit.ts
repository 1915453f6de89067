import { isDeepStrictEqual } from 'node:util';
import { Document, isMap, stringify } from 'yaml';
import type { Schema } from '../../api/routes.ts';
import { plainTitleInText, singleLine } from '../../markdown/titleInText.ts';
import {
  FrontMatterError,
  joinPage,
  type FrontMatter,
  parseFrontMatter,
  splitPage,
  withPlainLineEnds,
  withRecognizableStart,
} from './frontMatter.ts';
import { pageSettings, settingViolation, settingText } from './pageSettings.ts';

export type PageEdit = Schema<'UpdatePageEdit'>;

/** The keys of front matter that have a field in an edit, with the names of these fields. */
const textFields = {
  title: 'title',
  description: 'description',
  icon: 'icon',
  emoji: 'emoji',
  slug: 'slug',
  if: 'condition',
} as const;
const flagFields = { hidden: 'hidden', noIndex: 'noIndex', noRobotsIndex: 'noRobotsIndex' } as const;

/** The settings in the text of a page. */
interface PageFields {
  texts: Partial<Record<keyof typeof textFields, string>>;
  flags: Partial<Record<keyof typeof flagFields, boolean>>;
  /** All other keys, which the service reads only from front matter. */
  others: Record<string, unknown>;
}

interface ParsedPage extends PageFields {
  head: FrontMatter;
  body: string;
}

/**
 * Returns the edit that changes a page from the text `before` to `after`, with only the fields that differ; undefined
 * if there is no difference. Front matter (see `textOfPage`) is optional in both texts: settings that they do not show
 * are not sent. Throws FrontMatterError if the front matter of `after` cannot be read.
 */
export function createPageEdit(
  before: string,
  after: string,
  page: { id: string; title: string },
): PageEdit | undefined {
  const [was, is] = parseBoth(before, after);
  const edit = { ...changedTexts(was, is, page.title), ...changedFlags(was, is), ...changedDocument(was, is) };
  return Object.keys(edit).length === 0 ? undefined : { operation: 'update_page', page: page.id, ...edit };
}

/**
 * Parses both texts. Front matter that cannot be read counts as text if it is unchanged, because the service shows it
 * as text.
 */
function parseBoth(before: string, after: string): [ParsedPage, ParsedPage] {
  const [was, is] = [splitPage(before), splitPage(after)];
  try {
    const before = parsePage(was);
    return [before, parsePage(is, before.head.values)];
  } catch (error) {
    if (was.head !== is.head) throw error;
    const asText = (text: string) => parsePage({ head: undefined, body: withPlainLineEnds(text) });
    return [asText(before), asText(after)];
  }
}

/** Parses a page. Throws FrontMatterError for what the service cannot take, unless it is among the `known` values. */
function parsePage(
  { head: text, body }: ReturnType<typeof splitPage>,
  known?: Readonly<Record<string, unknown>>,
): ParsedPage {
  const head = parseFrontMatter(text);
  const page: ParsedPage = { head, body, texts: {}, flags: {}, others: {} };
  for (const [key, value] of Object.entries(head.values)) {
    const reason = settingViolation(key, value);
    const isKnown = !known || isDeepStrictEqual(known[key], value);
    if (reason && !isKnown) throw new FrontMatterError(reason, head.lineOf(key));
    if (reason) page.others[key] = value;
    else if (Object.hasOwn(textFields, key)) page.texts[key as keyof typeof textFields] = settingText(value);
    else if (Object.hasOwn(flagFields, key)) page.flags[key as keyof typeof flagFields] = value === true;
    else page.others[key] = value;
  }
  return page;
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

/**
 * Returns the title in front matter, or else the first heading, unless the heading was different from the title before.
 */
function titleAfter(was: ParsedPage, is: ParsedPage, pageTitle: string): string | undefined {
  const { title } = is.texts;
  if (title === was.texts.title && title !== undefined) return undefined;
  if (title !== undefined) return title;
  const before = plainTitleInText(was.body);
  const isTitleShown = was.texts.title !== undefined || before === '' || before === singleLine(pageTitle);
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
  return { document: { markdown: joinPage({ head: headToSend(was, is, hasOtherKeys), body: is.body }) } };
}

/**
 * Returns the front matter without the keys that are sent as fields: some servers prefer one, some the other. The title
 * stays, because servers may otherwise take the title from the first heading. Removed keys are sent with an empty
 * value.
 */
function headToSend(was: ParsedPage, is: ParsedPage, hasOtherKeys: boolean): string | undefined {
  const { title } = is.texts;
  if (!hasOtherKeys) return title === undefined ? undefined : stringify({ title }, { lineWidth: 0 });
  const document = isMap(is.head.document.contents) ? is.head.document.clone() : new Document({});
  for (const key of [...Object.keys(textFields), ...Object.keys(flagFields)]) {
    if (key !== 'title' && !Object.hasOwn(is.others, key)) document.delete(key);
  }
  for (const key of Object.keys(was.others)) {
    if (Object.hasOwn(is.head.values, key)) continue;
    // If no key has a value, YAML writes a key without a value node as "? key".
    document.set(key, document.createNode(pageSettings.get(key)?.type === 'mapping' ? {} : null));
  }
  return withRecognizableStart(document.toString({ lineWidth: 0 }));
}
