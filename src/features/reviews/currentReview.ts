import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import type { ReviewContent, ReviewedChange } from '../../model/reviews/readReview.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { documentOfTarget } from '../content/node.ts';

/** A change request under review, and its change in the editor, if any. */
export interface CurrentReview {
  place: ChangeRequestPlace;
  review: ReviewContent;
  change: ReviewedChange | undefined;
}

/** Finds the change request of a row or of the document in the editor, with the change in the editor. */
export async function findCurrentReview(app: App, target?: unknown): Promise<CurrentReview> {
  const row = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  const uri = row ? undefined : documentOfTarget(target);
  const place = row ?? (uri && (await app.content.changeRequestOf(uri)));
  if (!place) throw new Failure(t('No page of a change request is open. Open one from the Marginalia view first.'));
  const review = await app.reviews.read(place);
  if (!review) throw new Failure(noChangesListed);
  const entry = uri && (await app.content.lookUp(uri));
  const id = entry?.kind === 'page' ? entry.page.id : entry?.file.id;
  return { place, review, change: review.changes.find(({ page, file }) => id !== undefined && (page ?? file) === id) };
}

/** Returns whether the change in an editor is viewed; undefined if there is none, or the changes are not loaded yet. */
export async function isViewedIn(app: App, { document }: vscode.TextEditor): Promise<boolean | undefined> {
  const place = await app.content.changeRequestOf(document.uri);
  if (!place || !app.reviews.cached(place)) return undefined;
  const { change } = await findCurrentReview(app, document.uri);
  return change && app.reviews.isViewed(place, change);
}

const noChangesListed = t(
  'This server does not tell what a change request changes. Its pages can be read and commented on below "All pages".',
);
