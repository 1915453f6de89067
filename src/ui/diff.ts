import * as vscode from 'vscode';

/** Opens two documents side by side, with the cursor at a place of the later one. */
export async function showDiff(
  base: vscode.Uri,
  proposed: vscode.Uri,
  title: string,
  selection?: vscode.Range,
): Promise<void> {
  const options = { preview: true, ...(selection && { selection }) };
  await vscode.commands.executeCommand('vscode.diff', base, proposed, title, options);
}

/** Whether a diff of two documents has the focus. */
export function isInDiff(): boolean {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
}
