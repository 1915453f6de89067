import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';

/** The boxes on the screen in which comments are typed. VS Code does not close their documents when they are gone. */
export function boxes(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ uri }) => uri.scheme === 'comment');
}

/** The box on the screen that says this. */
export function boxSaying(words: string): Promise<vscode.TextDocument> {
  return eventually(() => {
    const said = boxes().map(box => box.getText());
    return boxes().find(box => box.getText() === words) ?? assert.fail(`the boxes say ${JSON.stringify(said)}`);
  });
}

/** Gives a box another text, as if it was typed. */
export async function typeInto({ uri }: vscode.TextDocument, words: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(0, 0, 99, 0), words);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

interface KeptText {
  text: string;
  /** The ID of the comment that is changed. */
  edited?: string;
}

/** What the extension has kept of what was typed, and says just this. */
export function kept(words: string): KeptText[] {
  const data = process.env['MARGINALIA_TEST_DATA'] ?? assert.fail('nothing tells where the extension keeps its files');
  const folder = join(data, 'data/User/globalStorage/marginalia.marginalia/drafts');
  const all = globSync(join(folder, '*/*.json')).flatMap(file => parsed(file) ?? []);
  return all.filter(({ text }) => text === words);
}

function parsed(file: string): KeptText | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptText;
  } catch {
    // It was removed just now.
    return undefined;
  }
}
