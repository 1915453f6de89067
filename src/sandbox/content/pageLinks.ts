import { posix } from 'node:path';
import { flatten } from './pageTree.ts';
import { gitPathOf, pageIndex } from './pages.ts';
import { toCanonical, toRelative } from './markdown/references.ts';
import type { FileRow, PageRow, RevisionRow } from '../store/rows.ts';

/** The Markdown of a page as the service shows it: links to pages are paths between the files of Git sync. */
export function renderMarkdown(revision: RevisionRow, page: PageRow, markdown: string): string {
  const folder = posix.dirname(gitPathOf(page));
  const { byId } = pageIndex(revision);
  return toRelative(markdown, id => {
    const target = byId.get(id)?.page;
    return target?.type === 'document' ? posix.relative(folder, gitPathOf(target)) : undefined;
  });
}

interface Content {
  pages: readonly PageRow[];
  files: readonly FileRow[];
}

/** Markdown that somebody wrote for a page, with links by ID. Takes paths between files, and paths of pages. */
export function canonicalMarkdown({ pages, files }: Content, page: PageRow, markdown: string): string {
  const folder = posix.dirname(gitPathOf(page));
  const targets = new Map<string, string>();
  for (const file of files) targets.set(`.gitbook/assets/${file.name}`, `/files/${file.id}`);
  for (const { id, path } of flatten(pages).filter(({ type }) => type === 'document')) {
    const canonical = `/pages/${id}`;
    for (const name of [`${path}.md`, `${path}/README.md`, `/pages/${path}`]) targets.set(name, canonical);
    if (path === '') targets.set('README.md', canonical);
  }
  return toCanonical(markdown, target => targets.get(target) ?? targets.get(inFolder(folder, target)));
}

/** A path as it is written in a file of this folder, seen from the top. */
export function inFolder(folder: string, target: string): string {
  return posix.normalize(target.startsWith('/') ? target.slice(1) : posix.join(folder, target));
}
