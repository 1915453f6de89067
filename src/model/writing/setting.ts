import * as vscode from 'vscode';

/** Whether pages of change requests can be edited. Off unless the user turns it on: this is a preview. */
export function isPageEditingOn(): boolean {
  return vscode.workspace.getConfiguration('marginalia').get('pages.editable', false);
}

/** Calls back when the user turns the editing of pages on or off. */
export function onDidTogglePageEditing(callback: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(change => {
    if (change.affectsConfiguration('marginalia.pages.editable')) callback();
  });
}
