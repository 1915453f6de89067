import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';

/** A review page that is open, as other features see it. */
export interface OpenReviewPage {
  readonly place: ChangeRequestPlace;
  readonly isActive: boolean;
  /** ID of the page of the change request that is read there. */
  readonly pageId: string | undefined;
}

const openPages = new WeakMap<App, ReadonlyMap<string, OpenReviewPage>>();

/** Makes the review pages known to other features. The map may change. */
export function provideReviewPages(app: App, pages: ReadonlyMap<string, OpenReviewPage>): void {
  openPages.set(app, pages);
}

/** Returns the review page that is in front; undefined where that is an editor. */
export function reviewPageInFront(app: App): OpenReviewPage | undefined {
  return [...(openPages.get(app)?.values() ?? [])].find(({ isActive }) => isActive);
}
