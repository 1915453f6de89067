import { type Change, wordFor } from '../../../model/content/changes.ts';
import { mayBeShown } from '../../../model/content/shownOn.ts';
import type { ReviewedChange } from '../../../model/reviews/reading.ts';
import type { OtherChange } from '../../../webview/reviewPage/messages.ts';

/** What is neither a page nor a file: variables, reusable content, tags and what later servers add. */
export function otherChange(change: ReviewedChange): OtherChange[] {
  const { page, file, name, detail, verb, values = [] } = change;
  if (page || file) return [];
  const words = { name, detail, change: wordFor(change), facts: [...values] };
  const hasText = change.documents !== undefined;
  return [{ id: idOfOther(change), kind: verb, ...words, hasText, mayBeShown: mayBeShown(change) }];
}

export function idOfOther(change: Change): string {
  return JSON.stringify([keyOfOther(change), change.verb]);
}

/** Returns what tells a variable, reusable content or tag from others, whatever was done to it. */
export function keyOfOther({ detail, name, reusableContent }: Change): string {
  return JSON.stringify([detail, reusableContent ?? name]);
}

/** Returns the same for one that is listed. */
export function keyOfListed({ id }: OtherChange): string {
  const [key] = JSON.parse(id) as [string];
  return key;
}
