import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { scheme, withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Schema } from '../../../src/api/routes.ts';
import type { DocumentResource } from '../../../src/features/content/node.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { markTrusted } from '../../../src/ui/trusted.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage } from '../../host/support.ts';
import type { FaultyServer } from '../../host/faultyServer.ts';

/** Matches requests that edit pages. */
export const editRequests = /^POST .*\/content$/;

/** Adds a page whose address is derived from its title, so that its tab keeps that name. */
export function addTitledPage(
  ...[sandbox, changeRequest, page]: Parameters<typeof addPage>
): ReturnType<typeof addPage> {
  const { id, uri } = addPage(sandbox, changeRequest, page);
  return { id, uri: withTitle(uri, page.title) };
}

export async function open(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Types at the end of a page, or replaces a text in it. */
export async function type(editor: vscode.TextEditor, text: string, replaced?: string): Promise<void> {
  const { document } = editor;
  const start = replaced === undefined ? document.getText().length : document.getText().indexOf(replaced);
  assert.ok(start >= 0, `the page does not say ${replaced}`);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + (replaced?.length ?? 0)));
  assert.ok(await editor.edit(edit => edit.replace(range, text)), 'the editor takes no text');
  await eventually(() => assert.ok(document.isDirty));
}

/** Turns auto save on or off. */
export async function setAutoSave(value: 'off' | 'afterDelay'): Promise<void> {
  const files = vscode.workspace.getConfiguration('files');
  await files.update('autoSave', value, vscode.ConfigurationTarget.Global);
  await files.update('autoSaveDelay', value === 'off' ? undefined : 10, vscode.ConfigurationTarget.Global);
}

/** Types in a page, which auto save then stores on this computer. */
export async function autoSave(uri: vscode.Uri, text: string, replaced: string): Promise<vscode.TextEditor> {
  const editor = await open(uri);
  await setAutoSave('afterDelay');
  const { document } = editor;
  const typed = editor.edit(edit => {
    const start = document.getText().indexOf(replaced);
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + replaced.length));
    edit.replace(range, text);
  });
  assert.ok(await typed);
  await eventually(() => {
    assert.ok(document.getText().includes(text));
    assert.equal(document.isDirty, false);
  });
  await setAutoSave('off');
  return editor;
}

/** Saves like Ctrl+S. */
export async function save(editor: vscode.TextEditor): Promise<boolean> {
  await vscode.window.showTextDocument(editor.document, { preview: false });
  await vscode.commands.executeCommand('workbench.action.files.save');
  return !editor.document.isDirty;
}

/** Returns the edits of each request that edited pages. */
export function sentEdits(server: FaultyServer): Record<string, unknown>[][] {
  const bodies = server.writes.filter(({ asked }) => editRequests.test(asked)).map(({ body }) => body);
  return bodies.flatMap(body => {
    const { changes } = { ...(body as { changes?: Record<string, unknown>[] }) };
    return changes ? [changes] : [];
  });
}

/** Returns the titles of pages in order, each followed by those of its descendants. */
export function titlesOf(pages: readonly Schema<'Page'>[]): string[] {
  return pages.flatMap(({ title, pages: below = [] }) => [title, ...titlesOf(below).map(name => `${title} / ${name}`)]);
}

/** Returns a tree row of a page. */
export function pageRow(uri: vscode.Uri, contextValue = 'page.editable'): Node {
  const resource: DocumentResource = { kind: 'document', uri };
  return markTrusted({ id: `${uri.toString()}#row`, label: 'Page', contextValue, resource });
}

/** Runs a command on pages, checks its effect, presses "Undo" in its message, and waits until it is undone. */
export async function runAndUndo(
  server: FaultyServer,
  { command, input, args }: { command: string; input: readonly Answer[]; args: readonly unknown[] },
  check: () => Promise<void>,
  undone: RegExp,
): Promise<void> {
  const answers = answerPrompts(...input);
  answers.press('Undo');
  try {
    // The button is pressed as soon as it is shown.
    server.fail({ kind: 'held' }, afterSending(server, editRequests), 1);
    await vscode.commands.executeCommand(`marginalia.${command}`, ...args);
    await server.waiting();
    await check();
    server.release();
    await eventually(() => assert.match(answers.transcript.join('\n'), undone));
  } finally {
    answers.restore();
  }
}

/** Matches requests after the first page edit was sent. */
export function afterSending(server: FaultyServer, requests: RegExp): Pick<RegExp, 'test'> {
  return { test: asked => sentEdits(server).length > 0 && requests.test(asked) };
}

/** Returns the text of a page of a change request on the server. */
export async function storedText(
  sandbox: RunningSandbox,
  { space, number }: { space: string; number: number },
  page: string,
): Promise<string> {
  const path = `/spaces/${space}/change-requests/${number}/content/page/${page}?format=markdown`;
  return (await fetchJson<{ markdown: string }>(sandbox, path)).markdown;
}

/** Reverts unsaved pages, so that editors can be closed without a prompt. */
export async function revertAll(): Promise<void> {
  const isUnsaved = ({ isDirty, uri }: vscode.TextDocument) => isDirty && uri.scheme === scheme;
  for (const document of vscode.workspace.textDocuments.filter(isUnsaved)) {
    await eventually(async () => {
      await vscode.window.showTextDocument(document, { preview: false });
      await vscode.commands.executeCommand('workbench.action.files.revert');
      assert.equal(document.isDirty, false, `${document.uri} is still unsaved`);
    });
  }
}
