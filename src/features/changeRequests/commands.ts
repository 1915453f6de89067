import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { attempt, Failure } from '../../api/failure.ts';
import { limitViolation } from '../../api/limits.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { overviewUri } from '../../model/content/address.ts';
import { type Commands, commandOn } from '../../ui/command.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { askAction, askText, confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import { findDocumentOf } from '../picking/findDocument.ts';
import type { ChangeResource } from '../reviews/node.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  changeRequestName,
  describeStatus,
  parametersOf,
} from '../../model/content/changeRequests.ts';
import {
  conflictedPages,
  mergeSides,
  listTitles,
  versionWithConflict,
} from '../../model/content/unresolvedConflicts.ts';
import { describeChecks, unmetChecks } from '../../model/reviews/checklist.ts';
import { describeOverlaps } from '../../model/reviews/overlaps.ts';
import { compareWithBase, openAllChanges, openChangedPage } from './changes.ts';
import { openChange } from '../opening/openChange.ts';
import { createChangeRequest, findSpace, proposeChange } from './create.ts';
import {
  findConflictedChangeRequest,
  markResolved,
  offerConflictedPages,
  tryRecordOutcome,
  describeLostOutcome,
} from './conflict.ts';
import { editDescription, editLinks } from './description.ts';
import { findChangeRequest, type ChangeRequestFilter } from '../picking/findChangeRequest.ts';
import { importContent } from './importContent.ts';
import { openAsFolder } from './openAsFolder.ts';
import { saveAsPdf, savePageAsPdf } from './pdf.ts';
import { pickCheck, readChecksAndOverlaps, showReadiness } from './readiness.ts';
import { requestReviewAgain, requestReviewers } from './reviewers.ts';
import type { ReviewerResource } from './reviewerRows.ts';
import { archiveChangeRequest, reopenChangeRequest, setChangeRequestStatus } from './status.ts';

const changeRequestCommand = (
  action: string,
  run: (app: App, place: ChangeRequestPlace) => unknown,
  suitable = readable,
) => commandOn(action, (app: App, target) => findChangeRequest(app, target, suitable), run);

const readable: ChangeRequestFilter = { statuses: ['open', 'draft'] };
const mergeable: ChangeRequestFilter = { statuses: ['open'], right: 'merge' };
const editable: ChangeRequestFilter = { statuses: ['open', 'draft'], right: 'edit' };
const updatable: ChangeRequestFilter = { ...editable, isSuitable: ({ outdated }) => outdated !== false };
const archived: ChangeRequestFilter = { statuses: ['archived'], right: 'edit' };
const unmerged: ChangeRequestFilter = { statuses: ['open', 'draft', 'archived'], right: 'edit' };

export const commands: Commands<App> = {
  'marginalia.changeRequest.openAsFolder': changeRequestCommand(t('open the change request as a folder'), openAsFolder),
  'marginalia.change.open': commandOn(t('compare'), findChange, openChange),
  'marginalia.change.openPage': commandOn(t('open the page'), findChange, openChangedPage),
  'marginalia.page.compareWithBase': commandOn(t('compare the page with its base'), findDocument, compareWithBase),
  'marginalia.page.proposeChange': commandOn(t('create the change request'), findDocument, proposeChange),
  'marginalia.page.saveAsPdf': commandOn(t('save the PDF'), findDocument, savePageAsPdf),
  'marginalia.changeRequest.create': commandOn(t('create the change request'), findSpace, createChangeRequest),
  'marginalia.changeRequest.openChanges': changeRequestCommand(t('open the changes'), openAllChanges),
  'marginalia.changeRequest.checkReadiness': changeRequestCommand(
    t('find out whether it is ready to be merged'),
    showReadiness,
  ),
  'marginalia.changeRequest.merge': changeRequestCommand(t('merge the change request'), merge, mergeable),
  'marginalia.changeRequest.update': changeRequestCommand(t('update the change request'), update, updatable),
  'marginalia.changeRequest.requestReviewers': changeRequestCommand(t('request reviewers'), requestReviewers, editable),
  'marginalia.reviewer.askAgain': commandOn(t('ask for another review'), findReviewer, (_, reviewer) =>
    requestReviewAgain(reviewer),
  ),
  'marginalia.changeRequest.setStatus': changeRequestCommand(t('change the status'), setChangeRequestStatus, unmerged),
  'marginalia.changeRequest.archive': changeRequestCommand(
    t('archive the change request'),
    archiveChangeRequest,
    editable,
  ),
  'marginalia.changeRequest.reopen': changeRequestCommand(
    t('reopen the change request'),
    reopenChangeRequest,
    archived,
  ),
  'marginalia.changeRequest.importContent': changeRequestCommand(t('import the content'), importContent, editable),
  'marginalia.changeRequest.setSubject': changeRequestCommand(t('change the subject'), setSubject, unmerged),
  'marginalia.changeRequest.editDescription': changeRequestCommand(
    t('edit the description'),
    (app, place) => editDescription(app, place),
    unmerged,
  ),
  'marginalia.changeRequest.editLinks': changeRequestCommand(t('edit the links'), editLinks, unmerged),
  'marginalia.changeRequest.markResolved': commandOn(
    t('mark the conflict as resolved'),
    findConflictedChangeRequest,
    markResolved,
  ),
  'marginalia.changeRequest.saveAsPdf': changeRequestCommand(t('save the PDF'), saveAsPdf),
};

