import { posix } from 'node:path';
import { isAsset } from '../content/contentTypes.ts';
import { evaluateExpressions } from '../content/expressions.ts';
import type { Folder, ReadFile } from './folder.ts';
import { readFrontMatter } from '../content/markdown/frontMatter.ts';
import type { PageSource } from '../content/markdown/frontMatter.ts';
import { readLenientYaml } from '../content/lenientYaml.ts';
import type { YamlProblem } from '../content/lenientYaml.ts';
import { isMarkdownFile, outlineOf } from './outline.ts';
import type { ContentOutline } from './outline.ts';
import { stableId } from './stableId.ts';

/** A file of a folder, with the ID of its page or file in the content. */
export interface CheckoutEntry {
  id: string;
  read: ReadFile;
}

/** The files of a space, as Git Sync stores them. */
export interface Checkout {
  entries: ReadonlyMap<string, CheckoutEntry>;
}

/** A proposed change of one file. */
export interface FileChange {
  status: 'added' | 'modified' | 'removed' | 'renamed';
  path: string;
  previousPath?: string;
}

export function checkOut(space: string, folder: Pick<Folder, 'files'>): Checkout {
  const entries = [...folder.files].map(([path, read]): [string, CheckoutEntry] => [
    path,
    { id: stableId(space, path), read },
  ]);
  return { entries: new Map(entries) };
}

/** Applies changes to a checkout. `fileOf` provides the new bytes of files, and `origin` seeds the IDs of new files. */
export function applyFileChanges(
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

/** Applies the difference between `base` and `changed` to `main`. */
export function mergeCheckouts(main: Checkout, base: Checkout, changed: Checkout): Checkout {
  const entries = new Map(main.entries);
  for (const path of base.entries.keys()) if (!changed.entries.has(path)) entries.delete(path);
  for (const [path, entry] of changed.entries) if (base.entries.get(path) !== entry) entries.set(path, entry);
  return { entries };
}

export interface CheckoutPages {
  /** Entries of pages, by their paths from the documentation root. */
  sources: ReadonlyMap<string, CheckoutEntry>;
  assets: ReadonlyMap<string, CheckoutEntry>;
  /** Entries of reusable contents, which pages can include. */
  includes: ReadonlyMap<string, CheckoutEntry>;
  variables: Readonly<Record<string, string>>;
  /** Paths of all other files, from the documentation root. */
  others: readonly string[];
  /** Paths of the settings file, the summary and the variables file. */
  settings: ReadonlySet<string>;
  /** The file of the first page, which has the empty path. */
  readme: string;
  outline: ContentOutline;
  /** Sentences about settings, variables and files that were left out. */
  warnings: readonly string[];
}

const settingsName = '.gitbook.yaml';
const variablesName = '.gitbook/vars.yaml';

const pagesFound = new WeakMap<Checkout, CheckoutPages>();

/** Returns the pages and files of a checkout below the root that `.gitbook.yaml` names. */
export function findCheckoutPages(checkout: Checkout): CheckoutPages {
  const pages = pagesFound.get(checkout) ?? findPages(checkout);
  pagesFound.set(checkout, pages);
  return pages;
}

function findPages({ entries }: Checkout): CheckoutPages {
  const warnings: string[] = [];
  const settings = settingsOf(entries, warnings);
  const sources = new Map<string, CheckoutEntry>();
  const assets = new Map<string, CheckoutEntry>();
  const includes = new Map<string, CheckoutEntry>();
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
  // Titles are plain text, so their expressions are replaced by values.
  const text = summary && evaluateExpressions(textOf(summary), { page: undefined, space: variables });
  const outline = outlineOf([...sources.keys()], text === undefined ? undefined : { name: settings.summary, text });
  const settingsFiles = new Set([settingsName, settings.root + settings.summary, variablesFile]);
  return { sources, assets, includes, variables, others, settings: settingsFiles, readme, outline, warnings };
}

function listed(paths: readonly string[]): string {
  const names = paths.slice(0, 3).map(path => `'${path}'`);
  return paths.length > names.length ? `${names.join(', ')} and ${paths.length - names.length} more` : names.join(', ');
}

const sourcesRead = new WeakMap<CheckoutEntry, PageSource>();

/** Parses the page in a file, once. */
export function readPage(entry: CheckoutEntry): PageSource {
  const known = sourcesRead.get(entry);
  if (known) return known;
  const source = readFrontMatter(textOf(entry), { isLenient: true });
  sourcesRead.set(entry, source);
  return source;
}

function textOf({ read }: CheckoutEntry): string {
  return read().toString('utf8');
}

interface Settings {
  /** The documentation root: a folder with a trailing slash, or empty for all files. */
  root: string;
  readme: string;
  summary: string;
}

const defaultSettings = { readme: 'README.md', summary: 'SUMMARY.md' };

function settingsOf(entries: Checkout['entries'], warnings: string[]): Settings {
  const entry = entries.get(settingsName);
  if (!entry) return { root: '', ...defaultSettings };
  // Users of Windows write paths with backslashes, which start escape sequences in YAML.
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

/** Formats a problem as one sentence with file, line and key. */
export function problemSentence(file: string, { line, key, reason }: YamlProblem): string {
  return `${file}, line ${line + 1}: ${key && `'${key}' `}${reason}.`;
}

/** Reads the variables, and reports a value that is no text, number or boolean. */
function variablesIn(entry: CheckoutEntry | undefined, warnings: string[]): Record<string, string> {
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

/** Normalizes a path below the folder. Returns undefined if it is empty or leaves the folder. */
function clean(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const path = posix.normalize(value).replace(/^\/+|\/+$/g, '');
  return path === '.' || path === '' || path.startsWith('..') ? undefined : path;
}

function isPage(path: string, { summary }: Settings): boolean {
  return isMarkdownFile(path) && path !== summary && !/(?:^|\/)\.gitbook\//.test(path);
}
