import * as vscode from 'vscode';
import { documentKey } from './address.ts';

/**
 * Returns the address under which a document is open, or else `uri`. A document may be open under an address without a
 * title, or with an older one, from a link or a restored window. Everything about the document must then use that
 * address.
 */
export function openAddressOf(uri: vscode.Uri): vscode.Uri {
  return openAddressFinder()(uri) ?? uri;
}

/** Returns a function that finds the address under which a document is open; undefined if the document is not open. */
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

/** Returns whether a document is open in a tab but not visible. */
export function isInBackgroundTab(uri: vscode.Uri): boolean {
  const isMatch = (other: vscode.Uri) => documentKey(other) === documentKey(uri);
  return !visibleAddresses().some(isMatch) && tabAddresses().some(isMatch);
}

/**
 * Returns whether VS Code holds a document in memory that no editor shows. VS Code refreshes such a document for some
 * minutes.
 */
export function isClosedDocument(uri: vscode.Uri): boolean {
  const isInMemory = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
  return isInMemory && openAddressFinder()(uri) === undefined;
}

/** Returns the addresses of all documents in tabs or visible editors, with both sides of diffs. */
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
