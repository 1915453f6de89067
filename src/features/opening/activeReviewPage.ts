import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';

/** An open review page, as other features see it. */
export interface OpenReviewPage {
  readonly place: ChangeRequestPlace;
  readonly isActive: boolean;
  /** ID of the page of the change request that the review page shows. */
  readonly pageId: string | undefined;
}

interface ReviewPages {
  open: ReadonlyMap<string, OpenReviewPage>;
}

/** Creates the registry of review pages, which is empty at first. */
function createReviewPages(): ReviewPages {
  return { open: new Map() };
}

/** Registers the review pages for other features. The map may change later. */
export function provideReviewPages(
  { singletons }: Pick<App, 'singletons'>,
  pages: ReadonlyMap<string, OpenReviewPage>,
): void {
  singletons.get(createReviewPages).open = pages;
}

/** Returns the active review page; undefined if another editor is active. */
export function activeReviewPage({ singletons }: Pick<App, 'singletons'>): OpenReviewPage | undefined {
  return [...singletons.get(createReviewPages).open.values()].find(({ isActive }) => isActive);
}
