import { posix } from 'node:path';
import type { DocumentRow, FileRow, PageRow, RevisionContent, RevisionRow } from '../store/rows.ts';
import { WrittenForms, formsInTurn } from './linkForms.ts';
import { type Destination, destinationsOf } from '../../markdown/destinations.ts';
import { encodePath, targetIn, toCanonical, toRelative } from './markdown/references.ts';
import { memoize } from '../memoize.ts';
import { flatten } from './pageTree.ts';
import { gitPathOf, pageWith } from './pages.ts';

/**
 * Renders the Markdown of a page as the service returns it: links to pages become relative paths between the files of
 * Git Sync. A link keeps its original form if that still leads to the same page.
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

/** Returns the link destinations of a text. */
export const destinationsIn = memoize(({ markdown }: Canonical): readonly Destination[] => destinationsOf(markdown));

/** Returns the file of a page or a reusable content. */
function fileOf(revision: RevisionRow, canonical: string): string | undefined {
  if (!canonical.startsWith('/pages/')) return revision.reusableContents.find(({ id }) => id === canonical)?.path;
  const page = pageWith(revision, canonical.slice('/pages/'.length));
  return page?.type === 'document' ? gitPathOf(page) : undefined;
}

type Linked = Pick<RevisionContent, 'pages' | 'files' | 'reusableContents'>;
type Canonical = Pick<DocumentRow, 'markdown' | 'written'>;

/** Converts links in written Markdown to links by ID. Accepts paths of files and of pages. */
export function canonicalMarkdown(
  content: Linked,
  page: PageRow,
  markdown: string,
  { destinations, resolved }: KnownLinks = {},
): Canonical {
  const folder = posix.dirname(gitPathOf(page));
  let cachedTargets: Targets | undefined;
  const targets = () => (cachedTargets ??= targetsOf(content));
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

/** Link data of a text that is known already. */
export interface KnownLinks {
  destinations?: readonly Destination[] | undefined;
  /** Canonical targets by written target, tried before the names of files in the content. */
  resolved?: ReadonlyMap<string, string> | undefined;
}

/** Returns the default form of a link from a folder to a file: an encoded relative path. */
export function usualForm(folder: string, file: string | undefined): string | undefined {
  return file === undefined ? undefined : encodePath(posix.relative(folder, file));
}

interface Targets {
  /** Returns the canonical target of a link in a file of the folder. */
  find(folder: string, target: string): string | undefined;
  /** The files of pages and reusable contents, by canonical target. */
  fileOf: ReadonlyMap<string, string>;
}

const known = new WeakMap<readonly FileRow[], Omit<Linked, 'files'> & { targets: Targets }>();

/** Returns the link targets of content. Reuses the previous ones if no page moved: most edits move none. */
function targetsOf(content: Linked): Targets {
  const { pages, files, reusableContents } = content;
  const before = known.get(files);
  if (before?.reusableContents === reusableContents && areInPlace(before.pages, pages)) return before.targets;
  const targets = findTargets(content);
  known.set(files, { pages, reusableContents, targets });
  return targets;
}

/** Returns true if both trees have the same pages in the same files, whatever their content. */
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

/** Resolves a path written in a file of the folder to a path from the root. */
export function inFolder(folder: string, target: string): string {
  return posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target));
}
