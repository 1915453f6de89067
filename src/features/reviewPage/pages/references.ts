import { t } from '@vscode/l10n';
import type { FileEntry, FileLayout, PageEntry, PageLayout } from '../../../model/content/layout.ts';
import type { SharedOnPage } from '../../../model/content/sharedOnPage.ts';
import { decodeUriPart, findLinkedPage, linkedPath } from '../../../model/content/references.ts';

/** The path of a page, and the pages and files that it can refer to. */
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
 * Returns a cached function that resolves a target on a page to `/pages/<id>#<anchor>`, `/files/<id>` or `/texts/<id>`,
 * or to the target and a suffix if it is missing.
 */
export function createTargetResolver(side: Layouts): (target: string) => string | undefined {
  const cache = new Map<string, string | undefined>();
  return target => {
    if (!cache.has(target)) cache.set(target, meaningOf(target, side));
    return cache.get(target);
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

/** The suffix of a reference by ID whose target does not exist. */
const missing = ` ${t('(not there)')}`;

/** Returns the name of the page or file that a resolved target refers to, from either side. */
export function nameOfResolvedTarget(
  meaning: string,
  ownSide: Layouts | undefined,
  other: Layouts | undefined,
): string | undefined {
  const target = meaning.endsWith(missing) ? meaning.slice(0, -missing.length) : meaning;
  const [name, otherName] = [ownSide, other].map(side => side && nameOfTarget(target, side));
  return name ?? (otherName && otherName + missing);
}

/** Returns the name of a target. Pages and files of the same name are distinguished by their paths. */
function nameOfTarget(target: string, side: Layouts): string | undefined {
  const file = /^\/files\//.test(target) ? findFile(target, side) : undefined;
  if (file) return isUnique(file, side.files?.byId) ? file.file.name : file.path;
  const text = side.shared?.texts.find(({ id }) => target === `/texts/${id}`);
  if (text) return text.title;
  const entry = /^\/pages\//.test(target) ? findLinkedPage(target, '', side.pages) : undefined;
  if (!entry) return undefined;
  const anchor = /#.+$/.exec(target)?.[0];
  const name = isUnique(entry, side.pages.byId) ? entry.page.title : `${entry.page.title} (${entry.path})`;
  return anchor ? `${name} ${anchor}` : name;
}

function isUnique<Entry extends PageEntry | FileEntry>(
  entry: Entry,
  byId: ReadonlyMap<string, Entry> | undefined,
): boolean {
  const nameOf = (one: PageEntry | FileEntry) => ('page' in one ? one.page.title : one.file.name);
  return [...(byId?.values() ?? [])].every(one => one === entry || nameOf(one) !== nameOf(entry));
}
