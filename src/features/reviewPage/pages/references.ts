import type { FileEntry, FileLayout, PageEntry, PageLayout } from '../../../model/content/layout.ts';
import type { SharedOnPage } from '../../../model/content/sharedOnPage.ts';
import { decodeUriPart, findLinkedPage, linkedPath } from '../../../model/content/references.ts';

/** Where a page lies, and what there is beside it. */
export interface Layouts {
  path: string;
  pages: PageLayout;
  files: FileLayout | undefined;
  /** The variables and included texts of the page. */
  shared: SharedOnPage | undefined;
}

/** Returns the file that a page refers to, by its ID or its path. */
export function findFile(target: string, { path, files }: Layouts): FileEntry | undefined {
  const [, id] = /^\/files\/([^/?#]+)/.exec(target) ?? [];
  return id ? files?.byId.get(decodeUriPart(id)) : files?.byPath.get(linkedPath(target, path) ?? '');
}

/**
 * Returns what finds out what a target on a page means: `/pages/<id>#<anchor>`, `/files/<id>`, `/texts/<id>`, or that it is
 * missing.
 */
export function meaningsOn(side: Layouts): (target: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  return target => {
    if (!known.has(target)) known.set(target, meaningOf(target, side));
    return known.get(target);
  };
}

function meaningOf(target: string, side: Layouts): string | undefined {
  const page = findLinkedPage(target, side.path, side.pages)?.page;
  if (page) return `/pages/${encodeURIComponent(page.id)}${/[?#].*$/.exec(target)?.[0] ?? ''}`;
  const file = findFile(target, side)?.file;
  if (file) return `/files/${encodeURIComponent(file.id)}`;
  const text = side.shared?.includedText(target);
  if (text) return `/texts/${text.id}`;
  const isMissing = /^\/pages\/[^/]/.test(target) || (side.files && /^\/files\/[^/]/.test(target));
  return isMissing ? target + missing : undefined;
}

/** Ends the meaning of a reference by ID to what is not there. */
const missing = ' (not there)';

/** Returns what the page or file is called that a target means, as a side or the other one knows it. */
export function nameOfMeaning(
  meaning: string,
  ownSide: Layouts | undefined,
  other: Layouts | undefined,
): string | undefined {
  const target = meaning.endsWith(missing) ? meaning.slice(0, -missing.length) : meaning;
  const [name, otherName] = [ownSide, other].map(side => side && nameOfTarget(target, side));
  return name ?? (otherName && otherName + missing);
}

/** Pages of one title are told apart by their paths. */
function nameOfTarget(target: string, side: Layouts): string | undefined {
  const file = /^\/files\//.test(target) ? findFile(target, side) : undefined;
  if (file) return isAlone(file, side.files?.byId) ? file.file.name : file.path;
  const text = side.shared?.texts.find(({ id }) => target === `/texts/${id}`);
  if (text) return text.title;
  const entry = /^\/pages\//.test(target) ? findLinkedPage(target, '', side.pages) : undefined;
  if (!entry) return undefined;
  const anchor = /#.+$/.exec(target)?.[0];
  const name = isAlone(entry, side.pages.byId) ? entry.page.title : `${entry.page.title} (${entry.path})`;
  return anchor ? `${name} ${anchor}` : name;
}

function isAlone<Entry extends PageEntry | FileEntry>(
  entry: Entry,
  byId: ReadonlyMap<string, Entry> | undefined,
): boolean {
  const called = (one: PageEntry | FileEntry) => ('page' in one ? one.page.title : one.file.name);
  return [...(byId?.values() ?? [])].every(one => one === entry || called(one) !== called(entry));
}
