import { posix } from 'node:path';
import type { Content, DocumentRow, FileRow, PageRow, RevisionRow } from '../store/rows.ts';
import { WrittenForms, formsInTurn } from './linkForms.ts';
import { type Destination, destinationsOf } from '../../markdown/destinations.ts';
import { encodePath, targetIn, toCanonical, toRelative } from './markdown/references.ts';
import { memoize } from '../memoize.ts';
import { flatten } from './pageTree.ts';
import { gitPathOf, pageWith } from './pages.ts';

/**
 * The Markdown of a page as the service shows it: links to pages are paths between the files of Git sync, in the form in
 * which somebody wrote them, as long as that leads to the same page.
 */
export function renderMarkdown(revision: RevisionRow, page: PageRow, text: Canonical): string {
  const folder = posix.dirname(gitPathOf(page));
  const formOf = formsInTurn(text.written);
  const usualForms = new Map<string, string | undefined>();
  const render = (canonical: string) => {
    const file = fileOf(revision, canonical);
    if (file === undefined) return undefined;
    const form = formOf(canonical);
    if (form && targetsOf(revision).find(folder, targetIn(form)) === canonical) return form;
    if (!usualForms.has(file)) usualForms.set(file, usualForm(folder, file));
    return usualForms.get(file);
  };
  return toRelative(text.markdown, render, destinationsIn(text));
}

/** Where the links of a text are written. */
export const destinationsIn = memoize(({ markdown }: Canonical): readonly Destination[] => destinationsOf(markdown));

/** The file of a page or a reusable content. */
function fileOf(revision: RevisionRow, canonical: string): string | undefined {
  if (!canonical.startsWith('/pages/')) return revision.reusableContents.find(({ id }) => id === canonical)?.path;
  const page = pageWith(revision, canonical.slice('/pages/'.length));
  return page?.type === 'document' ? gitPathOf(page) : undefined;
}

type Linked = Pick<Content, 'pages' | 'files' | 'reusableContents'>;
type Canonical = Pick<DocumentRow, 'markdown' | 'written'>;

/** Markdown that somebody wrote for a page, with links by ID. Takes paths between files, and paths of pages. */
export function canonicalMarkdown(
  content: Linked,
  page: PageRow,
  markdown: string,
  { destinations, resolved }: KnownLinks = {},
): Canonical {
  const folder = posix.dirname(gitPathOf(page));
  let made: Targets | undefined;
  const targets = () => (made ??= targetsOf(content));
  const forms = new WrittenForms();
  const canonical = toCanonical(
    markdown,
    target => resolved?.get(target) ?? targets().find(folder, target),
    (target, form) => targets().fileOf.has(target) && forms.add(target, form),
    destinations,
  );
  const written = forms.formsToStore(target => usualForm(folder, targets().fileOf.get(target)));
  return { markdown: canonical, ...(written && { written }) };
}

/** What is known of the links of a text before they are looked for. */
export interface KnownLinks {
  destinations?: readonly Destination[] | undefined;
  /** What targets lead to that no file of the content has the name of. */
  resolved?: ReadonlyMap<string, string> | undefined;
}

/** How a link to a file is written in a folder where nothing else is known. */
export function usualForm(folder: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : encodePath(posix.relative(folder, file));
}

interface Targets {
  /** What a link in a file of a folder leads to. */
  find(folder: string, target: string): string | undefined;
  /** The files of pages and reusable contents. */
  fileOf: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly FileRow[], Omit<Linked, 'files'> & { targets: Targets }>();

/** An edit seldom moves a page or brings a file: what leads where is then as it was before. */
function targetsOf(content: Linked): Targets {
  const { pages, files, reusableContents } = content;
  const before = known.get(files);
  if (before?.reusableContents === reusableContents && areInPlace(before.pages, pages)) return before.targets;
  const targets = findTargets(content);
  known.set(files, { pages, reusableContents, targets });
  return targets;
}

/** Whether pages are the same in the same files, whatever they say. */
export function areInPlace(before: readonly PageRow[], after: readonly PageRow[]): boolean {
  if (before.length !== after.length) return false;
  return after.every((page, index) => {
    const old = before[index];
    if (!old || page === old) return page === old;
    const isInPlace = page.id === old.id && page.type === old.type && page.path === old.path;
    return isInPlace && gitPathOf(page) === gitPathOf(old) && areInPlace(old.pages, page.pages);
  });
}

function findTargets({ pages, files, reusableContents }: Linked): Targets {
  const documents = flatten(pages).filter(({ type }) => type === 'document');
  const contents = reusableContents.flatMap(({ id, path }): [string, string][] =>
    path === undefined ? [] : [[id, path]],
  );
  const fileOf = new Map([
    ...documents.map((page): [string, string] => [`/pages/${page.id}`, gitPathOf(page)]),
    ...contents,
  ]);
  const targets = new Map<string, string>();
  const add = (name: string, canonical: string) => {
    if (!targets.has(name)) targets.set(name, canonical);
  };
  for (const [canonical, file] of fileOf) add(file, canonical);
  for (const { id, path = '' } of documents) {
    for (const name of [`${path}.md`, `${path}/README.md`, `/pages/${path}`, `/pages/${id}`]) add(name, `/pages/${id}`);
  }
  for (const [canonical, file] of fileOf) {
    add(file.replace(/\.md$/, ''), canonical);
    if (posix.basename(file) === 'README.md') add(posix.dirname(file), canonical);
  }
  for (const file of files) add(`.gitbook/assets/${file.name}`, `/files/${file.id}`);
  for (const file of files) if (file.path !== undefined) add(file.path, `/files/${file.id}`);
  const find: Targets['find'] = (folder, target) =>
    targets.get(target) ?? targets.get(inFolder(folder, target).replace(/\/$/, ''));
  return { find, fileOf };
}

/** A path as it is written in a file of this folder, seen from the top. */
export function inFolder(folder: string, target: string): string {
  return posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target));
}
