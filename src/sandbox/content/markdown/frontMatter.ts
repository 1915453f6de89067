import { parse } from 'yaml';
import { bodyOfFrontMatter } from '../../../markdown/frontMatter.ts';
import type { PageRow } from '../../store/rows.ts';

/** What the head of a page says about it. */
export interface PageMetadata {
  title?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  /** Addresses of pictures, as they are written. */
  cover?: { address: string; dark?: string; yPos?: number };
  layout?: NonNullable<PageRow['layout']>;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  variables?: Record<string, string>;
}

export interface PageSource {
  metadata: PageMetadata;
  /** The page without its head. */
  markdown: string;
  /** Why the head could not be read. */
  problem?: string;
}

/** Takes the YAML head off a page. A head that is no YAML is text like any other. */
export function readFrontMatter(text: string): PageSource {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const body = bodyOfFrontMatter(source);
  if (body.line === 0) return { metadata: {}, markdown: source };
  try {
    const head = source.slice(0, source.length - body.text.length).replace(/^---.*\n|(?:---|\.\.\.)[ \t]*\n?$/g, '');
    const values: unknown = parse(head);
    return { metadata: isRecord(values) ? metadataOf(values) : {}, markdown: body.text.replace(/^\n+/, '') };
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return { metadata: {}, markdown: source, problem };
  }
}

function metadataOf(values: Record<string, unknown>): PageMetadata {
  return withoutUndefined({
    title: text(values['title']),
    description: text(values['description']),
    icon: text(values['icon']),
    emoji: text(values['emoji']),
    cover: coverOf(values),
    layout: layoutOf(values['layout']),
    hidden: flag(values['hidden']),
    noIndex: flag(values['noIndex']),
    noRobotsIndex: flag(values['noRobotsIndex']),
    variables: variablesOf(values['vars'] ?? values['variables']),
  });
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

/** A part of the layout is written `outline: true` or `outline: { visible: true }`. */
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
