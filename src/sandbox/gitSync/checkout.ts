import { posix } from 'node:path';
import { parse } from 'yaml';
import { isAsset } from '../content/contentTypes.ts';
import type { Folder, ReadFile } from './folder.ts';
import { readFrontMatter } from '../content/markdown/frontMatter.ts';
import type { PageSource } from '../content/markdown/frontMatter.ts';
import { outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';
import { stableId } from './stableId.ts';

/** A file of a folder: what it says, and the page or file of the content that it is. */
export interface Entry {
  id: string;
  read: ReadFile;
}

/** A space as files: what Git sync would check out. */
export interface Checkout {
  entries: ReadonlyMap<string, Entry>;
}

/** What somebody proposes for one file. */
export interface FileChange {
  status: 'added' | 'modified' | 'removed' | 'renamed';
  path: string;
  previousPath?: string;
}

export function checkOut(space: string, folder: Pick<Folder, 'files'>): Checkout {
  const entries = [...folder.files].map(([path, read]): [string, Entry] => [path, { id: stableId(space, path), read }]);
  return { entries: new Map(entries) };
}

/** The checkout after some changes; `fileOf` finds the new version of a file. `origin` makes IDs of new files its own. */
export function applyChanges(
  checkout: Checkout,
  changes: readonly FileChange[],
  { fileOf, origin }: { fileOf: (path: string) => ReadFile | undefined; origin: readonly (string | number)[] },
): Checkout {
  const entries = new Map(checkout.entries);
  for (const { status, path, previousPath } of changes) {
    const before = entries.get(previousPath ?? path);
    if (status === 'removed' || status === 'renamed') entries.delete(previousPath ?? path);
    const read = status === 'removed' ? undefined : (fileOf(path) ?? before?.read);
    if (read) entries.set(path, { id: before?.id ?? stableId(...origin, path), read });
  }
  return { entries };
}

/** Changes that several change requests made to one checkout, the later ones over the earlier ones. */
export function mergeCheckouts(main: Checkout, base: Checkout, changed: Checkout): Checkout {
  const entries = new Map(main.entries);
  for (const path of base.entries.keys()) if (!changed.entries.has(path)) entries.delete(path);
  for (const [path, entry] of changed.entries) if (base.entries.get(path) !== entry) entries.set(path, entry);
  return { entries };
}

export interface Pages {
  /** Entries of pages, by their paths in the part of the folder that is documentation. */
  sources: ReadonlyMap<string, Entry>;
  assets: ReadonlyMap<string, Entry>;
  /** What pages can include. */
  includes: ReadonlyMap<string, Entry>;
  variables: Readonly<Record<string, string>>;
  /** Paths of files that are neither, as they say how the others are placed. */
  settings: ReadonlySet<string>;
  /** The source of the first page, which has the path of the folder itself. */
  readme: string;
  outline: Outline;
}

const settingsName = '.gitbook.yaml';
const variablesName = '.gitbook/vars.yaml';

const pagesFound = new WeakMap<Checkout, Pages>();

/** The pages and files of a checkout, in the part of it that `.gitbook.yaml` names. */
export function pagesOf(checkout: Checkout): Pages {
  const pages = pagesFound.get(checkout) ?? findPages(checkout);
  pagesFound.set(checkout, pages);
  return pages;
}

function findPages({ entries }: Checkout): Pages {
  const settings = settingsOf(entries.get(settingsName));
  const sources = new Map<string, Entry>();
  const assets = new Map<string, Entry>();
  const includes = new Map<string, Entry>();
  for (const [path, entry] of entries) {
    if (!path.startsWith(settings.root)) continue;
    const inside = path.slice(settings.root.length);
    if (isAsset(inside)) assets.set(inside, entry);
    else if (/^\.gitbook\/includes\/.+\.md$/.test(inside)) includes.set(inside, entry);
    else if (isPage(inside, settings)) sources.set(inside, entry);
  }
  const summary = entries.get(settings.root + settings.summary);
  const { readme } = settings;
  const outline = outlineOf([...sources.keys()], summary && textOf(summary));
  const variablesFile = settings.root + variablesName;
  const variables = variablesIn(entries.get(variablesFile));
  const own = new Set([settingsName, settings.root + settings.summary, variablesFile]);
  return { sources, assets, includes, variables, settings: own, readme, outline };
}

const sourcesRead = new WeakMap<Entry, PageSource>();

/** The page in a file, read once. */
export function readPage(entry: Entry): PageSource {
  const known = sourcesRead.get(entry);
  if (known) return known;
  const source = readFrontMatter(textOf(entry));
  sourcesRead.set(entry, source);
  return source;
}

function textOf({ read }: Entry): string {
  return read().toString('utf8');
}

interface Settings {
  /** The part of the folder that is documentation, with a slash at its end, or nothing for all of it. */
  root: string;
  readme: string;
  summary: string;
}

function settingsOf(entry: Entry | undefined): Settings {
  const settings: unknown = entry ? parseYaml(textOf(entry)) : undefined;
  const structure = member(settings, 'structure');
  const root = clean(member(settings, 'root')) ?? '';
  return {
    root: root && `${root}/`,
    readme: clean(member(structure, 'readme')) ?? 'README.md',
    summary: clean(member(structure, 'summary')) ?? 'SUMMARY.md',
  };
}

/** Variables are texts; what the file has besides texts, numbers and yes or no is none. */
function variablesIn(entry: Entry | undefined): Record<string, string> {
  const values: unknown = entry ? parseYaml(textOf(entry)) : undefined;
  const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  const named = Object.entries(typeof values === 'object' && values !== null ? values : {});
  return Object.fromEntries(named.filter(([, value]) => isValue(value)).map(([name, value]) => [name, String(value)]));
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    // A broken settings file sets nothing.
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

/** A path below the folder, without slashes around it; undefined for none and for one that leaves the folder. */
function clean(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const path = posix.normalize(value).replace(/^\/+|\/+$/g, '');
  return path === '.' || path === '' || path.startsWith('..') ? undefined : path;
}

function isPage(path: string, { summary }: Settings): boolean {
  return path.endsWith('.md') && path !== summary && !path.startsWith('.gitbook/');
}
