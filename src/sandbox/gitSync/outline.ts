import { posix } from 'node:path';
import { compareNames } from './folder.ts';
import { computedSource } from '../content/computedPages.ts';
import { slugOf } from '../content/pagePaths.ts';
import { parseSummary } from './summary.ts';
import type { SummaryEntry } from './summary.ts';
import type { ComputedSource } from '../store/rows.ts';

/** A page as the files of a folder place it; what it says is in its source. */
export interface OutlinePage {
  type: 'document' | 'group' | 'link' | 'computed';
  /** As the summary, or the name of a folder, has it. */
  title?: string;
  /** The path of its file. */
  source?: string;
  /** Where a link page leads. */
  href?: string;
  /** What pages are made of that nobody wrote, and the line that says so. */
  computed?: { source: ComputedSource; line: number };
  /** Pages that the summary does not name are there, but not in the table of contents. */
  hidden?: true;
  pages: OutlinePage[];
}

export interface Outline {
  pages: OutlinePage[];
  warnings: string[];
}

/** The path of the page that a file holds: a folder's README is the folder. */
export function pathOfSource(source: string): string {
  const path = source.replace(/\.md$/i, '').replace(/(^|\/)README$/, '');
  return path.split('/').filter(Boolean).map(slugOf).join('/');
}

/** Places pages as the summary says, or else by the names of their files. */
export function outlineOf(sources: readonly string[], summary: string | undefined): Outline {
  const files = new Set(sources);
  const byName = sources.toSorted((a, b) => comparePaths(a, b));
  if (summary === undefined) return { pages: outlineByName(byName), warnings: [] };

  const outline: Outline = { pages: [], warnings: [] };
  const placed = new Map<string, OutlinePage>();
  outline.pages = parseSummary(summary).flatMap(entry => placeEntry(entry, { files, placed, outline, isTop: true }));
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
  outline: Outline;
  isTop: boolean;
}

/** The page of an entry; where it has none, the pages below it take its place. */
function placeEntry(entry: SummaryEntry, placing: Placing): OutlinePage[] {
  const { files, placed, outline, isTop } = placing;
  const children = () => entry.entries.flatMap(child => placeEntry(child, { ...placing, isTop: false }));
  const leftOut = (reason: string) => {
    outline.warnings.push(`SUMMARY.md, line ${entry.line}: '${entry.title}' was left out, because ${reason}.`);
    return children();
  };
  const { title, target, computed, line } = entry;
  if (entry.isRaised) {
    outline.warnings.push(
      `SUMMARY.md, line ${line}: '${title}' is nested too deep, and stands beside the one above it.`,
    );
  }
  if (computed !== undefined) {
    const source = computedSource(computed);
    if (source) return [{ type: 'computed', computed: { source, line: entry.line }, pages: [] }, ...children()];
    const known = 'the sandbox computes pages of OpenAPI specs alone';
    outline.warnings.push(`SUMMARY.md, line ${entry.line}: the pages to be computed were left out, because ${known}.`);
    return children();
  }
  if (target === undefined) {
    return isTop ? [{ type: 'group', title, pages: children() }] : leftOut('it links to no page');
  }
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [{ type: 'link', title, href: target, pages: [] }, ...children()];

  const path = posix.normalize(target.replace(/[?#].*$/, '').replace(/^\/+/, ''));
  if (path.startsWith('../')) return leftOut(`'${target}' lies outside the folder`);
  const source = [path, `${path}.md`, posix.join(path, 'README.md')].find(candidate => files.has(candidate));
  if (source === undefined) return leftOut(`there is no page '${target}'`);
  const first = placed.get(source);
  if (first) {
    outline.warnings.push(`SUMMARY.md, line ${entry.line}: '${target}' is listed twice; its first place counts.`);
    first.pages.push(...children());
    return [];
  }
  const page: OutlinePage = { type: 'document', title, source, pages: [] };
  placed.set(source, page);
  page.pages = children();
  return [page];
}

/** Folders are their README, or a group; pages lie in the page of the nearest folder above. */
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
    if (!folder || source === `${folder}README.md`) return undefined;
    const group = groups.get(folder) ?? { type: 'group', title: titleOfName(folder.slice(0, -1)), pages: [] };
    if (!groups.has(folder)) top.push(group);
    groups.set(folder, group);
    return group;
  }
}

/** The page of the nearest folder above: its README, or the page beside it with its name. The top has none. */
function parentByFolder(source: string, placed: ReadonlyMap<string, OutlinePage>): OutlinePage | undefined {
  const isFolderPage = posix.basename(source) === 'README.md';
  let folder = isFolderPage ? posix.dirname(posix.dirname(source)) : posix.dirname(source);
  for (; folder !== '.'; folder = posix.dirname(folder)) {
    const parent = placed.get(`${folder}/README.md`) ?? placed.get(`${folder}.md`);
    if (parent) return parent;
  }
  return undefined;
}

/** What a file or folder is called, for people: `getting-started` is "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replace(/\.md$/i, '').replace(/[-_]+/g, ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name;
}

/** Pages before what lies below them: a folder's README first, a page before the folder of its name. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a, b].map(path => path.split('/')) as [string[], string[]];
  for (let index = 0; ; index++) {
    const [first, second] = [left[index], right[index]];
    if (first === undefined || second === undefined) return left.length - right.length;
    if (first === second) continue;
    const [firstName, secondName] = [first, second].map(name => name.replace(/(?<!^README)\.md$/i, '')) as [
      string,
      string,
    ];
    if (firstName === secondName) return left.length - right.length;
    return compareNames(firstName, secondName);
  }
}
