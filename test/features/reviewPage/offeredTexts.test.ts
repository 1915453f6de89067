import assert from 'node:assert/strict';
import { randomUUID, type UUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PageDiscussion } from '../../../src/features/reviewPage/discussion/pageDiscussion.ts';
import { Pages } from '../../../src/features/reviewPage/pages/pages.ts';
import type { Draft } from '../../../src/model/discussions/draft.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { ComposerTarget, ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, editContent, sampleSandbox } from '../../host/support.ts';
import { commentWithText, isTextShown, textOfComment, threadWithText } from '../comments/screen.ts';
import { type CommentsWindow, openWindow } from '../comments/windows.ts';
import { postedThreads } from './postedThreads.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

// An earlier window has left a draft, which is offered in the editor and on the review page.
describe('an unsent draft offered in the editor and on the review page', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;
  let storage: vscode.Uri;
  let window: CommentsWindow;
  let page: { id: string; uri: vscode.Uri };
  let messages: ToPage[];
  let review: PageDiscussion;
  let closing: AbortController;
  let draft: UUID;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    const markdown = 'Drop the upstream anchor.\n\nPay out the line.\n';
    page = addPage(sandbox, changeRequest, { title: 'Anchors', markdown });
    answers = answerPrompts();
    window = await openWindow({ url: server.url, token: sandbox.token }, storage, page.uri);
    [messages, closing] = [[], new AbortController()];
    draft = await leave({});
    const connection = window.session.current ?? assert.fail();
    const place = { connection, ...changeRequest };
    const pages = new Pages(window, place, uri => uri.toString());
    const post = (message: ToPage) => messages.push(message);
    review = new PageDiscussion({ app: window, place, pages, post, signal: closing.signal });
    await review.begin();
    await pages.show(page.id, 'one', closing.signal);
    await review.postThreadsOn('');
    await review.postThreadsOn(page.id);
  });
  afterEach(async () => {
    answers.restore();
    closing.abort();
    review.dispose();
    await window.close();
    await server.close();
    await sandbox.close();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  /** Returns the part of a message that identifies the composer and its text. */
  const box = (text: string) => {
    const at: ComposerTarget = { page: page.id, side: 'after' };
    return { draft, target: at, text };
  };
  const discussion = () => window.discussions.of(page.uri) ?? assert.fail();
  const stored = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);

  /** Stores an unsent draft, like a window that is closed. */
  async function leave(fields: Partial<Draft>): Promise<UUID> {
    const id = randomUUID();
    const { key } = discussion();
    const target = { page: page.id, pageTitle: 'Anchors' };
    await window.drafts.store({ id, discussion: key, text: 'Half a thought', target, ...fields });
    window.drafts.offer(id);
    await eventually(() => assert.ok(isTextShown('Half a thought')));
    return id;
  }

  /** Returns the unsent texts on the page, with their labels. */
  function onPage(): [text: string | undefined, label: string][] {
    const ids = new Set(messages.flatMap(one => (one.type === 'threads' ? [one.id] : [])));
    const threads = [...ids].flatMap(id => postedThreads(messages, id)).filter(({ state }) => state === 'draft');
    return threads.map(({ comments, label }) => [comments[0]?.markdown, label]);
  }

  /** Returns true if the page was told to close the box of the text. */
  const isClosed = () => messages.some(one => one.type === 'draftState' && one.draft === draft && one.state === 'sent');

  function answer(label: string): void {
    answers.restore();
    answers = answerPrompts(label);
  }

  for (const status of [401, 503]) {
    it(`stays in both while the server replies with ${status}`, async () => {
      server.fail({ kind: 'status', status }, /^GET/);
      window.content.refresh();
      await review.postAllThreads();
      assert.deepEqual([onPage(), isTextShown('Half a thought')], [[['Half a thought', '']], true]);
    });
  }

  it('disappears from both when it is discarded in the editor', async () => {
    assert.deepEqual(onPage(), [['Half a thought', '']]);
    answer('Discard');
    await window.run('discard', commentWithText('Half a thought'));
    await eventually(() => assert.ok(isClosed()));
    assert.deepEqual([onPage(), isTextShown('Half a thought')], [[], false]);
  });

  it('disappears from both when it is discarded on the page', async () => {
    answer('Discard');
    await review.write({ type: 'discard', draft });
    await eventually(() => assert.equal(isTextShown('Half a thought'), false));
    assert.deepEqual(onPage(), []);
  });

  it('disappears from the page when it is sent in the editor, and is posted once', async () => {
    await window.run('send', commentWithText('Half a thought'));
    await eventually(() => assert.ok(isClosed()));
    assert.deepEqual(onPage(), []);
    // Later messages of the composer are ignored.
    await review.write({ type: 'send', ...box('Half a thought'), isPending: false });
    assert.equal(stored('Half a thought').length, 1);
    assert.equal(window.drafts.get(draft), undefined);
  });

  it('disappears from the editor when it is sent on the page, and is posted once', async () => {
    await review.write({ type: 'send', ...box('Half a thought'), isPending: false });
    await eventually(() => assert.equal(commentWithText('Half a thought').label ?? '', ''));
    assert.equal(stored('Half a thought').length, 1);
  });

  it('is posted once when both send it at the same time', async () => {
    const sending = [
      window.run('send', commentWithText('Half a thought')),
      review.write({ type: 'send', ...box('Half a thought'), isPending: false }),
    ];
    await Promise.allSettled(sending);
    await eventually(() => assert.deepEqual([onPage(), isClosed(), window.drafts.get(draft)], [[], true, undefined]));
    assert.equal(stored('Half a thought').length, 1);
  });

  it('is posted once when the page sends it before it shows that the editor has sent it', async () => {
    await window.run('send', commentWithText('Half a thought'));
    await review.write({ type: 'send', ...box('Half a thought'), isPending: false });
    await eventually(() => assert.ok(isClosed()));
    assert.equal(stored('Half a thought').length, 1);
    assert.equal(window.drafts.get(draft), undefined);
  });

  it('is rejected in one place while the other sends it', async () => {
    server.fail({ kind: 'held' }, /^POST .*comments$/, 1);
    const sending = review.write({ type: 'send', ...box('Half a thought'), isPending: false });
    await server.waiting();
    await assert.rejects(() => window.run('send', commentWithText('Half a thought')), /It is being sent just now/);
    server.release();
    await sending;
    await eventually(() => assert.equal(commentWithText('Half a thought').label ?? '', ''));
    assert.equal(stored('Half a thought').length, 1);
  });

  it('is only in its box while it is edited on the page, and in both when the page is closed', async () => {
    await review.write({ type: 'type', ...box('Half a better thought') });
    await eventually(() => assert.equal(isTextShown('thought'), false));
    await eventually(() => assert.deepEqual(onPage(), [['Half a better thought', '']]));
    review.dispose();
    await eventually(() => assert.equal(textOfComment(commentWithText('thought')), 'Half a better thought'));
  });

  it('is only in its box while it is edited in the editor, and in both when that is cancelled', async () => {
    await window.run('edit', commentWithText('Half a thought'));
    await eventually(() => assert.ok(isClosed()));
    assert.deepEqual(onPage(), []);
    await window.run('cancel', commentWithText('Half a thought'));
    await eventually(() => assert.deepEqual(onPage(), [['Half a thought', '']]));
  });

  it('is discarded only when its box on the page is finally empty', async () => {
    for (const text of ['', 'H', '']) {
      await review.write({ type: 'type', ...box(text) });
      assert.equal(window.drafts.get(draft)?.text, text);
    }
    await review.postThreadsOn(page.id);
    assert.deepEqual([onPage().length, isClosed()], [1, false]);
    review.dispose();
    await eventually(() => assert.equal(window.drafts.get(draft), undefined));
    assert.equal(isTextShown('Half a thought'), false);
  });

  it('shows in both that its line is unknown', async () => {
    await leave({ text: 'Half a thought, too', isLineUnknown: true });
    const label = 'Line unknown: it will be about the whole page';
    await eventually(() => assert.ok(onPage().some(([, one]) => one === label)));
    assert.equal(threadWithText('Half a thought, too').label, `Not sent · ${label}`);
  });

  it('shows the title of its page after that was deleted', async () => {
    editContent(sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    window.content.refresh();
    await window.threads.whenShown(discussion());
    await review.postThreadsOn('');
    const label = 'About the page "Anchors", which is not there any more';
    await eventually(() => assert.deepEqual(onPage(), [['Half a thought', label]]));
    assert.equal(threadWithText('Half a thought').label, `Not sent · ${label}`);
  });

  it('stored by an earlier version does not show a page ID instead of the title', async () => {
    await leave({ text: 'Half a thought of old', target: { page: page.id } });
    editContent(sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    window.content.refresh();
    await window.threads.whenShown(discussion());
    const { label } = threadWithText('Half a thought of old');
    assert.equal(label, 'Not sent · About a page that is not there any more');
  });
});
