import * as vscode from 'vscode';

/** Returns true if pages of change requests can be edited. */
export function isPageEditingOn(): boolean {
  return vscode.workspace.getConfiguration('marginalia').get('pages.editable', true);
}

/** Calls `callback` when the user turns the editing of pages on or off. */
export function onDidTogglePageEditing(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration('marginalia.pages.editable')) callback();
  });
}
