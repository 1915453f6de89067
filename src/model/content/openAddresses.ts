import * as vscode from 'vscode';
import { documentKey } from './address.ts';

/**
 * Finds the address under which a document is open now. It may have been opened by one without a title or with an older
 * one, as links and windows that were left have them; then that is the one which everything about it has to use.
 */
export function openAddressOf(uri: vscode.Uri): vscode.Uri {
  return openAddressFinder()(uri) ?? uri;
}

/** Returns a function that finds the address under which a document is open; undefined if it is not open. */
export function openAddressFinder(): (uri: vscode.Uri) => vscode.Uri | undefined {
  const open = new Map<string, vscode.Uri[]>();
  for (const uri of openDocumentAddresses()) {
    const key = documentKey(uri);
    open.set(key, [...(open.get(key) ?? []), uri]);
  }
  return uri => {
    const addresses = open.get(documentKey(uri)) ?? [];
    return addresses.find(address => address.toString() === uri.toString()) ?? addresses[0];
  };
}

/** Whether a document is open in a tab that is behind others, and not on the screen. */
export function isInBackgroundTab(uri: vscode.Uri): boolean {
  const isMatch = (other: vscode.Uri) => documentKey(other) === documentKey(uri);
  return !visibleAddresses().some(isMatch) && tabAddresses().some(isMatch);
}

/** Whether no editor has a document that VS Code has in memory. It refreshes such a document for some minutes. */
export function isClosedDocument(uri: vscode.Uri): boolean {
  const isInMemory = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
  return isInMemory && openAddressFinder()(uri) === undefined;
}

/** The addresses of the documents that are in tabs or on the screen, both sides of diffs. */
export function openDocumentAddresses(): vscode.Uri[] {
  return [...tabAddresses(), ...visibleAddresses()];
}

function tabAddresses(): vscode.Uri[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap(({ input }) => addressesIn(input));
}

function visibleAddresses(): vscode.Uri[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document.uri);
}

function addressesIn(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.modified, input.original] : [];
}
