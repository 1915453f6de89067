import { posix } from 'node:path';
import { isAsset } from '../content/contentTypes.ts';
import { evaluated } from '../content/expressions.ts';
import type { Folder, ReadFile } from './folder.ts';
import { readFrontMatter } from '../content/markdown/frontMatter.ts';
import type { PageSource } from '../content/markdown/frontMatter.ts';
import { readLenientYaml } from '../content/lenientYaml.ts';
import type { YamlProblem } from '../content/lenientYaml.ts';
import { isMarkdownFile, outlineOf } from './outline.ts';
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
  /** Paths of all other files, seen from the part of the folder that is documentation. */
  others: readonly string[];
  /** Paths of files that are neither, as they say how the others are placed. */
  settings: ReadonlySet<string>;
  /** The source of the first page, which has the path of the folder itself. */
  readme: string;
  outline: Outline;
  /** What was left out of the settings, the variables and the files. */
  warnings: readonly string[];
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
  const warnings: string[] = [];
  const settings = settingsOf(entries, warnings);
  const sources = new Map<string, Entry>();
  const assets = new Map<string, Entry>();
  const includes = new Map<string, Entry>();
  const unsupported: string[] = [];
  const others: string[] = [];
  for (const [path, entry] of entries) {
    if (!path.startsWith(settings.root)) {
      others.push(posix.relative(settings.root, path));
      continue;
    }
    const inside = path.slice(settings.root.length);
    if (isAsset(inside)) assets.set(inside, entry);
    else if (isMarkdownFile(inside) && /(?:^|\/)\.gitbook\/includes\//.test(inside)) includes.set(inside, entry);
    else if (isPage(inside, settings)) sources.set(inside, entry);
    else others.push(inside);
    if (/\.mdx$/i.test(inside)) unsupported.push(path);
  }
  if (unsupported.length > 0) warnings.push(`MDX files are no Markdown and were left out: ${listed(unsupported)}.`);
  const summary = entries.get(settings.root + settings.summary);
  const { readme } = settings;
  const variablesFile = settings.root + variablesName;
  const variables = variablesIn(entries.get(variablesFile), warnings);
  // Titles are plain text, so the values of their expressions take their places.
  const text = summary && evaluated(textOf(summary), { page: undefined, space: variables });
  const outline = outlineOf([...sources.keys()], text === undefined ? undefined : { name: settings.summary, text });
  const settingsFiles = new Set([settingsName, settings.root + settings.summary, variablesFile]);
  return { sources, assets, includes, variables, others, settings: settingsFiles, readme, outline, warnings };
}

function listed(paths: readonly string[]): string {
  const names = paths.slice(0, 3).map(path => `'${path}'`);
  return paths.length > names.length ? `${names.join(', ')} and ${paths.length - names.length} more` : names.join(', ');
}

const sourcesRead = new WeakMap<Entry, PageSource>();

/** The page in a file, read once. */
export function readPage(entry: Entry): PageSource {
  const known = sourcesRead.get(entry);
  if (known) return known;
  const source = readFrontMatter(textOf(entry), { isLenient: true });
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

const defaultSettings = { readme: 'README.md', summary: 'SUMMARY.md' };

function settingsOf(entries: Checkout['entries'], warnings: string[]): Settings {
  const entry = entries.get(settingsName);
  if (!entry) return { root: '', ...defaultSettings };
  // People on Windows write paths with backslashes, which begin escapes in YAML.
  const text = textOf(entry).replaceAll('\\', '/');
  const { values, problems } = readLenientYaml(text);
  warnings.push(...problems.map(problem => problemSentence(settingsName, problem)));
  const warn = (key: string, reason: string) => {
    const name = key.split('.').at(-1) ?? key;
    const line = text.split(/\r\n?|\n/).findIndex(content => content.includes(`${name}`) && content.includes(':'));
    warnings.push(problemSentence(settingsName, { line: Math.max(line, 0), key, reason }));
  };
  const structure = values['structure'];
  const keys = [...Object.keys(values), ...Object.keys(Object(structure)).map(name => `structure.${name}`)];
  for (const key of keys) if (!knownSettings.has(key)) warn(key, 'was left out: it is no setting');

  const root = rootOf(values['root'], entries, warn);
  const fileOf = (name: 'readme' | 'summary') => {
    const value = member(structure, name);
    const path = clean(value);
    if (path !== undefined && entries.has(root + path)) return path;
    const fallback = defaultSettings[name];
    if (value !== undefined && value !== null)
      warn(`structure.${name}`, `was left out: there is no file '${String(value)}'`);
    return fallback;
  };
  return { root, readme: fileOf('readme'), summary: fileOf('summary') };
}

const knownSettings = new Set(['root', 'structure', 'structure.readme', 'structure.summary', 'redirects']);

function rootOf(value: unknown, entries: Checkout['entries'], warn: (key: string, reason: string) => void): string {
  if (value === undefined || value === null) return '';
  const path = clean(value);
  const isWhole = typeof value === 'string' && ['.', './', '/'].includes(posix.normalize(value));
  if (path === undefined) {
    if (!isWhole) warn('root', `was left out: '${String(value)}' is no folder below this one`);
    return '';
  }
  if ([...entries.keys()].some(name => name.startsWith(`${path}/`))) return `${path}/`;
  warn('root', `was left out: there is no folder '${path}'`);
  return '';
}

/** One sentence with file, line and key. */
export function problemSentence(file: string, { line, key, reason }: YamlProblem): string {
  return `${file}, line ${line + 1}: ${key && `'${key}' `}${reason}.`;
}

/** Variables are texts; a value besides texts, numbers and yes or no is reported. */
function variablesIn(entry: Entry | undefined, warnings: string[]): Record<string, string> {
  if (!entry) return {};
  const text = textOf(entry);
  const { values, problems } = readLenientYaml(text);
  const isValue = ([, value]: [string, unknown]) => ['string', 'number', 'boolean'].includes(typeof value);
  const [named, others] = [Object.entries(values).filter(isValue), Object.entries(values).filter(one => !isValue(one))];
  const unusable = others.map(([key]) => ({
    line: Math.max(
      text.split(/\r\n?|\n/).findIndex(line => line.startsWith(key)),
      0,
    ),
    key,
    reason: 'was left out: a variable is a text, a number, true or false',
  }));
  warnings.push(...[...problems, ...unusable].map(problem => problemSentence(variablesName, problem)));
  return Object.fromEntries(named.map(([name, value]) => [name, String(value)]));
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
  return isMarkdownFile(path) && path !== summary && !/(?:^|\/)\.gitbook\//.test(path);
}