async function findReviewer(_: App, target: unknown): Promise<ReviewerResource> {
  const reviewer = resourceOf<ReviewerResource>(target, 'reviewer');
  if (reviewer) return reviewer;
  throw new Failure(t('Choose somebody below "Reviewers" of a change request in the Marginalia view.'));
}

async function merge(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  refuseMerge(changeRequest);
  const { checks, overlaps } = await readChecksAndOverlaps(app, place, changeRequest);
  // VS Code truncates long text, so the consequences of the merge come before the list of overlapping change requests.
  const parts = [describeChecks(checks), consequencesOf(changeRequest), describeOverlaps(overlaps).join('\n')];
  const detail = parts.filter(Boolean).join('\n\n');
  const otherActions = unmetChecks(checks).length > 0 ? [checklistFirst] : [];
  const action = await askAction(tEscaped`Merge ${name} into the main content?`, detail, t('Merge'), ...otherActions);
  if (action === checklistFirst) return pickCheck(place, name, checks);
  let sides: Awaited<ReturnType<typeof mergeSides>> = [];
  const result = await runWriteWithProgress(
    tEscaped`Merging ${name}`,
    async signal => {
      if (changeRequest.outdated !== false) sides = await mergeSides(app.content, place);
      const send = () => place.connection.api.request(routes.merge, parametersOf(place), { signal });
      return attempt(tEscaped`merge ${name}`, send);
    },
    async () => {
      if ((await app.content.changeRequests.fetch(place)).status !== 'merged')
        return new WriteNotDone(t('It is not merged.'));
      const isConflict = changeRequest.outdated === false ? false : undefined;
      return describeLostOutcome(app, place, t('It is merged.'), { cause: 'merge', sides, isConflict });
    },
  );
  const outcome = { cause: 'merge' as const, sides, revision: result?.revision };
  if (typeof result?.result !== 'string') {
    const isConflict = changeRequest.outdated === false ? false : undefined;
    return say.info(await describeLostOutcome(app, place, tEscaped`${name} is merged.`, { ...outcome, isConflict }));
  }
  const isConflict = result.result === 'conflicts';
  await tryRecordOutcome(app, place, { ...outcome, isConflict });
  if (isConflict) {
    const mergedSentence = tEscaped`${name} is merged, but parts of it conflicted with the main content.`;
    const inBrowser = { label: t('Open in Browser'), run: () => openInBrowser(changeRequest) };
    const pages = await conflictedPages(app.content, place, 'merge');
    if (pages.length === 0) {
      const unnamed = t('The service kept both versions there; someone has to clean up the pages.');
      return say.warn([mergedSentence, unnamed].join(' '), inBrowser);
    }
    const next = t`The service kept both versions. Check the pages that both sides had changed: ${listTitles(pages)}.`;
    const message = [mergedSentence, next].join(' ');
    return say.warn(message, offerConflictedPages(app, versionWithConflict(place, 'merge'), pages), inBrowser);
  }
  say.info(tEscaped`${name} is merged into the main content.`);
}

const routes = {
  merge: 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge',
  update: 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update',
  patch: 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}',
} as const;

/** The button that opens the readiness checklist instead of merging. */
const checklistFirst = t('Show Checklist');

/** Throws if the status of a change request rules out merging. */
function refuseMerge(changeRequest: ChangeRequest): void {
  const name = changeRequestName(changeRequest);
  switch (changeRequest.status) {
    case 'draft':
      throw new Failure(tEscaped`Could not merge ${name}: it is a draft. Change its status to open first.`);
    case 'merged':
      throw new Failure(tEscaped`Could not merge ${name}: it is already merged.`);
    case 'archived':
      throw new Failure(tEscaped`Could not merge ${name}: it is archived. Reopen it first.`);
  }
}

