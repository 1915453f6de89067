import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, editContent, pageUri, sampleSandbox } from '../../host/support.ts';
import { commentSaying, isShown, threadSaying } from './screen.ts';
import { type CommentsWindow, openWindow, otherWindow } from './windows.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const discussed = pageUri('heron-manual', 8, 'hardware/moorings/README.md');

describe('what is held back until a review is finished', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;
  let storage: vscode.Uri;
  let page: { id: string; uri: vscode.Uri };
  let windows: CommentsWindow[];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    const markdown = 'Drop the upstream anchor.\n\nPay out the line.\n';
    page = addPage(sandbox, changeRequest, { title: 'Anchors', markdown });
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    answers = answering();
    windows = [];
    await open();
  });
  afterEach(async () => {
    answers.restore();
    for (const window of windows) await window.close();
    await sandbox.close();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  async function open(name?: string): Promise<CommentsWindow> {
    const window = await openWindow(sandbox, storage, discussed, name);
    windows.push(window);
    return window;
  }

  async function reopen(): Promise<CommentsWindow> {
    await here().close();
    windows.pop();
    return open();
  }

  const here = () => windows.at(-1) ?? assert.fail();
  const stored = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);
  const storedReplies = (text: string) =>
    sandbox.state.commentReplies.all().filter(({ markdown }) => markdown === text);

  /** Holds a comment on the second paragraph back. */
  async function holdBack(text: string): Promise<void> {
    const thread = here().threads.onScreen.begin(page.uri, { start: 2, end: 2 });
    await here().run('addToReview', { thread, text });
  }

  it('stands on its line, marked, and is sent to nobody, also by the next window', async () => {
    await holdBack('Which line?');
    const isThere = () => {
      const comment = commentSaying('Which line?');
      assert.deepEqual([comment.contextValue, comment.label], ['comment.pending', 'pending: sent with your review']);
      const { uri, range, label } = threadSaying('Which line?');
      assert.deepEqual([documentKey(uri), range?.end.line, label], [documentKey(page.uri), 2, 'Pending']);
      assert.equal(stored('Which line?').length, 0);
    };
    isThere();
    await reopen();
    isThere();
    // Said twice, and on another page, it is two comments.
    await here().run('create', {
      thread: here().threads.onScreen.begin(page.uri, { start: 0, end: 0 }),
      text: 'Which line?',
    });
    await reopen();
    assert.equal(stored('Which line?').length, 1);
    assert.equal(here().drafts.pendingIn().length, 1);
  });

  it('is a reply where it was written as one', async () => {
    const [found] = (await here().discussions.on(discussed)).filter(({ comment }) => comment.status !== 'resolved');
    const { id, body } = found?.comment ?? assert.fail();
    await here().run('addToReview', { thread: threadSaying(body.markdown ?? ''), text: 'Later, as a reply.' });
    assert.equal(threadSaying('Later, as a reply.'), threadSaying(body.markdown ?? ''));
    await reopen();
    assert.equal(commentSaying('Later, as a reply.').contextValue, 'comment.pending');
    assert.equal(threadSaying('Later, as a reply.'), threadSaying(body.markdown ?? ''));
    await here().run('send', commentSaying('Later, as a reply.'));
    assert.equal(storedReplies('Later, as a reply.')[0]?.comment, id);
    assert.equal(here().drafts.pendingIn().length, 0);
  });

  it('is changed and thrown away where it stands', async () => {
    answers.restore();
    answers = answering('Discard');
    await holdBack('Which lien?');
    await here().run('edit', commentSaying('Which lien?'));
    commentSaying('Which lien?').body = new vscode.MarkdownString('Which line?');
    await here().run('save', commentSaying('Which line?'));
    await reopen();
    assert.equal(isShown('Which lien?'), false);
    assert.equal(commentSaying('Which line?').mode, vscode.CommentMode.Preview);
    await here().run('discard', commentSaying('Which line?'));
    assert.equal(isShown('Which line?'), false);
    await reopen();
    assert.equal(isShown('Which line?'), false);
    assert.equal(stored('Which line?').length, 0);
  });

  it('keeps its place while the page changes', async () => {
    await holdBack('Which line?');
    const markdown = 'First, look around.\n\nDrop the upstream anchor.\n\nPay out the line.\n';
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    await reopen();
    assert.equal(threadSaying('Which line?').range?.end.line, 4);
  });

  it('belongs to all windows, and is sent by one of them', async () => {
    await holdBack('In both.');
    const [first, second] = [here(), await open(otherWindow())];
    assert.equal(commentSaying('In both.').contextValue, 'comment.pending');
    await holdBack('From the second.');
    await eventually(() => assert.equal(first.drafts.pendingIn().length, 2));
    await second.run('send', commentSaying('In both.'));
    await eventually(() =>
      assert.deepEqual(
        first.drafts.pendingIn().map(({ text }) => text),
        ['From the second.'],
      ),
    );
    assert.equal(stored('In both.').length, 1);
  });
});
