import { bodyAfterFrontMatter } from '../../../markdown/frontMatter.ts';
import { readLenientYaml } from '../lenientYaml.ts';
import type { YamlProblem } from '../lenientYaml.ts';
import type { PageRow } from '../../store/rows.ts';

/** The settings in the front matter of a page. */
export interface PageMetadata {
  title?: string;
  linkTitle?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  /** Addresses of pictures, as written in the front matter. */
  cover?: { address: string; dark?: string; yPos?: number };
  layout?: NonNullable<PageRow['layout']>;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  variables?: Record<string, string>;
  tags?: string[];
  metaLinks?: NonNullable<PageRow['metaLinks']>;
  frontMatter?: Record<string, unknown>;
}

export interface PageSource {
  metadata: PageMetadata;
  /** The page without its front matter. */
  markdown: string;
  /** Known keys without a value, and the settings that they clear. */
  emptied: { keys: readonly string[]; settings: readonly (keyof PageMetadata)[] };
  /** Keys of the front matter that could not be read. */
  problems: YamlProblem[];
  /** True if no key of the front matter could be read, so that it stays in `markdown` as text. */
  isHeadText?: boolean;
}

/**
 * Splits a page into front matter and Markdown. Front matter with unreadable keys stays text, unless `isLenient` is set
 * and at least one key is readable.
 */
export function readFrontMatter(text: string, { isLenient = false } = {}): PageSource {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const body = bodyAfterFrontMatter(source);
  if (body.line === 0) return { metadata: {}, emptied: { keys: [], settings: [] }, markdown: source, problems: [] };
  const head = source.slice(0, source.length - body.text.length).replace(/^---.*\n|(?:---|\.\.\.)[ \t]*\n?$/g, '');
  const { values, problems, unread = {} } = readLenientYaml(head);
  // The YAML begins on the second line of the page.
  const moved = problems.map(problem => ({ ...problem, line: problem.line + 1 }));
  const isReadable = moved.length === 0 || (isLenient && Object.keys(values).length > 0);
  if (!isReadable)
    return { metadata: {}, emptied: { keys: [], settings: [] }, markdown: source, problems: moved, isHeadText: true };
  const metadata = metadataOf(values);
  // Unreadable keys are stored as text, so that a change of them is visible.
  const isComplete = Object.keys(unread).length === 0;
  const frontMatter = isComplete ? {} : { frontMatter: { ...metadata.frontMatter, ...unread } };
  return {
    metadata: { ...metadata, ...frontMatter },
    emptied: emptiedBy(values, metadata),
    markdown: body.text.replace(/^\n+/, ''),
    problems: moved,
  };
}

function metadataOf(values: Record<string, unknown>): PageMetadata {
  const metadata: PageMetadata = withoutUndefined({
    title: text(values['title']),
    linkTitle: text(values['linkTitle']),
    description: text(values['description']),
    icon: text(values['icon']),
    emoji: text(values['emoji']),
    cover: coverOf(values),
    layout: layoutOf(values['layout']),
    hidden: flag(values['hidden']),
    noIndex: flag(values['noIndex']),
    noRobotsIndex: flag(values['noRobotsIndex']),
    condition: text(values['if']),
    variables: variablesOf(values['vars'] ?? values['variables']),
    tags: textsOf(values['tags']),
    metaLinks: metaLinksOf(values['metaLinks']),
  });
  const frontMatter = unknownKeys(values, metadata);
  return { ...metadata, ...(frontMatter && { frontMatter }) };
}

const metadataNames: ReadonlyMap<string, keyof PageMetadata> = new Map([
  ...(
    [
      ...(['title', 'linkTitle', 'description', 'icon', 'emoji', 'cover', 'layout'] as const),
      ...(['hidden', 'noIndex', 'noRobotsIndex', 'variables', 'tags', 'metaLinks'] as const),
    ] as const
  ).map(name => [name, name] as const),
  ...([
    ['if', 'condition'],
    ['vars', 'variables'],
    ['coverY', 'cover'],
    ['coverDark', 'cover'],
  ] as const),
]);

/** Returns keys that the service does not know and values that it cannot read, so that a change of them is visible. */
function unknownKeys(values: Record<string, unknown>, metadata: PageMetadata): Record<string, unknown> | undefined {
  const isKnown = ([name, value]: [string, unknown]) => {
    const known = metadataNames.get(name);
    return known !== undefined && (metadata[known] !== undefined || value === null || value === '');
  };
  const unknown = Object.entries(values).filter(entry => !isKnown(entry));
  const layout = isRecord(values['layout']) ? unknownLayout(values['layout']) : undefined;
  const all = { ...Object.fromEntries(unknown), ...(layout && { layout }) };
  return Object.keys(all).length === 0 ? undefined : all;
}

/** Returns the keys without a value and the settings that they clear. The title cannot be cleared. */
function emptiedBy(values: Record<string, unknown>, metadata: PageMetadata): PageSource['emptied'] {
  const isEmpty = (name: string) => values[name] === null || values[name] === '';
  const keys = Object.keys(values).filter(name => name !== 'title' && metadataNames.has(name) && isEmpty(name));
  const settings = keys.flatMap(name => metadataNames.get(name) ?? []).filter(name => metadata[name] === undefined);
  return { keys, settings };
}

const layoutNames = ['width', 'cover', 'coverSize', 'title', 'description', 'tableOfContents', 'outline'];
const knownLayout = new Set([...layoutNames, 'pagination', 'metadata']);

function unknownLayout(layout: Record<string, unknown>): Record<string, unknown> | undefined {
  const unknown = Object.entries(layout).filter(([name]) => !knownLayout.has(name));
  return unknown.length === 0 ? undefined : Object.fromEntries(unknown);
}

function textsOf(value: unknown): string[] | undefined {
  const texts = [value].flat().flatMap(one => text(one) ?? []);
  return texts.length === 0 ? undefined : texts;
}

function metaLinksOf(value: unknown): PageMetadata['metaLinks'] {
  if (!isRecord(value)) return undefined;
  return withoutUndefined({ canonical: text(value['canonical']), alternates: textsOf(value['alternates']) });
}

function coverOf(values: Record<string, unknown>): PageMetadata['cover'] {
  const { cover } = values;
  const pictures = isRecord(cover) ? cover : { light: cover, dark: values['coverDark'] };
  const address = text(pictures['light']);
  if (!address) return undefined;
  const yPos = typeof values['coverY'] === 'number' ? values['coverY'] : undefined;
  return { address, ...withoutUndefined({ dark: text(pictures['dark']), yPos }) };
}

function layoutOf(value: unknown): PageMetadata['layout'] {
  if (!isRecord(value)) return undefined;
  const coverSize = isRecord(value['cover']) ? text(value['cover']['size']) : text(value['coverSize']);
  return withoutUndefined({
    width: text(value['width']),
    cover: visibility(value['cover']),
    coverSize,
    title: visibility(value['title']),
    description: visibility(value['description']),
    tableOfContents: visibility(value['tableOfContents']),
    outline: visibility(value['outline']),
    pagination: visibility(value['pagination']),
    metadata: visibility(value['metadata']),
  });
}

/** Reads the visibility of a part of the layout: `outline: true` or `outline: { visible: true }`. */
function visibility(value: unknown): boolean | undefined {
  return flag(isRecord(value) ? value['visible'] : value);
}

function variablesOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, String(content)]));
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
