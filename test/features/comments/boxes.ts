import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isNewBox } from '../../../src/features/comments/boxes.ts';
import { eventually } from '../../host/eventually.ts';
import { newThread, settled } from './screen.ts';

/** The boxes on the screen in which comments are typed. VS Code does not close their documents when they are gone. */
export function boxes(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ uri }) => uri.scheme === 'comment');
}

/** The box on the screen that says this, and is none of those that were there before. */
export function boxSaying(words: string, before?: ReadonlySet<vscode.TextDocument>): Promise<vscode.TextDocument> {
  return eventually(() => {
    const fresh = boxes().filter(box => !before?.has(box));
    const said = fresh.map(box => box.getText());
    return fresh[said.indexOf(words)] ?? assert.fail(`the boxes say ${JSON.stringify(said)}`);
  });
}

/** Opens an empty thread at the beginning of a page, with its box: those of other threads may be on the screen, too. */
export async function begin(page: vscode.Uri): Promise<{ thread: vscode.CommentThread; box: vscode.TextDocument }> {
  await settled(page);
  const before = new Set(boxes());
  const thread = newThread(page, { start: 0, end: 0 });
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  const isIts = (box: vscode.TextDocument) => isNewBox(box) && !before.has(box);
  const box = await eventually(() => boxes().find(isIts) ?? assert.fail('no box has been opened'));
  return { thread, box };
}

/** Gives a box another text, as if it was typed. */
export async function typeInto({ uri }: vscode.TextDocument, words: string): Promise<void> {
  // VS Code refuses an edit of a text that it has just changed itself, of which this process has not heard yet.
  await eventually(async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 99, 0), words);
    assert.ok(await vscode.workspace.applyEdit(edit), 'the box has changed meanwhile');
  });
}

interface KeptText {
  text: string;
  /** The ID of the comment that is changed. */
  edited?: string;
  pending?: number;
}

/** What the extension has kept of what was typed, and says just this. */
export function kept(words: string): KeptText[] {
  const all = globSync(join(keptIn(), '*/*.json')).flatMap(file => parsed(file) ?? []);
  return all.filter(({ text }) => text === words);
}

/** What the extension holds back until a review is finished, in the order in which it would be sent. */
export function pending(): string[] {
  const all = globSync(join(keptIn(), 'pending/*.json')).flatMap(file => parsed(file) ?? []);
  return all.sort((one, other) => (one.pending ?? 0) - (other.pending ?? 0)).map(({ text }) => text);
}

/** Takes that away, as another window would. */
export async function forgetPending(): Promise<void> {
  for (const file of globSync(join(keptIn(), 'pending/*.json'))) await rm(file, { force: true });
}

function keptIn(): string {
  const data = process.env['MARGINALIA_TEST_DATA'] ?? assert.fail('nothing tells where the extension keeps its files');
  return join(data, 'data/User/globalStorage/marginalia.marginalia/drafts');
}

function parsed(file: string): KeptText | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptText;
  } catch {
    // It was removed just now.
    return undefined;
  }
}
