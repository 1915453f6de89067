import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { asked } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage } from '../../host/support.ts';
import type { FaultyServer } from '../../host/faultyServer.ts';

/** Requests that edit pages. */
export const editRequests = /^POST .*\/content$/;

/** Has pages editable in the tests around it, as users do who turn that on. */
export function turnOnEditing(): void {
  const set = (isOn?: true) =>
    vscode.workspace.getConfiguration('marginalia').update('pages.editable', isOn, vscode.ConfigurationTarget.Global);
  before(() => set(true));
  after(() => set());
}

/** Adds a page to a change request. Its address has its title, so that its tab does not get another one. */
export function addTitledPage(
  ...[sandbox, changeRequest, page]: Parameters<typeof addPage>
): ReturnType<typeof addPage> {
  const { id, uri } = addPage(sandbox, changeRequest, page);
  return { id, uri: withTitle(uri, page.title) };
}

/** Opens a page in an editor. */
export async function open(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Types at the end of a page, or in place of a text in it. */
export async function type(editor: vscode.TextEditor, text: string, replaced?: string): Promise<void> {
  const { document } = editor;
  const start = replaced === undefined ? document.getText().length : document.getText().indexOf(replaced);
  assert.ok(start >= 0, `the page does not say ${replaced}`);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + (replaced?.length ?? 0)));
  assert.ok(await editor.edit(edit => edit.replace(range, text)), 'the editor takes no text');
  await eventually(() => assert.ok(document.isDirty));
}

/** Saves by hand, as Ctrl+S does. */
export async function save(editor: vscode.TextEditor): Promise<boolean> {
  await vscode.window.showTextDocument(editor.document, { preview: false });
  await vscode.commands.executeCommand('workbench.action.files.save');
  return !editor.document.isDirty;
}

/** What was sent to edit pages, each request as its edits. */
export function sentEdits(server: FaultyServer): Record<string, unknown>[][] {
  const bodies = server.writes.filter(({ asked }) => editRequests.test(asked)).map(({ body }) => body);
  return bodies.flatMap(body => {
    const { changes } = { ...(body as { changes?: Record<string, unknown>[] }) };
    return changes ? [changes] : [];
  });
}

/** These requests, from when something was sent. */
export function afterSending(server: FaultyServer, requests: RegExp): Pick<RegExp, 'test'> {
  return { test: asked => sentEdits(server).length > 0 && requests.test(asked) };
}

/** What a page of a change request says on the server. */
export async function storedText(
  sandbox: RunningSandbox,
  { space, number }: { space: string; number: number },
  page: string,
): Promise<string> {
  const path = `/spaces/${space}/change-requests/${number}/content/page/${page}?format=markdown`;
  return (await asked<{ markdown: string }>(sandbox, path)).markdown;
}

/** Gives up what is typed and not saved, so that editors can be closed without a question. */
export async function revertAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await eventually(async () => {
      await vscode.window.showTextDocument(document, { preview: false });
      await vscode.commands.executeCommand('workbench.action.files.revert');
      assert.equal(document.isDirty, false);
    });
  }
}
