import { t } from '@vscode/l10n';
import { Failure } from '../../api/failure.ts';
import type { ChangeRequestPlace } from '../content/changeRequests.ts';
import { pageEditsUnsupported } from './pageEdits.ts';
import type { PageEditing, ReadOnlyReason } from './pageEditing.ts';
import { requiredRole } from '../rights.ts';

/** Messages that say why a page is read-only and what to do. */
const sentences: Readonly<Record<ReadOnlyReason, string>> = {
  off: t('Pages are read-only. To edit those of change requests, turn on the setting "marginalia.pages.editable".'),
  mainContent: t('Main content can only be edited in a change request. Propose a change to edit this page.'),
  merged: t('This change request is merged. Propose a change to edit this page in a new one.'),
  archived: t('This change request is archived. Reopen it to edit its pages.'),
  forbidden: t`${requiredRole.edit} Ask an administrator of the organization for it, or suggest a change in a comment.`,
  unsupported: pageEditsUnsupported,
  signedOut: t('Sign in to the account of this page to edit it.'),
  revision: t('Earlier versions of a page are read-only.'),
  unknown: t('Could not load the status of this change request. Check the network connection, then refresh.'),
};

/** Short forms of the reasons, because VS Code cuts off a long language status. */
const notes: Readonly<Record<ReadOnlyReason, string>> = {
  off: t('editing is turned off'),
  mainContent: t('main content'),
  merged: t('merged change request'),
  archived: t('archived change request'),
  forbidden: t('your role does not let you edit'),
  unsupported: t('not supported by this server'),
  signedOut: t('signed out'),
  revision: t('earlier version'),
  unknown: t('could not load the status'),
};

export function readOnlyNote(reason: ReadOnlyReason): string {
  return notes[reason];
}

export function readOnlySentence(reason: ReadOnlyReason): string {
  return sentences[reason];
}

/**
 * Throws a Failure if the pages of a change request cannot be edited. An unknown status is accepted, because the write
 * checks it.
 */
export async function requireEditable(editing: PageEditing, place: ChangeRequestPlace): Promise<void> {
  const reason = await editing.reasonIn(place);
  if (reason && reason !== 'unknown') throw new Failure(readOnlySentence(reason));
}
