import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isNewBox } from '../../../src/features/comments/boxes.ts';
import { DraftSaver } from '../../../src/features/comments/draftSaver.ts';
import { newDraftId } from '../../../src/model/discussions/draft.ts';
import type { Drafts } from '../../../src/model/discussions/drafts.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, signedIn } from '../../host/support.ts';
import { openNewThread, boxes, typeInto } from './boxes.ts';
import { loadScreen, threadWithText } from './screen.ts';
import { type CommentsWindow, draftsIn, openWindow, otherWindow } from './windows.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Half a thought';

// After a reload, the extension host of the previous window may run for a while beside the new one.
describe('text that VS Code has restored in a box while the previous window still runs', () => {
  let sandbox: RunningSandbox;
  let storage: vscode.Uri;
  let page: { id: string; uri: vscode.Uri };
  let before: Drafts;
  let window: CommentsWindow;
  let typed: DraftSaver;
  let box: vscode.TextDocument;

  beforeEach(async () => {
    sandbox = await signedIn();
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    page = addPage(sandbox, changeRequest, { title: 'Restored', markdown: 'A line.\n' });
    await loadScreen(page.uri);
    before = draftsIn(storage, otherWindow());
    window = await openWindow(sandbox, storage, page.uri);
    await vscode.window.showTextDocument(page.uri);
    ({ box } = await openNewThread(page.uri));
  });
  afterEach(async () => {
    await typeInto(box, '');
    typed.dispose();
    await window.close();
    before.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  /** Restores the text in the box, and waits until it is considered unsent. */
  async function restore(): Promise<void> {
    await typeInto(box, text);
    typed = new DraftSaver(window, window.threads);
    await changeEditors();
    await eventually(() => assert.deepEqual(texts(), [text]));
  }

  /** Opens another editor, upon which VS Code reports that the visible editors have changed. */
  async function changeEditors(): Promise<void> {
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(), vscode.ViewColumn.Beside);
  }

  /** Returns the drafts that the window knows. */
  const texts = () => window.threads.drafts.filterAll(() => true).map(draft => draft.text);
  const offered = () => window.threads.drafts.offeredIn(key()).map(draft => draft.text);
  const key = () => window.discussions.of(page.uri)?.key ?? assert.fail('The page takes comments.');
  const draft = () => ({ id: newDraftId(), discussion: key(), target: { page: page.id }, text });

  /** Posts the text like the previous window, which has not recorded that it was sent. */
  async function post(markdown = text): Promise<void> {
    const { space, number } = changeRequest;
    const reply = await fetch(`${sandbox.url}/v1/spaces/${space}/change-requests/${number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ page: page.id, body: { markdown } }),
    });
    assert.ok(reply.ok, await reply.clone().text());
    await window.discussions.refresh();
  }

  for (const [how, words] of [
    ['unchanged', text],
    ['with more text', `${text} goes on`],
  ] as const) {
    it(`is an unsent draft once when its stored draft is found later, ${how}`, async () => {
      await before.store(draft());
      await restore();
      await typeInto(box, words);
      await eventually(() => assert.deepEqual(texts(), [words]));
      before.dispose();
      await eventually(async () => {
        await window.threads.drafts.refresh();
        assert.deepEqual([texts(), offered(), box.getText()], [[words], [], words]);
      });
    });
  }

  it('leaves the box when it arrives later, and text typed after it stays', async () => {
    await restore();
    await typeInto(box, `${text} goes on`);
    await eventually(() => assert.deepEqual(texts(), [`${text} goes on`]));
    await post();
    await eventually(() => assert.deepEqual([texts(), box.getText()], [[' goes on'], ' goes on']));
  });

  // After a crash, VS Code fills the boxes by the numbers of their threads, which may belong to other threads now.
  describe('in the box of another conversation', () => {
    let reply: vscode.TextDocument;

    beforeEach(async () => {
      await post('Somebody asked.');
      const thread = await eventually(() => threadWithText('Somebody asked.'));
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      reply = await eventually(() => boxes().find(one => !isNewBox(one)) ?? assert.fail('no box has been opened'));
      await before.store(draft());
      before.dispose();
      await window.threads.drafts.refresh();
    });
    afterEach(() => typeInto(reply, ''));

    async function restoreInReply(): Promise<void> {
      await typeInto(reply, text);
      typed = new DraftSaver(window, window.threads);
      await changeEditors();
    }

    it('leaves it, and is offered where it was typed', async () => {
      await restoreInReply();
      await eventually(() => assert.deepEqual([texts(), offered(), reply.getText()], [[text], [text], '']));
    });

    it('is offered where it was typed while its box is unknown, and then leaves it', async () => {
      const { onScreen } = window.threads;
      const { withComments, withReplyBox } = onScreen;
      Object.assign(onScreen, { withComments: () => [], withReplyBox: () => [] });
      await restoreInReply();
      assert.deepEqual([texts(), offered(), reply.getText()], [[text], [text], text]);
      Object.assign(onScreen, { withComments, withReplyBox });
      await changeEditors();
      await eventually(() => assert.deepEqual([texts(), offered(), reply.getText()], [[text], [text], '']));
    });
  });

  it('leaves the box when it arrives later and its draft is found after that', async () => {
    const target = { page: page.id };
    await before.store({ ...draft(), attempt: { text, target, alike: [] } });
    await restore();
    await typeInto(box, `${text} goes on`);
    before.dispose();
    await eventually(async () => {
      await window.threads.drafts.refresh();
      assert.deepEqual([texts(), offered()], [[`${text} goes on`], []]);
    });
    await post();
    await eventually(() => assert.deepEqual([texts(), offered(), box.getText()], [[' goes on'], [], ' goes on']));
  });
});
