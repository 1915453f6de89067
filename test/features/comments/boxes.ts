import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isNewBox } from '../../../src/features/comments/boxes.ts';
import { eventually } from '../../host/eventually.ts';
import { newThread, whenThreadsLoaded } from './screen.ts';

/** Returns the visible comment boxes. VS Code does not close their documents together with them. */
export function boxes(): vscode.TextDocument[] {
  return vscode.window.visibleTextEditors.map(({ document }) => document).filter(({ uri }) => uri.scheme === 'comment');
}

/** Returns the visible comment box with this text that is not among the earlier ones. */
export function boxWithText(words: string, before?: ReadonlySet<vscode.TextDocument>): Promise<vscode.TextDocument> {
  return eventually(() => {
    const fresh = boxes().filter(box => !before?.has(box));
    const texts = fresh.map(box => box.getText());
    return fresh[texts.indexOf(words)] ?? assert.fail(`the boxes say ${JSON.stringify(texts)}`);
  });
}

/**
 * Opens an empty thread at the beginning of a page, and returns it with its box. Boxes of other threads may be visible.
 */
export async function openNewThread(
  page: vscode.Uri,
): Promise<{ thread: vscode.CommentThread; box: vscode.TextDocument }> {
  await whenThreadsLoaded(page);
  const before = new Set(boxes());
  const thread = newThread(page, { start: 0, end: 0 });
  thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  const isIts = (box: vscode.TextDocument) => isNewBox(box) && !before.has(box);
  const box = await eventually(() => boxes().find(isIts) ?? assert.fail('no box has been opened'));
  return { thread, box };
}

/** Replaces the text of a box as if it were typed. */
export async function typeInto({ uri }: vscode.TextDocument, words: string): Promise<void> {
  // VS Code refuses an edit until this process has received VS Code's own latest change.
  await eventually(async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 99, 0), words);
    assert.ok(await vscode.workspace.applyEdit(edit), 'the box has changed meanwhile');
  });
}

interface StoredText {
  text: string;
  /** The ID of the edited comment. */
  edited?: string;
  pending?: number;
}

/** Returns the stored drafts with exactly this text. */
export function storedTexts(words: string): StoredText[] {
  const all = globSync(join(keptIn(), '*/*.json')).flatMap(file => parsed(file) ?? []);
  return all.filter(({ text }) => text === words);
}

/** Returns the stored pending comments, in the order in which they would be sent. */
export function storedPendingComments(): string[] {
  const all = globSync(join(keptIn(), 'pending/*.json')).flatMap(file => parsed(file) ?? []);
  return all.sort((one, other) => (one.pending ?? 0) - (other.pending ?? 0)).map(({ text }) => text);
}

/** Deletes the stored pending comments, as another window would. */
export async function deletePendingComments(): Promise<void> {
  for (const file of globSync(join(keptIn(), 'pending/*.json'))) await rm(file, { force: true });
}

function keptIn(): string {
  const data = process.env['MARGINALIA_TEST_DATA'] ?? assert.fail('nothing tells where the extension keeps its files');
  return join(data, 'data/User/globalStorage/marginalia.marginalia/drafts');
}

function parsed(file: string): StoredText | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredText;
  } catch {
    // The file was removed since it was listed.
    return undefined;
  }
}
