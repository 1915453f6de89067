import { type Change, verbLabel } from '../../../model/content/changes.ts';
import { canAppearOnPages } from '../../../model/content/pagesShowing.ts';
import type { ReviewedChange } from '../../../model/reviews/readReview.ts';
import type { OtherChange } from '../../../webview/reviewPage/messages.ts';

/**
 * Converts a change of a variable, reusable content, a tag, or an unknown kind. Returns an empty array for pages and
 * files.
 */
export function toOtherChanges(change: ReviewedChange): OtherChange[] {
  const { page, file, name, detail, verb, values = [] } = change;
  if (page || file) return [];
  const texts = { name, detail, change: verbLabel(change), facts: [...values] };
  const hasText = change.documents !== undefined;
  return [{ id: otherChangeId(change), kind: verb, ...texts, hasText, canAppearOnPages: canAppearOnPages(change) }];
}

/** Returns the ID of a change in the list. */
export function otherChangeId(change: Change): string {
  return JSON.stringify([otherChangeKey(change), change.verb]);
}

/** Returns a key that identifies the changed item, whatever was done to it. */
export function otherChangeKey({ detail, name, reusableContent }: Change): string {
  return JSON.stringify([detail, reusableContent ?? name]);
}

/** Returns the key of a change in the list. */
export function keyOfListedChange({ id }: OtherChange): string {
  const [key] = JSON.parse(id) as [string];
  return key;
}
