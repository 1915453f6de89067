import { posix } from 'node:path';
import { compareNames } from './folder.ts';
import { computedSource } from '../content/computedPages.ts';
import { slugOf } from '../content/pagePaths.ts';
import { parseSummary } from './summary.ts';
import type { SummaryEntry } from './summary.ts';
import type { ComputedSource } from '../store/rows.ts';

/** A page with its placement in the outline. Its text is in the file `source`. */
export interface OutlinePage {
  type: 'document' | 'group' | 'link' | 'computed';
  /** The title from the summary, or from the name of a folder. */
  title?: string;
  /** The path of the file that contains the text of the page. */
  source?: string;
  /** The address of a link page. */
  href?: string;
  /** The source of computed pages, and the line of the summary that declares it. */
  computed?: { source: ComputedSource; line: number };
  /** True for a page that the summary omits and for a group below a page, which the table of contents does not show. */
  hidden?: true;
  pages: OutlinePage[];
}

export interface ContentOutline {
  pages: OutlinePage[];
  warnings: string[];
}

const pageFile = /\.(?:md|markdown)$/i;

export function isMarkdownFile(path: string): boolean {
  return pageFile.test(path);
}

/** Returns the path of the page that a file contains; a README has the path of its folder. */
export function pathOfSource(source: string): string {
  const path = source.replace(pageFile, '').replace(/(^|\/)README$/, '');
  return path.split('/').filter(Boolean).map(slugOf).join('/');
}

/** Places pages by the summary, or by the names of their files if there is none. */
export function outlineOf(sources: readonly string[], summary?: { name: string; text: string }): ContentOutline {
  const files = new Set(sources);
  const byName = sources.toSorted((a, b) => comparePaths(a, b));
  if (summary === undefined) return { pages: outlineByName(byName), warnings: [] };

  const outline: ContentOutline = { pages: [], warnings: [] };
  const placed = new Map<string, OutlinePage>();
  const placing = { files, placed, outline, isTop: true, summary: summary.name };
  outline.pages = parseSummary(summary.text).flatMap(entry => placeEntry(entry, placing));
  for (const source of byName.filter(name => !placed.has(name))) {
    const page: OutlinePage = { type: 'document', source, hidden: true, pages: [] };
    placed.set(source, page);
    (parentByFolder(source, placed)?.pages ?? outline.pages).push(page);
  }
  return outline;
}

interface Placing {
  files: ReadonlySet<string>;
  placed: Map<string, OutlinePage>;
  outline: ContentOutline;
  isTop: boolean;
  /** The name of the summary file. */
  summary: string;
}

/** Returns the page of an entry, or the pages below it if the entry has none. */
function placeEntry(entry: SummaryEntry, placing: Placing): OutlinePage[] {
  const { files, placed, isTop } = placing;
  const { title, target, computed, line } = entry;
  const warn = (sentence: string) => placing.outline.warnings.push(`${placing.summary}, line ${line}: ${sentence}`);
  const children = () => entry.entries.flatMap(child => placeEntry(child, { ...placing, isTop: false }));
  const leftOut = (reason: string) => {
    warn(`'${title}' was left out, because ${reason}.`);
    return children();
  };
  const beside = (page: OutlinePage, kind: string) => {
    const [first] = entry.entries;
    if (first) warn(`what is below '${title}' stands beside it, because ${kind} has no pages below it.`);
    return [page, ...children()];
  };
  if (entry.isRaised) warn(`'${title}' is nested too deep, and stands beside the one above it.`);
  if (computed !== undefined) {
    const source = computedSource(computed);
    if (source) return [{ type: 'computed', computed: { source, line }, pages: [] }, ...children()];
    warn('the pages to be computed were left out, because the sandbox computes pages of OpenAPI specs alone.');
    return children();
  }
  // Groups are allowed only at the top. A group below a page keeps its title, and is hidden in the table of contents.
  if (target === undefined) return [{ type: 'group', title, ...(!isTop && { hidden: true }), pages: children() }];
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return beside({ type: 'link', title, href: target, pages: [] }, 'a link');

  const path = posix.normalize(target.replace(/[?#].*$/, '').replace(/^\/+/, ''));
  if (path.startsWith('../')) return leftOut(`'${target}' lies outside the folder`);
  const source = sourcesNamed(path).find(candidate => files.has(candidate));
  if (source === undefined) return leftOut(`there is no page '${target}'`);
  const first = placed.get(source);
  if (first) {
    warn(`'${target}' is listed twice; its first place counts.`);
    first.pages.push(...children());
    return [];
  }
  const page: OutlinePage = { type: 'document', title, source, pages: [] };
  placed.set(source, page);
  page.pages = children();
  return [page];
}

const extensions = ['.md', '.MD', '.markdown'];

/**
 * Returns the files that a path can refer to: the file itself, a page without its extension, the README of a folder.
 */
export function sourcesNamed(path: string): string[] {
  return [path, ...extensions.map(end => path + end), ...readmesOf(path)];
}

export function readmesOf(folder: string): string[] {
  return extensions.map(end => posix.join(folder, `README${end}`));
}

/** Builds an outline from file names: a folder is its README or a group, and contains the pages below it. */
function outlineByName(sources: readonly string[]): OutlinePage[] {
  const top: OutlinePage[] = [];
  const placed = new Map<string, OutlinePage>();
  const groups = new Map<string, OutlinePage>();
  for (const source of sources) {
    const page: OutlinePage = { type: 'document', source, pages: [] };
    placed.set(source, page);
    const parent = parentByFolder(source, placed) ?? groupOf(source);
    (parent?.pages ?? top).push(page);
  }
  return top;

  function groupOf(source: string): OutlinePage | undefined {
    const folder = source.slice(0, source.indexOf('/') + 1);
    if (!folder || readmesOf(folder).includes(source)) return undefined;
    const group = groups.get(folder) ?? { type: 'group', title: titleFromFileName(folder.slice(0, -1)), pages: [] };
    if (!groups.has(folder)) top.push(group);
    groups.set(folder, group);
    return group;
  }
}

/** Returns the page of the nearest folder above: its README, or the page beside it with its name. */
function parentByFolder(source: string, placed: ReadonlyMap<string, OutlinePage>): OutlinePage | undefined {
  const isFolderPage = readmesOf(posix.dirname(source)).includes(source);
  let folder = isFolderPage ? posix.dirname(posix.dirname(source)) : posix.dirname(source);
  for (; folder !== '.'; folder = posix.dirname(folder)) {
    const candidates = [...readmesOf(folder), ...extensions.map(end => folder + end)];
    const parent = candidates.map(candidate => placed.get(candidate)).find(page => page !== undefined);
    if (parent) return parent;
  }
  return undefined;
}

/** Derives a title from the name of a file or folder: `getting-started` becomes "Getting started". */
export function titleFromFileName(name: string): string {
  const words = name.replace(pageFile, '').replace(/[-_]+/g, ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name;
}

/** Orders pages before their descendants: README first, and a page before the folder of its name. */
function comparePaths(a: string, b: string): number {
  const [segmentsA, segmentsB] = [a, b].map(path => path.split('/')) as [string[], string[]];
  for (let index = 0; ; index++) {
    const [first, second] = [segmentsA[index], segmentsB[index]];
    if (first === undefined || second === undefined) return segmentsA.length - segmentsB.length;
    if (first === second) continue;
    const [firstName, secondName] = [first, second].map(name =>
      name.replace(/(?<!^README)\.(?:md|markdown)$/i, ''),
    ) as [string, string];
    if (firstName === secondName) return segmentsA.length - segmentsB.length;
    return compareNames(firstName, secondName);
  }
}
