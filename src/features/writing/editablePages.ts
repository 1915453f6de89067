import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isPageOfChangeRequest } from '../../model/content/address.ts';

/** Whether a document is a page that can be edited. Help with writing is for these alone. */
export async function isEditablePage(app: App, uri: vscode.Uri): Promise<boolean> {
  if (!isPageOfChangeRequest(uri)) return false;
  const { editing } = await app.writing.load();
  return (await editing.readOnlyReason(uri)) === undefined;
}
