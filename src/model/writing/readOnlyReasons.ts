import { pageEditsUnsupported } from './pageEdits.ts';
import type { ReadOnlyReason } from './pageEditing.ts';
import { missingRole } from '../rights.ts';

/** Why a page can only be read, and what to do, in whole sentences. */
const sentences: Readonly<Record<ReadOnlyReason, string>> = {
  mainContent: 'The main content changes through change requests only. Propose a change to edit this page.',
  merged: 'This change request is merged. Propose a change to edit this page in a new one.',
  archived: 'This change request is archived. Reopen it to edit its pages.',
  forbidden: `${missingRole.edit} Ask an administrator of the organization for it, or suggest a change in a comment.`,
  unsupported: pageEditsUnsupported,
  signedOut: 'Nobody is signed in to the account of this page. Sign in to edit it.',
  revision: 'This is an earlier version of the page, which stays as it is.',
  unknown: 'The state of this change request could not be read yet. Check the network, then refresh.',
};

export function readOnlySentence(reason: ReadOnlyReason): string {
  return sentences[reason];
}
