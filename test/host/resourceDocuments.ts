import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resourceUri, type View } from '../../src/model/resources/address.ts';
import { itemAt } from '../../src/model/resources/items.ts';
import { eventually } from './eventually.ts';

/** Returns the URI of the document of the resource at a path of the service. */
export function documentOf(path: string, view: View = 'fields'): vscode.Uri {
  const item = itemAt(path) ?? assert.fail(`${path} leads to nothing.`);
  return resourceUri({ connection: 'sandbox', item, view }, path.split('/').at(-1) ?? '');
}

export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  // VS Code may still have the text of an earlier test.
  const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  if (document.getText() !== text) await vscode.commands.executeCommand('workbench.action.files.revert');
  await eventually(() => assert.equal(document.getText(), text));
  return document;
}

/** Replaces the whole text of a document with a text, or with fields as JSON. */
export async function writeIn(document: vscode.TextDocument, fields: unknown): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const text = typeof fields === 'string' ? fields : `${JSON.stringify(fields, null, 2)}\n`;
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

export function fieldsIn(document: vscode.TextDocument): Record<string, unknown> {
  return JSON.parse(document.getText()) as Record<string, unknown>;
}

/** Returns the diagnostics of the extension for a document, each with the text that it marks. */
export function findingsIn(document: vscode.TextDocument): { message: string; at: string }[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Marginalia')
    .map(({ message, range }) => ({ message, at: document.getText(range) }));
}

/** Closes all editors and discards unsaved changes. */
export async function discardAll(): Promise<void> {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
