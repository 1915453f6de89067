import * as vscode from 'vscode';
import { documentKey } from '../content/address.ts';

/** Returns the open documents of a page. One page may be open under several titles. */
export function openDocumentsOf(key: string): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => documentKey(uri) === key);
}

/** Returns true if a document has a text, whatever its line endings. */
export function hasText(document: vscode.TextDocument, text: string): boolean {
  return plainLineEnds(document.getText()) === plainLineEnds(text);
}

/** Returns true if an editor has unsaved text of a page. A tab may be dirty although its document is not. */
export function isUnsaved(uri: vscode.Uri): boolean {
  const key = documentKey(uri);
  if (openDocumentsOf(key).some(({ isDirty }) => isDirty)) return true;
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.some(tab => tab.isDirty && pageOf(tab.input) === key);
}

function plainLineEnds(text: string): string {
  return text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}

/** Returns the `documentKey` of the page that a tab edits, if any. */
export function pageOf(input: unknown): string | undefined {
  if (input instanceof vscode.TabInputText) return documentKey(input.uri);
  return input instanceof vscode.TabInputTextDiff ? documentKey(input.modified) : undefined;
}
