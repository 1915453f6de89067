import type { FileEntry, FileLayout, PageEntry, PageLayout } from './layout.ts';
import { decodeUriPart, findLinkedPagePath, linkedPath } from './references.ts';

/** A link in the source of a page. */
export interface SourceLink {
  /** Where its target is written: from here to the end of what is written. */
  start: number;
  /** The target as it is written, with its anchor. */
  written: string;
  /** The target in the same version, if any. */
  entry: PageEntry | FileEntry | undefined;
}

/** Where links are looked up. */
export interface Linkable {
  pages: PageLayout;
  /** Undefined where no files are wanted. */
  files: FileLayout | undefined;
  /** The folder in front of all paths, for a text that stands beside it. */
  folder?: string;
  /** How links were written that are shown otherwise, by where they begin. */
  originals?: ReadonlyMap<number, string>;
}

/** The links in the source of a page, which lies at this path. */
export function linksInSource(
  text: string,
  path: string,
  { pages, files, folder = '', originals }: Linkable,
): SourceLink[] {
  const inFolder = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : '');
  const pageAt = (path: string) => pages.byPath.get(inFolder(path));
  const byId = [...text.matchAll(/(?<=[("])\/(?:files|pages)\/([^/?#)"\s]+)(?:#[^)"\s]*)?/g)].map(match => {
    const id = decodeUriPart(match[1] ?? '');
    return { start: match.index, written: match[0], entry: files?.byId.get(id) ?? pages.byId.get(id) };
  });
  const known = new Set(byId.map(({ start }) => start));
  // As VS Code finds them itself: it would open a folder, and a page under the title of the one with the link.
  const written = [...text.matchAll(/(?<=\]\(<?|^\[[^\]\n]+\]:[ \t]+<?)[^\s<>()]+/gm)];
  const byPath = written
    .filter(({ index }) => !known.has(index))
    .map(({ 0: link, index }) => {
      const original = originals?.get(index) ?? link;
      const targetPath =
        findLinkedPagePath(original, path, path => pageAt(path) !== undefined) ?? linkedPath(original, path);
      const entry =
        targetPath === undefined ? undefined : (pageAt(targetPath) ?? files?.byPath.get(inFolder(targetPath)));
      return { start: index, written: link, entry };
    });
  return [...byId, ...byPath];
}

/** The place in the target that a link names. */
export function anchorOf({ written }: SourceLink): string | undefined {
  return /#(.+)$/.exec(written)?.[1];
}
