import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { commands } from '../../../src/features/comments/commands.ts';
import { Threads } from '../../../src/features/comments/threads.ts';
import { DraftSaver } from '../../../src/features/comments/draftSaver.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memoryStorage, type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, signedIn } from '../../host/support.ts';
import { commentWithText, isTextShown, loadScreen, threadWithText } from './screen.ts';
import { draftsIn } from './windows.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('text typed in a window', () => {
  let sandbox: RunningSandbox;
  let storage: vscode.Uri;
  let page: { id: string; uri: vscode.Uri };
  let thisWindow: Parts & { threads: Threads };
  let elsewhere: Parts;

  beforeEach(async () => {
    // The extension itself shows the page. The windows below have their own accounts, which they share.
    sandbox = await signedIn();
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    page = addPage(sandbox, changeRequest, { title: 'Shared', markdown: 'A line.\n' });
    // The controller of the window below must be created last.
    await loadScreen(page.uri);
    const accounts = memoryStorage();
    thisWindow = openWindow(accounts);
    await thisWindow.session.signIn({ url: sandbox.url, token: sandbox.token });
    elsewhere = parts(accounts);
    await elsewhere.session.restore();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    thisWindow.dispose();
    elsewhere.dispose();
    await sandbox.close();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  function openWindow(accounts: ReturnType<typeof memoryStorage>): typeof thisWindow {
    const all = parts(accounts);
    const drafts = draftsIn(storage);
    const app = { ...all, drafts } as unknown as App;
    const threads = new Threads(app);
    const typed = new DraftSaver(app, threads);
    const everything = vscode.Disposable.from(typed, threads, drafts, all);
    return { ...all, threads, dispose: () => everything.dispose() };
  }

  /** Opens the edit box of a comment, and returns its document. */
  async function editBox(words: string): Promise<vscode.TextDocument> {
    await thisWindow.discussions.open(page.uri);
    const discussion = thisWindow.discussions.of(page.uri) ?? assert.fail();
    await discussion.sender.post({ page: page.id }, words, { storeAttempt: async () => {}, onPosted: () => {} });
    await thisWindow.threads.whenShown(discussion);
    await vscode.window.showTextDocument(page.uri);
    threadWithText(words).collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    await commands['marginalia.comment.edit']?.run(thisWindow as never, commentWithText(words));
    return eventually(() => {
      const documents = vscode.window.visibleTextEditors.map(({ document }) => document);
      return documents.find(({ uri }) => uri.scheme === 'comment' && uri.authority === '') ?? assert.fail('no box');
    });
  }

  const unsentTexts = () =>
    thisWindow.threads.drafts.offeredIn(thisWindow.discussions.of(page.uri)?.key ?? '').map(({ text }) => text);

  it('is kept when another window signs out, and is offered again with the account', async () => {
    const { uri } = await editBox('To be changed');
    const edit = new vscode.WorkspaceEdit();
    edit.replace(uri, new vscode.Range(0, 0, 9, 0), 'Half a chan');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const files = async () => (await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(storage, 'drafts'))).length;
    await eventually(async () => assert.ok((await files()) > 0));
    const account = elsewhere.session.connections[0] ?? assert.fail('the windows share no account');
    await elsewhere.session.signOut(account);
    await eventually(() => assert.equal(isTextShown('To be changed'), false));
    assert.equal(thisWindow.session.current, undefined);
    await eventually(() => assert.deepEqual(unsentTexts(), ['Half a chan']));
    await elsewhere.session.signIn({ url: sandbox.url, token: sandbox.token });
    await eventually(() => assert.ok(thisWindow.session.current));
    await thisWindow.discussions.open(page.uri);
    await eventually(() => assert.equal(commentWithText('Half a chan').contextValue, 'comment.draft'));
  });
});
