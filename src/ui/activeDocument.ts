import * as vscode from 'vscode';

/** Returns the address of the active document; in a diff, of the side with the cursor. */
export function activeUri(): vscode.Uri | undefined {
  // While a document is loading, its tab is in front, and no editor is active.
  return vscode.window.activeTextEditor?.document.uri ?? uriOf(vscode.window.tabGroups.activeTabGroup.activeTab?.input);
}

function uriOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
