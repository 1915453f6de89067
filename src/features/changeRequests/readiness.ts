import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { type ChangeRequest, type ChangeRequestPlace, changeRequestName } from '../../model/content/changeRequests.ts';
import { type Check, checklist, type Remedy, unmetChecks } from '../../model/reviews/checklist.ts';
import { findOverlaps } from '../../model/reviews/overlaps.ts';
import { readMergeFacts } from '../../model/reviews/readiness.ts';
import { withProgress } from '../../ui/progress.ts';
import { type Choice, pick } from '../../ui/prompts.ts';

/** Shows the checklist for merging a change request; picking a line starts its remedy. */
export async function showReadiness(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  await pickCheck(place, changeRequestName(changeRequest), await readChecks(app, place, changeRequest));
}

/** Lets the user pick a line of the checklist, and starts its remedy. */
export async function pickCheck(place: ChangeRequestPlace, name: string, checks: readonly Check[]): Promise<void> {
  const unmetCount = unmetChecks(checks).length;
  const prompt = {
    title: tEscaped`Ready to merge? ${name}`,
    placeHolder:
      unmetCount === 0
        ? t('Nothing that can be known here stands against it')
        : t`${unmetCount} of ${checks.length} are left`,
    empty: t('Nothing is known of it'),
  };
  const remedy = await pick(prompt, checks.map(choiceOf));
  if (remedy) await runRemedy(place, remedy);
}

/** Reads the checklist for merging. */
export function readChecks(app: App, place: ChangeRequestPlace, changeRequest: ChangeRequest): Promise<Check[]> {
  return withProgress(progressTitle(place), signal => findChecks(app, place, changeRequest, signal));
}

/** Reads the checklist, and the open change requests that change the same pages. */
export function readChecksAndOverlaps(app: App, place: ChangeRequestPlace, changeRequest: ChangeRequest) {
  return withProgress(progressTitle(place), async signal => {
    const checks = await findChecks(app, place, changeRequest, signal);
    // The checks have cached the changes of this change request.
    return { checks, overlaps: await findOverlaps(app, place, signal) };
  });
}

const progressTitle = ({ number }: ChangeRequestPlace) => tEscaped`Checking whether #${number} is ready to merge`;

async function findChecks(
  app: App,
  place: ChangeRequestPlace,
  changeRequest: ChangeRequest,
  signal: AbortSignal,
): Promise<Check[]> {
  return checklist(
    await readMergeFacts(app, place, changeRequest, { signal, user: app.inbox.callerId(place.connection) }),
  );
}

/** Runs the command of a remedy. */
async function runRemedy({ connection, space, number }: ChangeRequestPlace, remedy: Remedy): Promise<void> {
  const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
  // The command looks for the next conversation from the active document.
  if (remedy === 'nextConversation') await vscode.commands.executeCommand('marginalia.document.open', uri);
  await vscode.commands.executeCommand(remedies[remedy].command, uri);
}

const remedies: Record<Remedy, { command: string; label: string }> = {
  setStatus: { command: 'marginalia.changeRequest.setStatus', label: t('Change the status') },
  openChanges: { command: 'marginalia.changeRequest.openChanges', label: t('Open the changes') },
  update: { command: 'marginalia.changeRequest.update', label: t('Update it from the main content') },
  setSubject: { command: 'marginalia.changeRequest.setSubject', label: t('Give it a subject') },
  editDescription: { command: 'marginalia.changeRequest.editDescription', label: t('Add Description') },
  nextConversation: { command: 'marginalia.comment.next', label: t('Go to the first open conversation') },
  requestReviewers: { command: 'marginalia.changeRequest.requestReviewers', label: t('Ask reviewers') },
  finishReview: { command: 'marginalia.review.finish', label: t('Finish your review') },
  findBrokenLinks: { command: 'marginalia.changeRequest.findBrokenLinks', label: t('List the broken links') },
  copyLink: { command: 'marginalia.item.copyLink', label: t('Copy the link for its author') },
  openInBrowser: { command: 'marginalia.item.openInBrowser', label: t('Open in the browser') },
};

const icons = { met: 'check', unmet: 'warning', unknown: 'question' } as const;

function choiceOf({ text, state, remedy }: Check): Choice<Remedy | undefined> {
  const iconPath = new vscode.ThemeIcon(icons[state]);
  return { label: text, ...(remedy && { detail: remedies[remedy].label }), iconPath, value: remedy };
}
