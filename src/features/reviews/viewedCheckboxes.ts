import { t } from '@vscode/l10n';
import type { App } from '../../app.ts';
import { addressOfChangeRequest, type ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { ReviewedChange } from '../../model/reviews/readReview.ts';
import { type Node, resourceOf } from '../../ui/tree/node.ts';
import { addressOfSince, addressOfViewed, type ChangeFolderResource, type ChangeResource } from './node.ts';

/** Changes of one change request. */
export interface TickedChanges {
  place: ChangeRequestPlace;
  changes: readonly ReviewedChange[];
}

/** Returns the changes of a row: one, or all in a folder. */
export function changesOf(row: unknown): TickedChanges | undefined {
  const change = resourceOf<ChangeResource>(row, 'change');
  if (change) return { place: change.place, changes: [change.change] };
  return resourceOf<ChangeFolderResource>(row, 'changeFolder');
}

/** Marks the changes of rows as viewed if their boxes were ticked, or as not viewed if their boxes were cleared. */
export async function markTicked(
  { reviews, failures }: Pick<App, 'reviews' | 'failures'>,
  boxes: readonly (readonly [Node, boolean])[],
): Promise<void> {
  try {
    for (const [row, isTicked] of boxes) {
      const ticked = changesOf(row);
      if (ticked) await reviews.markViewed(ticked.place, ticked.changes, isTicked);
    }
  } catch (error) {
    failures.show(t('keep what you have viewed'), error);
  }
}

/**
 * Updates the rows of a change request after its viewed marks, or the revision with which it is compared, have changed.
 */
export function refreshViewed(
  { tree, reviewLists }: Pick<App, 'tree' | 'reviewLists'>,
  place: ChangeRequestPlace & { isListAnother?: boolean },
): void {
  for (const view of [tree, reviewLists]) {
    view.refreshFromCache(addressOfChangeRequest(place));
    view.applyChange(new Set([addressOfViewed(place), ...(place.isListAnother ? [addressOfSince(place)] : [])]));
  }
}