function consequencesOf({ outdated }: ChangeRequest): string {
  const lines = [t('Its changes become part of the main content, and of every site that publishes the space.')];
  if (outdated) {
    lines.push(
      t(
        'Where both changed the same words, both versions are kept and have to be cleaned up; updating it first shows that.',
      ),
    );
  }
  lines.push(t('A merge cannot be undone from here.'));
  return lines.join('\n\n');
}

async function update(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  const isOver = changeRequest.status === 'merged' || changeRequest.status === 'archived';
  if (isOver) throw new Failure(tEscaped`Could not update ${name}: it is ${describeStatus(changeRequest.status)}.`);
  if (changeRequest.outdated === false) {
    return say.info(tEscaped`${name} is up to date with the main content.`);
  }
  const consequences = t(
    'It takes in what has changed in the main content. Where both have changed the same words, both versions are kept ' +
      'in its pages and have to be cleaned up.',
  );
  await confirm(tEscaped`Update ${name} from the main content?`, consequences, t('Update'));
  let sides: Awaited<ReturnType<typeof mergeSides>> = [];
  const result = await runWriteWithProgress(
    tEscaped`Updating ${name}`,
    async signal => {
      sides = await mergeSides(app.content, place);
      const send = () => place.connection.api.request(routes.update, parametersOf(place), { signal });
      return attempt(tEscaped`update ${name}`, send);
    },
    async () => {
      const { revision } = await app.content.changeRequests.fetch(place);
      if (revision === changeRequest.revision) return new WriteNotDone(t('It is not updated.'));
      return describeLostOutcome(app, place, t('It is updated.'), { cause: 'update', sides, revision });
    },
  );
  const outcome = { cause: 'update' as const, sides, revision: result?.revision };
  if (typeof result?.result !== 'string') {
    return say.info(await describeLostOutcome(app, place, tEscaped`${name} is updated.`, outcome));
  }
  const isConflict = result.result === 'conflicts';
  await tryRecordOutcome(app, place, { ...outcome, isConflict });
  if (isConflict) {
    const updatedSentence = tEscaped`${name} is updated, but the main content and the change request had changed the same words.`;
    const openChanges = 'marginalia.changeRequest.openChanges';
    const { connection, space, number } = place;
    const uri = overviewUri({ connection: connection.id, space, changeRequest: number });
    const run = () => vscode.commands.executeCommand(openChanges, uri);
    const changes = { label: t('Open Changes'), run };
    const pages = await conflictedPages(app.content, place, 'update');
    if (pages.length === 0) {
      const unnamed = t('Both versions are kept in its pages; review them before it is merged.');
      return say.warn([updatedSentence, unnamed].join(' '), changes);
    }
    const next = t`Both versions are kept. Check the pages that both sides had changed before you merge: ${listTitles(pages)}.`;
    const message = [updatedSentence, next].join(' ');
    return say.warn(message, offerConflictedPages(app, versionWithConflict(place, 'update'), pages), changes);
  }
  say.info(tEscaped`${name} now holds the latest main content.`);
}

async function setSubject(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const subject = await askText({
    title: tEscaped`Subject of ${changeRequestName(changeRequest)}`,
    prompt: t('What the change request does, in one line'),
    value: changeRequest.subject,
    violation: text => limitViolation(routes.patch, 'subject', text),
  });
  if (subject === changeRequest.subject) return;
  const input = { ...parametersOf(place), body: { subject } };
  await runWriteWithProgress(
    tEscaped`Changing the subject of #${place.number}`,
    signal =>
      attempt(tEscaped`change the subject of #${place.number}`, () =>
        place.connection.api.request(routes.patch, input, { signal }),
      ),
    async () => {
      const { subject: now } = await app.content.changeRequests.fetch(place);
      return now === subject ? t('It is changed.') : new WriteNotDone(t('It is not changed.'));
    },
  );
  say.status(tEscaped`Subject of #${place.number} changed`);
}

async function openInBrowser({ urls }: ChangeRequest): Promise<void> {
  if (urls?.app) await openAddress(urls.app);
}

async function findChange(_: App, target: unknown): Promise<ChangeResource> {
  const resource = resourceOf<ChangeResource>(target, 'change');
  if (resource) return resource;
  throw new Failure(t('Choose a changed page below a change request in the Marginalia view.'));
}

async function findDocument({ content }: App, target: unknown): Promise<vscode.Uri> {
  const uri = await findDocumentOf(content, target);
  if (uri) return uri;
  throw new Failure(t('No page is open. Open one from the Marginalia view first.'));
}
