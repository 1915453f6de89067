import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addLargeSpace, large, largePage } from '../../host/large.ts';
import { addPage, changeRequestUri, pageUri, sampleSandbox } from '../../host/support.ts';
import { commentWithText, isTextShown, threadWithText } from './screen.ts';
import { type CommentsWindow, openWindow } from './windows.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');

describe('unsent drafts', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;
  let storage: vscode.Uri;
  /** A page that no other test opens, because a comment is attached to a line of the text in the editor. */
  let ownPage: vscode.Uri;
  let window: CommentsWindow;
  const account = () => ({ url: server.url, token: sandbox.token });

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    const markdown = 'Drop the upstream anchor.\n\nPay out the line.\n';
    ownPage = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'Anchors', markdown }).uri;
    server = await startFaultyServer(sandbox.url);
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    answers = answerPrompts();
    window = await openWindow(account(), storage, page);
    server.fail({ kind: 'status', status: 500 }, /^(POST|PUT)/);
  });
  afterEach(async () => {
    answers.restore();
    await window.close();
    await server.close();
    await sandbox.close();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  async function reopen(): Promise<void> {
    await window.close();
    await server.recover();
    window = await openWindow(account(), storage, page);
  }

  /** Ends the window without closing it, and opens another one. */
  async function crash(): Promise<void> {
    const { close } = window;
    window = await openWindow(account(), storage, page);
    const { close: closeNew, ...rest } = window;
    window = { ...rest, close: () => closeNew().then(close) };
  }

  const stored = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);
  const storedReplies = (text: string) =>
    sandbox.state.commentReplies.all().filter(({ markdown }) => markdown === text);

  it('offer a new comment where it was typed after a reload, and send it from there', async () => {
    const thread = window.threads.onScreen.openEmpty(ownPage, { start: 2, end: 2 });
    await assert.rejects(() => window.run('create', { thread, text: 'Not lost' }));
    assert.equal(isTextShown('Not lost'), false, 'in this window it is still in its box');
    await reopen();
    const draft = commentWithText('Not lost');
    assert.deepEqual([draft.contextValue, draft.label], ['comment.draft', 'not sent']);
    assert.equal(documentKey(threadWithText('Not lost').uri), documentKey(ownPage));
    assert.equal(threadWithText('Not lost').range?.end.line, 2);
    await window.run('send', draft);
    const [row] = stored('Not lost');
    assert.ok(row?.node);
    assert.equal(commentWithText('Not lost').contextValue, 'comment.edit.delete');
    await reopen();
    assert.equal(commentWithText('Not lost').contextValue, 'comment.edit.delete', 'once');
  });

  it('offer a comment on the change request on its overview', async () => {
    const overview = changeRequestUri('heron-manual', 8);
    const thread = window.threads.onScreen.openEmpty(overview, undefined);
    await assert.rejects(() => window.run('create', { thread, text: 'All in all' }));
    await reopen();
    assert.equal(threadWithText('All in all').uri.toString(), overview.toString());
  });

  it('offer a reply in its conversation', async () => {
    const [conversation] = (await window.discussions.conversationsOn(page)).filter(
      ({ comment }) => comment.status !== 'resolved',
    );
    const thread = threadWithText(conversation?.comment.body.markdown ?? '');
    await assert.rejects(() => window.run('reply', { thread, text: 'Late reply' }));
    await reopen();
    const draft = commentWithText('Late reply');
    assert.equal(draft.contextValue, 'comment.draft');
    assert.equal(threadWithText('Late reply').comments[0]?.author.name, conversation?.comment.postedBy.displayName);
    await window.run('send', draft);
    assert.equal(storedReplies('Late reply')[0]?.comment, conversation?.comment.id);
    assert.equal(commentWithText('Late reply').contextValue, 'comment.edit.delete');
  });

  it('turn a reply to a deleted conversation into a new one after a confirmation', async () => {
    const [conversation] = (await window.discussions.conversationsOn(page)).filter(
      ({ comment }) => comment.status !== 'resolved',
    );
    const thread = threadWithText(conversation?.comment.body.markdown ?? '');
    await assert.rejects(() => window.run('reply', { thread, text: 'Too late' }));
    sandbox.state.comments.delete(conversation?.comment.id ?? '');
    await reopen();
    answers.restore();
    answers = answerPrompts('Comment on the Page');
    await window.run('send', commentWithText('Too late'));
    const [row, ...others] = sandbox.state.comments.all().filter(({ markdown }) => markdown.endsWith('Too late'));
    assert.match(row?.markdown ?? '', /^> [^]*\n\nToo late$/);
    assert.deepEqual(others, []);
    assert.equal(commentWithText(row?.markdown ?? '').contextValue, 'comment.edit.delete');
  });

  describe('of a changed reply to a deleted conversation', () => {
    const text = 'Too late, in other words';
    const all = () => [...sandbox.state.comments.all(), ...sandbox.state.commentReplies.all()];
    const sent = () => all().filter(({ markdown }) => markdown.includes('Too late'));
    let send: Promise<unknown>;

    /** Sends the reply, and runs a function before the prompt is answered. */
    async function sendMeanwhile(act: () => Promise<unknown>): Promise<void> {
      const [conversation] = (await window.discussions.conversationsOn(page)).filter(
        ({ comment }) => comment.status !== 'resolved',
      );
      const thread = threadWithText(conversation?.comment.body.markdown ?? '');
      await assert.rejects(() => window.run('reply', { thread, text: 'Too late' }));
      sandbox.state.comments.delete(conversation?.comment.id ?? '');
      await reopen();
      answers.restore();
      answers = answerPrompts(async () => {
        await act();
        return 'Comment on the Page';
      });
      await window.run('edit', commentWithText('Too late'));
      commentWithText('Too late').body = new vscode.MarkdownString(text);
      send = window.run('save', commentWithText(text));
      // The test checks the failure later.
      await send.catch(() => undefined);
    }

    it('are stored with a message when its account signs out meanwhile', async () => {
      await sendMeanwhile(() => window.session.signOut(window.session.current ?? assert.fail()));
      await assert.rejects(send, /Could not send the comment: .* Your text is kept/);
      assert.deepEqual(sent(), []);
      await reopen();
      assert.equal(commentWithText('Too late').contextValue, 'comment.draft');
      assert.deepEqual(
        window.drafts.filterAll(() => true).map(draft => draft.text),
        [text],
      );
    });

    it('are not sent, with a message, when they were discarded elsewhere meanwhile', async () => {
      await sendMeanwhile(() => window.drafts.drop(window.drafts.filterAll(() => true)[0]?.id ?? assert.fail()));
      await assert.rejects(send, /it was sent or discarded in another place/);
      assert.deepEqual(sent(), []);
      await reopen();
      assert.equal(isTextShown('Too late'), false);
    });

    it('are sent when their thread is redrawn meanwhile', async () => {
      await sendMeanwhile(async () => {
        const discussion = window.discussions.of(page) ?? assert.fail();
        await window.discussions.refreshDiscussion(discussion);
        await window.threads.whenShown(discussion);
      });
      await send;
      assert.deepEqual([sent().length, sent()[0]?.markdown.endsWith(text)], [1, true]);
      assert.equal(
        window.drafts.has(() => true),
        false,
      );
    });
  });

  it('offer an edit of a comment in its conversation', async () => {
    await server.recover();
    const thread = window.threads.onScreen.openEmpty(page, undefined);
    await window.run('create', { thread, text: 'Old words' });
    server.fail({ kind: 'status', status: 500 }, /^PUT/);
    const comment = commentWithText('Old words');
    comment.body = new vscode.MarkdownString('New words');
    await assert.rejects(() => window.run('save', comment));
    await reopen();
    await window.run('send', commentWithText('New words'));
    assert.equal(stored('New words').length, 1);
    assert.equal(stored('Old words').length, 0);
    assert.equal(commentWithText('New words').contextValue, 'comment.edit.delete');
  });

  describe('of a partly loaded discussion', () => {
    const unread = 'large-comment-60';

    beforeEach(async () => {
      addLargeSpace(sandbox);
      await open(60);
    });

    async function open(index: number): Promise<void> {
      const uri = pageUri(large.space, 1, `${largePage(index)}.md`);
      await window.discussions.conversationsOn(uri);
      await window.threads.whenShown(window.discussions.of(uri) ?? assert.fail());
    }

    async function reopenElsewhere(): Promise<void> {
      await reopen();
      await open(50);
    }

    const wordsAround = (text: string) =>
      threadWithText(text).comments.map(({ body }) => (body as vscode.MarkdownString).value);

    it('are replies when they were typed as replies', async () => {
      await assert.rejects(() => window.run('reply', { thread: threadWithText('Comment 60.'), text: 'Much later' }));
      await reopenElsewhere();
      assert.deepEqual(wordsAround('Much later'), ['Comment 60.', 'Reply 60.', 'Much later']);
      await window.run('send', commentWithText('Much later'));
      assert.deepEqual([storedReplies('Much later')[0]?.comment, stored('Much later')], [unread, []]);
    });

    it('are edits when they were typed as edits', async () => {
      const comment = commentWithText('Comment 60.');
      comment.body = new vscode.MarkdownString('Other words');
      await assert.rejects(() => window.run('save', comment));
      await reopenElsewhere();
      assert.deepEqual(wordsAround('Other words'), ['Comment 60.', 'Reply 60.', 'Other words']);
      await window.run('send', commentWithText('Other words'));
      assert.deepEqual(
        stored('Other words').map(({ id }) => id),
        [unread],
      );
    });

    it('are not new comments while it is unknown whether their conversation exists', async () => {
      await assert.rejects(() => window.run('reply', { thread: threadWithText('Comment 60.'), text: 'Not yet' }));
      await window.close();
      await server.recover();
      server.fail({ kind: 'status', status: 403 }, new RegExp(`^GET .*/${unread}$`));
      window = await openWindow(account(), storage, page);
      await open(50);
      await assert.rejects(() => window.run('send', commentWithText('Not yet')));
      assert.deepEqual([storedReplies('Not yet'), stored('Not yet')], [[], []]);
      await server.recover();
      await window.run('send', commentWithText('Not yet'));
      assert.deepEqual([storedReplies('Not yet')[0]?.comment, stored('Not yet')], [unread, []]);
    });
  });

  it('keep one draft with its changes when sending fails again', async () => {
    const thread = window.threads.onScreen.openEmpty(page, undefined);
    await assert.rejects(() => window.run('create', { thread, text: 'Try and try' }));
    await reopen();
    server.fail({ kind: 'status', status: 500 }, /^POST/);
    const draft = commentWithText('Try and try');
    draft.body = new vscode.MarkdownString('Try and try again');
    await assert.rejects(() => window.run('send', draft));
    assert.equal(commentWithText('Try and try again').mode, vscode.CommentMode.Editing);
    await reopen();
    assert.equal(commentWithText('Try and try').contextValue, 'comment.draft');
    await window.run('send', commentWithText('Try and try again'));
    assert.equal(stored('Try and try again').length, 1);
  });

  it('are discarded only after a confirmation', async () => {
    const thread = window.threads.onScreen.openEmpty(page, undefined);
    await assert.rejects(() => window.run('create', { thread, text: 'Never mind' }));
    await reopen();
    answers.restore();
    answers = answerPrompts(undefined, 'Discard');
    await assert.rejects(() => window.run('discard', commentWithText('Never mind')), vscode.CancellationError);
    assert.ok(isTextShown('Never mind'));
    await window.run('discard', commentWithText('Never mind'));
    assert.equal(isTextShown('Never mind'), false);
    await reopen();
    assert.equal(isTextShown('Never mind'), false);
  });

  for (const [name, run, posts] of [
    ['a comment', 'create', /^POST .*\/comments$/],
    ['a reply', 'reply', /^POST .*\/replies$/],
  ] as const) {
    const begin = () => {
      if (run === 'create') return window.threads.onScreen.openEmpty(page, { start: 0, end: 0 });
      const conversation = window.discussions
        .of(page)
        ?.conversations.find(
          ({ comment, placement }) => comment.status !== 'resolved' && documentKey(placement.uri) === documentKey(page),
        );
      return threadWithText(conversation?.comment.body.markdown ?? '');
    };
    const count = (text: string) => stored(text).length + storedReplies(text).length;

    it(`offer ${name} that was being sent when the window closed, and send it once`, async () => {
      await server.recover();
      server.fail({ kind: 'held' }, posts, 1);
      const sending = window.run(run, { thread: begin(), text: 'On its way' });
      await server.waiting();
      await crash();
      await eventually(() => assert.equal(commentWithText('On its way').contextValue, 'comment.draft'));
      await window.run('send', commentWithText('On its way'));
      assert.equal(count('On its way'), 1);
      await server.refuse();
      await assert.rejects(sending);
    });

    it(`do not offer ${name} that arrived when the window closed, which exists once`, async () => {
      await server.recover();
      server.fail({ kind: 'late' }, posts, 1);
      const sending = window.run(run, { thread: begin(), text: 'Arrived alone' });
      await server.waiting();
      await crash();
      await eventually(() => assert.equal(commentWithText('Arrived alone').contextValue, 'comment.edit.delete'));
      assert.equal(count('Arrived alone'), 1);
      server.release();
      await sending;
      await reopen();
      assert.equal(commentWithText('Arrived alone').contextValue, 'comment.edit.delete');
    });

    it(`find ${name} that arrives after it was offered before it is sent again`, async () => {
      await server.recover();
      server.fail({ kind: 'held' }, posts, 1);
      const sending = window.run(run, { thread: begin(), text: 'Slow' });
      await server.waiting();
      await crash();
      const draft = await eventually(() => commentWithText('Slow'));
      server.release();
      await sending;
      await window.run('send', draft);
      assert.equal(count('Slow'), 1);
    });
  }

  it('allow the same text to be sent twice on purpose', async () => {
    await server.recover();
    for (const start of [0, 0]) {
      await window.run('create', {
        thread: window.threads.onScreen.openEmpty(page, { start, end: start }),
        text: 'Again',
      });
    }
    assert.equal(stored('Again').length, 2);
  });

  it('do not replace a comment that has arrived by another text until it is sent again', async () => {
    await server.recover();
    const thread = window.threads.onScreen.openEmpty(page, undefined);
    server.fail({ kind: 'late' }, /^POST/, 1);
    const sending = window.run('create', { thread, text: 'First words' });
    await server.waiting();
    await server.refuse();
    await assert.rejects(
      () => sending,
      /it is not known whether that worked.* before it is sent again, it is looked up/,
    );
    await server.recover();
    await assert.rejects(() => window.run('create', { thread, text: 'Other words' }), /has arrived after all/);
    assert.deepEqual([stored('First words').length, stored('Other words').length], [1, 0]);
    await window.run('create', { thread, text: 'Other words' });
    assert.deepEqual([stored('First words').length, stored('Other words').length], [1, 1]);
  });
});
