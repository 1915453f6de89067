import * as vscode from 'vscode';
import { keyOfDocument, parseResourceUri } from './address.ts';

/** The address under which a document is open, where it is. */
export function whereOpen(uri: vscode.Uri): vscode.Uri {
  const key = keyOfDocument(uri);
  return openDocuments().find(open => keyOfDocument(open) === key) ?? uri;
}

/** The documents of resources that have a tab. VS Code goes on knowing others for a while. */
export function openDocuments(): vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input);
  const openInputs = inputs.flatMap(input => {
    if (input instanceof vscode.TabInputText) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  });
  return openInputs.filter(uri => parseResourceUri(uri) !== undefined);
}
