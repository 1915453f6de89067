import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { resourceUri, type View } from '../../src/model/resources/address.ts';
import { itemAt } from '../../src/model/resources/items.ts';
import { eventually } from './eventually.ts';

/** The address of a document about what a path of the service leads to. */
export function documentOf(path: string, view: View = 'fields'): vscode.Uri {
  const item = itemAt(path) ?? assert.fail(`${path} leads to nothing.`);
  return resourceUri({ connection: 'sandbox', item, view }, path.split('/').at(-1) ?? '');
}

export async function openDocument(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false });
  // VS Code may still have it as an earlier test has left it.
  const text = Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  if (document.getText() !== text) await vscode.commands.executeCommand('workbench.action.files.revert');
  await eventually(() => assert.equal(document.getText(), text));
  return document;
}

/** Puts a text, or fields, in place of all that a document says. */
export async function writeIn(document: vscode.TextDocument, fields: unknown): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const text = typeof fields === 'string' ? fields : `${JSON.stringify(fields, null, 2)}\n`;
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

export function fieldsIn(document: vscode.TextDocument): Record<string, unknown> {
  return JSON.parse(document.getText()) as Record<string, unknown>;
}

/** What the extension itself says of a document in Problems, and of which part of it. */
export function findingsIn(document: vscode.TextDocument): { message: string; at: string }[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Marginalia')
    .map(({ message, range }) => ({ message, at: document.getText(range) }));
}

/** Closes all editors, whatever was written in them. */
export async function discardAll(): Promise<void> {
  while (vscode.window.activeTextEditor) {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
