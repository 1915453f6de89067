import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { ChangeRequestPlace } from '../../model/content/changeRequests.ts';
import { type Commands, commandOn } from '../../ui/command.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import * as say from '../../ui/say.ts';
import { findChangeRequest } from '../picking/findChangeRequest.ts';
import { focusedRows } from '../picking/focusedRows.ts';
import { changesOf, type TickedChanges } from './viewedCheckboxes.ts';
import { discardReview, finishReview } from './finish.ts';
import { findCurrentReview } from './currentReview.ts';
import { copyRecord, saveRecord } from './record.ts';
import { compareSince, findCompared, showAllChanges } from './since.ts';
import { showNextChange, showNextUnviewed } from './navigate.ts';

const one = (action: string, run: (app: App, place: ChangeRequestPlace) => unknown) =>
  commandOn(action, (app: App, target) => findChangeRequest(app, target, { statuses: ['open', 'draft'] }), run);

export const commands: Commands<App> = {
  'marginalia.change.markViewed': { action: t('mark it as viewed'), run: (app, ...rows) => mark(app, rows, true) },
  'marginalia.change.markNotViewed': {
    action: t('mark it as not viewed'),
    run: (app, ...rows) => mark(app, rows, false),
  },
  'marginalia.change.toggleViewed': { action: t('mark it as viewed'), run: toggle },
  'marginalia.change.toggleFocused': { action: t('mark it as viewed'), run: toggleFocused },
  'marginalia.review.finish': one(t('finish the review'), finishReview),
  'marginalia.changeRequest.compareSince': one(t('compare the change request'), compareSince),
  'marginalia.changeRequest.showAllChanges': commandOn(t('show all changes'), findCompared, showAllChanges),
  'marginalia.review.discard': one(t('discard the review'), discardReview),
  'marginalia.review.copyRecord': one(t('copy the review record'), copyRecord),
  'marginalia.review.saveRecord': one(t('save the review record'), saveRecord),
  'marginalia.review.nextChange': { action: t('go to the next change'), run: app => showNextChange(app, 'after') },
  'marginalia.review.previousChange': {
    action: t('go to the previous change'),
    run: app => showNextChange(app, 'before'),
  },
  'marginalia.review.nextUnviewed': { action: t('go to the next change that is not viewed'), run: showNextUnviewed },
  'marginalia.review.hideViewed': { action: t('hide what is viewed'), run: app => hideViewed(app, true) },
  'marginalia.review.showViewed': { action: t('show what is viewed'), run: app => hideViewed(app, false) },
};

/** Marks the chosen changes as viewed or not viewed: the selected rows, one row, or the change in the editor. */
async function mark(app: App, [target, selected]: unknown[], isViewed: boolean): Promise<void> {
  const rows = Array.isArray(selected) && selected.length > 1 ? selected.filter(isTrustedTarget) : [target];
  const chosen = rows.flatMap(row => changesOf(row) ?? []);
  for (const { place, changes } of chosen.length > 0 ? chosen : [await changeInEditor(app, target)]) {
    await app.reviews.markViewed(place, changes, isViewed);
    showProgress(app, place);
  }
}

/** Toggles whether the change in the editor is viewed. */
async function toggle(app: App, target: unknown): Promise<void> {
  await toggleViewed(app, [await changeInEditor(app, target)]);
}

/** Toggles whether the change of the focused row is viewed. */
async function toggleFocused(app: App): Promise<void> {
  const chosen = focusedRows(app).flatMap(row => changesOf(row) ?? []);
  if (chosen.length === 0) throw new Failure(t('Choose a changed page below a change request in the Marginalia view.'));
  await toggleViewed(app, chosen);
}

async function toggleViewed(app: App, chosen: readonly TickedChanges[]): Promise<void> {
  const isViewed = chosen.every(({ place, changes }) =>
    changes.every(change => app.reviews.isViewed(place, change) !== false),
  );
  for (const { place, changes } of chosen) {
    await app.reviews.markViewed(place, changes, !isViewed);
    showProgress(app, place);
  }
}

async function changeInEditor(app: App, target: unknown): Promise<TickedChanges> {
  const { place, change } = await findCurrentReview(app, target);
  if (change) return { place, changes: [change] };
  throw new Failure(t('This page is not changed in its change request, so there is nothing to mark as viewed.'));
}

function showProgress({ reviews }: App, place: TickedChanges['place']): void {
  const progress = reviews.progress(place);
  if (progress) say.status(tEscaped`${progress.viewed} of ${progress.all} viewed in #${place.number}`);
}

async function hideViewed({ tree, reviewLists }: App, isHidden: boolean): Promise<void> {
  const { Global } = vscode.ConfigurationTarget;
  await vscode.workspace.getConfiguration('marginalia').update('review.hideViewed', isHidden, Global);
  tree.refresh();
  reviewLists.refresh();
}
