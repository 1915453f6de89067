import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';

/** A review page that is open, as other features see it. */
export interface OpenReviewPage {
  readonly place: ChangeRequestPlace;
  readonly isActive: boolean;
  /** ID of the page of the change request that is read there. */
  readonly pageId: string | undefined;
}

interface ReviewPages {
  open: ReadonlyMap<string, OpenReviewPage>;
}

/** Creates what other features know of review pages: none is open at first. */
function createReviewPages(): ReviewPages {
  return { open: new Map() };
}

/** Makes the review pages known to other features. The map may change. */
export function provideReviewPages(
  { singletons }: Pick<App, 'singletons'>,
  pages: ReadonlyMap<string, OpenReviewPage>,
): void {
  singletons.get(createReviewPages).open = pages;
}

/** Returns the review page that is in front; undefined where that is an editor. */
export function activeReviewPage({ singletons }: Pick<App, 'singletons'>): OpenReviewPage | undefined {
  return [...singletons.get(createReviewPages).open.values()].find(({ isActive }) => isActive);
}
