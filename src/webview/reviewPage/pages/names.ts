import { t } from '@vscode/l10n';
import { findEqualTitles, type TitledPage } from '../../../markdown/review/equalTitles.ts';
import type { ListedPage } from '../messages.ts';

interface PageWithPath extends TitledPage {
  path: string;
}

/** A page, and whether others of the change request have the same title: it is told from them by its path. */
export type Named<T> = T & { hasEqualTitle?: boolean };
export type NamedPage = Named<ListedPage>;

/** Finds the pages whose titles are equal to those of others, among them or elsewhere on the review page. */
export function named<T extends PageWithPath>(pages: readonly T[], elsewhere: readonly TitledPage[] = []): Named<T>[] {
  const equal = findEqualTitles([...pages, ...elsewhere]);
  return pages.map(page => ({ ...page, hasEqualTitle: equal.has(page.id) }));
}

/** "Overview", or where others are called so "Overview (hardware/overview)". */
export function pageLabel({ title, path, hasEqualTitle }: Named<PageWithPath>): string {
  return hasEqualTitle && path ? `${title} (${path})` : title;
}

/** "Hardware › Moorings": what a page lies in. */
export function ancestorsLabel({ way = [] }: Partial<ListedPage> = {}): string {
  return way.join(' › ');
}

/** Says what became of a page, by the kind of its change; empty if it is the same. */
export const kindNames: Readonly<Record<ListedPage['kind'], string>> = {
  created: t({ message: 'created', comment: ['what has become of a page'] }),
  edited: t({ message: 'edited', comment: ['what has become of a page'] }),
  deleted: t({ message: 'deleted', comment: ['what has become of a page'] }),
  moved: t({ message: 'moved', comment: ['what has become of a page'] }),
  same: '',
};
