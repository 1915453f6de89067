import * as vscode from 'vscode';

/** The panels in which a page has the focus, and no text is typed. */
const read = new Set<vscode.WebviewPanel>();

/**
 * Tells whether plain letters are keys of a review page: the bindings in the manifest ask for that. Two pages beside each
 * other tell of the focus in any order.
 */
export async function setReading(panel: vscode.WebviewPanel, isReading: boolean): Promise<void> {
  if (isReading) read.add(panel);
  else read.delete(panel);
  await vscode.commands.executeCommand('setContext', 'marginalia.isReadingReviewPage', read.size > 0);
}
