import { t } from '@vscode/l10n';
import { attempt, Failure, Notice } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import {
  type ChangeRequest,
  type ChangeRequestPlace,
  changeRequestName,
  describeStatus,
  parametersOf,
} from '../../model/content/changeRequests.ts';
import { commandButton } from '../../ui/command.ts';
import { runWriteWithProgress, WriteNotDone } from '../../ui/progress.ts';
import { confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

type Status = 'open' | 'draft' | 'archived';

/** Lets the user pick a new status for a change request. */
export async function setChangeRequestStatus(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  if (changeRequest.status === 'merged')
    throw new Failure(tEscaped`Could not change the status of ${name}: it is merged.`);
  const statuses = [
    {
      value: 'open',
      label: t({ message: 'Open', comment: ['Status of a change request'] }),
      detail: t('Ready for review; can be merged.'),
    },
    { value: 'draft', label: t('Draft'), detail: t('Still being written; cannot be merged.') },
    { value: 'archived', label: t('Archived'), detail: t('Put away; nothing is lost, and it can be opened again.') },
  ] as const;
  const choices = statuses.filter(({ value }) => value !== changeRequest.status).map(choice => ({ ...choice }));
  const prompt = {
    title: tEscaped`Status of ${name}`,
    placeHolder: tEscaped`Now: ${describeStatus(changeRequest.status)}`,
    empty: t('No other status'),
  };
  const status = await pick<Status>(prompt, choices);
  await saveStatus(app, { place, name, status });
  say.status(tEscaped`${name} is now ${describeStatus(status)}`);
}

export async function archiveChangeRequest(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  if (changeRequest.status === 'archived') throw new Notice(tEscaped`${name} is archived already.`);
  if (changeRequest.status === 'merged') throw new Failure(tEscaped`Could not archive ${name}: it is merged.`);
  const detail = t('It is put away, below "Archived" of its space. Nothing is lost, and it can be reopened.');
  await confirm(tEscaped`Archive ${name}?`, detail, t('Archive'));
  await saveStatus(app, { place, name, status: 'archived' });
  const before = changeRequest.status === 'draft' ? 'draft' : 'open';
  offerUndo(app, tEscaped`${name} is archived.`, { place, name, status: before });
}

export async function reopenChangeRequest(app: App, place: ChangeRequestPlace): Promise<void> {
  const changeRequest = await app.content.changeRequests.fetch(place);
  const name = changeRequestName(changeRequest);
  requireArchived(changeRequest, name);
  await confirm(tEscaped`Reopen ${name}?`, t('It becomes open: ready for review, and can be merged.'), t('Reopen'));
  await saveStatus(app, { place, name, status: 'open' });
  offerUndo(app, tEscaped`${name} is open again.`, { place, name, status: 'archived' });
}

function requireArchived({ status }: ChangeRequest, name: string): void {
  if (status === 'merged') throw new Failure(tEscaped`Could not reopen ${name}: it is merged.`);
  if (status !== 'archived') throw new Notice(tEscaped`${name} is not archived: it is ${describeStatus(status)}.`);
}

/** A change request and its new status. */
interface Change {
  place: ChangeRequestPlace;
  name: string;
  status: Status;
}

function offerUndo(app: App, message: string, undoChange: Change): void {
  const undo = async () => {
    await saveStatus(app, undoChange);
    say.status(describeRestored(undoChange));
  };
  say.info(message, commandButton(app, t('Undo'), { action: t('undo that'), run: undo }));
}

function describeRestored({ name, status }: Change): string {
  switch (status) {
    case 'open':
      return tEscaped`${name} is open again`;
    case 'draft':
      return tEscaped`${name} is draft again`;
    case 'archived':
      return tEscaped`${name} is archived again`;
  }
}

async function saveStatus({ content }: App, { place, name, status }: Change): Promise<void> {
  const route = 'PATCH /spaces/{spaceId}/change-requests/{changeRequestId}';
  const input = { ...parametersOf(place), body: { status } };
  await runWriteWithProgress(
    tEscaped`Changing the status of ${name}`,
    signal =>
      attempt(tEscaped`change the status of ${name}`, () => place.connection.api.request(route, input, { signal })),
    async () => {
      const { status: now } = await content.changeRequests.fetch(place);
      const sentence = tEscaped`It is ${describeStatus(now)}.`;
      return now === status ? sentence : new WriteNotDone(sentence);
    },
  );
}
