import type { FileEntry, FileLayout, PageEntry, PageLayout } from './layout.ts';
import { decodeUriPart, findLinkedPagePath, linkedPath } from './references.ts';

/** A link in the source of a page. */
export interface SourceLink {
  /** The offset at which `written` begins. */
  start: number;
  /** The target as it is written, with its anchor. */
  written: string;
  /** The target in the same version, if any. */
  entry: PageEntry | FileEntry | undefined;
}

/** The paths of a version, in which links are resolved. */
export interface Linkable {
  pages: PageLayout;
  /** Undefined if links to files are not needed. */
  files: FileLayout | undefined;
  /** The prefix of all paths, for a text that lies beside the content. */
  folder?: string;
  /** The original spelling of links that are shown with another one, by offset. */
  originals?: ReadonlyMap<number, string>;
}

/** Returns the links in the source of a page at a path. */
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
  // Matches the links that VS Code finds itself. Without a target of ours, VS Code would open a folder, or a page under
  // the title of the linking page.
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

/** Returns the anchor of a link, if any. */
export function anchorOfLink({ written }: SourceLink): string | undefined {
  return /#(.+)$/.exec(written)?.[1];
}
