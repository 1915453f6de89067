import type * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isPageOfChangeRequest } from '../../model/content/address.ts';

/** Returns whether a document is an editable page. Only these get completion and diagnostics. */
export async function isEditablePage(app: App, uri: vscode.Uri): Promise<boolean> {
  if (!isPageOfChangeRequest(uri)) return false;
  const { editing } = await app.writing.load();
  return (await editing.readOnlyReason(uri)) === undefined;
}
