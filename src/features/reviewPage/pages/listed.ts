import { t } from '@vscode/l10n';
import type { ChangeRequestPlace } from '../../../model/content/changeRequests.ts';
import { verbLabel } from '../../../model/content/changes.ts';
import { plainTitle } from '../../../model/content/titles.ts';
import { quoteFile } from '../../../model/discussions/commentTarget.ts';
import type { ReviewedChange } from '../../../model/reviews/readReview.ts';
import type { ComparisonBase, Reviews } from '../../../model/reviews/reviews.ts';
import type { ComparedVersion, ListedFile, ListedPage } from '../../../webview/reviewPage/messages.ts';
import { isPictureFile } from './pictures.ts';

/** Returns the page of a change as the review page lists it; empty if the change is not one of a page. */
export function listedPagesOf(reviews: Reviews, place: ChangeRequestPlace, change: ReviewedChange): ListedPage[] {
  const { page, name, detail, verb, ancestors, isMoved, smallChange } = change;
  if (!page) return [];
  const small = smallChange !== undefined && (verb === 'moved' || !isMoved) && { smallChange };
  const isViewed = reviews.isViewed(place, change);
  const conversations = reviews.openComments(place, change);
  const titles = ancestors.map(({ title }) => title);
  const isViewedBefore = reviews.isViewedBefore(place, change);
  // A deleted page has no title of its own, so the name is that in the list of changes.
  const title = plainTitle(name, () => undefined);
  const listed = { id: page, title, path: detail, ancestors: titles, kind: verb, conversations, isViewedBefore };
  return [{ ...listed, ...small, ...(isViewed !== undefined && { isViewed }) }];
}

/** Returns the file of a change as the review page lists it; empty if the change is not one of a file. */
export function listedFilesOf(reviews: Reviews, place: ChangeRequestPlace, change: ReviewedChange): ListedFile[] {
  const { file, name, verb, values = [] } = change;
  if (!file) return [];
  const isViewed = reviews.isViewed(place, change);
  const listed = { id: file, name, kind: verb, change: verbLabel(change), isPicture: isPictureFile(name) };
  return [{ ...listed, ...(isViewed !== undefined && { isViewed }), quote: quoteFile(name), facts: [...values] }];
}

/** Describes the version with which the change request is compared. */
export function comparedVersionOf(since: ComparisonBase | undefined): ComparedVersion {
  return since
    ? { words: t`since ${since.label}`, before: t('an earlier revision'), isSince: true }
    : { words: t('to the main content'), before: t('main content'), isSince: false };
}
