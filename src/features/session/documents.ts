import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import { scheme } from '../../model/content/address.ts';
import type { Connection } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';

/**
 * Says as whom documents are sent that are open while the account changes. Where the new account has the same connection,
 * as in a sandbox, they are its own now. Where the account before is still signed in to that server, they stay with it.
 */
export function sayWhoseDocuments(before: Connection, now: Connection, isStillSignedIn: boolean): void {
  const isOfBefore = (uri: vscode.Uri) => uri.scheme === scheme && uri.authority === before.id;
  if (before.id === now.id) {
    const isUnsaved = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && isOfBefore(uri));
    if (isUnsaved) say.warn(words`What "${before.label}" has not saved is sent as "${now.label}" if you save it now.`);
    return;
  }
  if (before.api.url !== now.api.url || !isStillSignedIn) return;
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  if (!tabs.flatMap(addressesOf).some(isOfBefore)) return;
  say.info(words`Open documents stay with "${before.label}": what you write there is sent as that account.`);
}

function addressesOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}
