import * as vscode from 'vscode';

/** Opens two documents as a diff, with the cursor at a position in the newer one. */
export async function showDiff(
  base: vscode.Uri,
  proposed: vscode.Uri,
  title: string,
  selection?: vscode.Range,
): Promise<void> {
  const options = { preview: true, ...(selection && { selection }) };
  await vscode.commands.executeCommand('vscode.diff', base, proposed, title, options);
}

/** Returns true if a diff has the focus. */
export function isInDiff(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
}
