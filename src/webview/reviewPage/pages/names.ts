import { t } from '@vscode/l10n';
import { findEqualTitles, type TitledPage } from '../../../markdown/review/equalTitles.ts';
import type { ListedPage } from '../messages.ts';

interface PageWithPath extends TitledPage {
  path: string;
}

/** A page with a flag that is set if others have the same title. Its path distinguishes it then. */
export type WithEqualTitleFlag<T> = T & { hasEqualTitle?: boolean };
export type FlaggedPage = WithEqualTitleFlag<ListedPage>;

/** Sets the flag of pages whose titles equal those of others in the list or in `elsewhere`. */
export function flagEqualTitles<T extends PageWithPath>(
  pages: readonly T[],
  elsewhere: readonly TitledPage[] = [],
): WithEqualTitleFlag<T>[] {
  const equal = findEqualTitles([...pages, ...elsewhere]);
  return pages.map(page => ({ ...page, hasEqualTitle: equal.has(page.id) }));
}

/** Returns the label of a page: "Overview", or "Overview (hardware/overview)" if others have the same title. */
export function pageLabel({ title, path, hasEqualTitle }: WithEqualTitleFlag<PageWithPath>): string {
  return hasEqualTitle && path ? `${title} (${path})` : title;
}

/** Returns the titles of the ancestors of a page: "Hardware › Moorings". */
export function ancestorsLabel({ ancestors = [] }: Partial<ListedPage> = {}): string {
  return ancestors.join(' › ');
}

/** The names of the kinds of changes of pages; empty for an unchanged page. */
export const kindNames: Readonly<Record<ListedPage['kind'], string>> = {
  created: t({ message: 'created', comment: ['what has become of a page'] }),
  edited: t({ message: 'edited', comment: ['what has become of a page'] }),
  deleted: t({ message: 'deleted', comment: ['what has become of a page'] }),
  moved: t({ message: 'moved', comment: ['what has become of a page'] }),
  same: '',
};
