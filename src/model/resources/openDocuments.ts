import * as vscode from 'vscode';
import { keyOfDocument, parseResourceUri } from './address.ts';

/** Returns the address under which a document is open, or else the given address. */
export function openResourceAddress(uri: vscode.Uri): vscode.Uri {
  const key = keyOfDocument(uri);
  return openResourceDocuments().find(open => keyOfDocument(open) === key) ?? uri;
}

/** Returns the resource documents that have a tab. VS Code keeps other documents for a while after they are closed. */
export function openResourceDocuments(): vscode.Uri[] {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input);
  const openInputs = inputs.flatMap(input => {
    if (input instanceof vscode.TabInputText) return [input.uri];
    return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  });
  return openInputs.filter(uri => parseResourceUri(uri) !== undefined);
}
