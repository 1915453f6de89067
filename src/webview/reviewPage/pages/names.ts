import type { ListedPage } from '../messages.ts';

/** A page, and whether others of the change request have the same title: it is told from them by its path. */
export interface NamedPage extends ListedPage {
  hasEqualTitle?: boolean;
}

/** Finds the pages whose titles are equal. */
export function named(pages: readonly ListedPage[]): NamedPage[] {
  const counts = Map.groupBy(pages, titleOf);
  return pages.map(page => ({ ...page, hasEqualTitle: (counts.get(titleOf(page))?.length ?? 0) > 1 }));
}

/** "Overview", or where others are called so "Overview (hardware/overview)". */
export function nameOf({ title, path, hasEqualTitle }: NamedPage): string {
  return hasEqualTitle ? `${title} (${path})` : title;
}

/** "Hardware › Moorings": what a page lies in. */
export function wayOf({ way = [] }: Partial<ListedPage> = {}): string {
  return way.join(' › ');
}

function titleOf({ title }: ListedPage): string {
  return title.trim().toLocaleLowerCase();
}
