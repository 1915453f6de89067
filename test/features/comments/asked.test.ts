import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, editContent, marginalia, signOut } from '../../host/support.ts';
import { isTextShown } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('replies of conversations', () => {
  const on = stage();
  const pages: vscode.Uri[] = [];

  beforeEach(() => {
    pages.length = 0;
    for (const name of ['one', 'two']) comment(name);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Adds a page with a comment of another user and a reply to it. */
  function comment(name: string): void {
    const page = addPage(on.sandbox, changeRequest, { title: name, markdown: 'A line.\n' });
    const { state } = on.sandbox;
    const [row] = state.changeRequests.all().filter(({ space, number }) => space === 'heron-manual' && number === 8);
    const by = { postedBy: 'lucia', postedAt: '2026-11-01T10:00:00.000Z', reactions: [] };
    const base = { space: 'heron-manual', changeRequest: row?.id ?? '', revision: row?.revision ?? '', page: page.id };
    state.comments.put({ ...by, ...base, id: `asked-${name}`, status: 'open', markdown: `Question ${name}` });
    state.commentReplies.put({ ...by, id: `answered-${name}`, comment: `asked-${name}`, markdown: `Answer ${name}` });
    pages.push(page.uri);
  }

  const asked = () => on.server.requests.flatMap(request => /comments\/asked-(\w+)\/replies$/.exec(request)?.[1] ?? []);

  it('are fetched for the visible page; the other conversations are listed without', async () => {
    const [one, two] = pages;
    assert.ok(one && two);
    await vscode.window.showTextDocument(one);
    await eventually(() => assert.ok(isTextShown('Answer one') && isTextShown('Question two'), 'not shown yet'));
    assert.deepEqual([asked(), isTextShown('Answer two')], [['one'], false]);
    await vscode.window.showTextDocument(two);
    await eventually(() => assert.ok(isTextShown('Answer two')));
    assert.deepEqual(asked(), ['one', 'two']);
  });
});

describe('comments on a closed page', () => {
  const on = stage();

  it('are not fetched when VS Code reads its text again', async () => {
    const account = { url: on.server.url, token: on.sandbox.token };
    const { id, uri } = addPage(on.sandbox, changeRequest, { title: 'Closed', markdown: 'As it is.\n' });
    const other = { space: 'heron-manual', number: 7 };
    const open = addPage(on.sandbox, other, { title: 'Open', markdown: 'A line.\n' });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await signOut('sandbox');
    // VS Code checks documents for some minutes after they were closed.
    await vscode.workspace.fs.stat(uri);
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: id, document: { markdown: 'As it will be.\n' } },
    ]);
    on.server.requests.length = 0;
    await (await marginalia()).signIn(account);
    await eventually(() => assert.equal(document.getText(), 'As it will be.\n'));
    await vscode.window.showTextDocument(open.uri);
    const asked = () => on.server.requests.filter(request => request.endsWith('/comments'));
    await eventually(() =>
      assert.ok(
        asked().some(request => request.includes('/7/')),
        'those of the other page',
      ),
    );
    assert.deepEqual(asked(), ['GET /spaces/heron-manual/change-requests/7/comments']);
  });
});
