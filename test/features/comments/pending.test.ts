import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { EditorComment } from '../../../src/features/comments/editorComment.ts';
import { askNewPlace } from '../../../src/features/conversations/newPlace.ts';
import { documentKey } from '../../../src/model/content/address.ts';
import { sendPending } from '../../../src/model/discussions/outbox.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, editContent, pageUri, sampleSandbox } from '../../host/support.ts';
import { commentWithText, isTextShown, threadWithText } from './screen.ts';
import { type CommentsWindow, draftsIn, openWindow, otherWindow } from './windows.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const discussed = pageUri('heron-manual', 8, 'hardware/moorings/README.md');

describe('a pending comment', () => {
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
    answers = answerPrompts();
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

  async function closeOne(): Promise<void> {
    await lastWindow().close();
    windows.pop();
  }

  async function reopen(): Promise<CommentsWindow> {
    await closeOne();
    return open();
  }

  const lastWindow = () => windows.at(-1) ?? assert.fail();
  const stored = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);
  const storedReplies = (text: string) =>
    sandbox.state.commentReplies.all().filter(({ markdown }) => markdown === text);

  /** Adds a comment on the second paragraph to the review. */
  async function holdBack(text: string): Promise<void> {
    const thread = lastWindow().threads.onScreen.openEmpty(page.uri, { start: 2, end: 2 });
    await lastWindow().run('addToReview', { thread, text });
  }

  it('is shown on its line, marked, and not sent, even in the next window', async () => {
    await holdBack('Which line?');
    const isThere = () => {
      const comment = commentWithText('Which line?');
      assert.deepEqual([comment.contextValue, comment.label], ['comment.pending', 'pending: sent with your review']);
      const { uri, range, label } = threadWithText('Which line?');
      assert.deepEqual([documentKey(uri), range?.end.line, label], [documentKey(page.uri), 2, 'Pending']);
      assert.equal(stored('Which line?').length, 0);
    };
    isThere();
    await reopen();
    isThere();
    // An equal text on another page is a second comment.
    await lastWindow().run('create', {
      thread: lastWindow().threads.onScreen.openEmpty(page.uri, { start: 0, end: 0 }),
      text: 'Which line?',
    });
    await reopen();
    assert.equal(stored('Which line?').length, 1);
    assert.equal(lastWindow().drafts.pendingIn().length, 1);
  });

  it('is a reply when it was typed as one', async () => {
    const [conversation] = (await lastWindow().discussions.conversationsOn(discussed)).filter(
      ({ comment }) => comment.status !== 'resolved',
    );
    const { id, body } = conversation?.comment ?? assert.fail();
    await lastWindow().run('addToReview', { thread: threadWithText(body.markdown ?? ''), text: 'Later, as a reply.' });
    assert.equal(threadWithText('Later, as a reply.'), threadWithText(body.markdown ?? ''));
    await reopen();
    assert.equal(commentWithText('Later, as a reply.').contextValue, 'comment.pending');
    assert.equal(threadWithText('Later, as a reply.'), threadWithText(body.markdown ?? ''));
    await lastWindow().run('send', commentWithText('Later, as a reply.'));
    assert.equal(storedReplies('Later, as a reply.')[0]?.comment, id);
    assert.equal(lastWindow().drafts.pendingIn().length, 0);
  });

  it('is edited and deleted in place', async () => {
    answers.restore();
    answers = answerPrompts('Discard');
    await holdBack('Which lien?');
    await lastWindow().run('edit', commentWithText('Which lien?'));
    commentWithText('Which lien?').body = new vscode.MarkdownString('Which line?');
    await lastWindow().run('save', commentWithText('Which line?'));
    await reopen();
    assert.equal(isTextShown('Which lien?'), false);
    assert.equal(commentWithText('Which line?').mode, vscode.CommentMode.Preview);
    await lastWindow().run('discard', commentWithText('Which line?'));
    assert.equal(isTextShown('Which line?'), false);
    await reopen();
    assert.equal(isTextShown('Which line?'), false);
    assert.equal(stored('Which line?').length, 0);
  });

  it('keeps its placement when the page changes', async () => {
    await holdBack('Which line?');
    const markdown = 'First, look around.\n\nDrop the upstream anchor.\n\nPay out the line.\n';
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    await reopen();
    assert.equal(threadWithText('Which line?').range?.end.line, 4);
  });

  it('is shared by all windows, and sent by one of them', async () => {
    await holdBack('In both.');
    const [first, second] = [lastWindow(), await open(otherWindow())];
    assert.equal(commentWithText('In both.').contextValue, 'comment.pending');
    await holdBack('From the second.');
    await eventually(() => assert.equal(first.drafts.pendingIn().length, 2));
    await second.run('send', commentWithText('In both.'));
    await eventually(() =>
      assert.deepEqual(
        first.drafts.pendingIn().map(({ text }) => text),
        ['From the second.'],
      ),
    );
    assert.equal(stored('In both.').length, 1);
  });

  const sendAll = ({ discussions, drafts, content }: CommentsWindow, signal = new AbortController().signal) =>
    sendPending(
      discussions.of(discussed) ?? assert.fail(),
      { drafts, content, placements: discussions.placements, askNewPlace },
      {
        signal,
        report: () => {},
      },
    );

  it('is sent once when two windows finish the review at the same time', async () => {
    const all = ['Said first.', 'Said second.'];
    // Neither window considers the other one closed.
    await closeOne();
    const windows = [await open(otherWindow(1)), await open(otherWindow())];
    for (const text of all) await holdBack(text);
    await eventually(() => assert.equal(windows[0]?.drafts.pendingIn().length, 2));
    const sent = await Promise.allSettled(windows.map(window => sendAll(window)));
    assert.ok(sent.some(({ status }) => status === 'rejected'));
    for (const window of windows) {
      await window.drafts.refresh();
      await sendAll(window);
      assert.deepEqual(window.drafts.pendingIn(), []);
    }
    for (const text of all) assert.equal(stored(text).length, 1, text);
  });

  it('is sent once when the window closes during the send', async () => {
    const server = await startFaultyServer(sandbox.url);
    const account = { url: server.url, token: sandbox.token };
    try {
      await closeOne();
      // The window has the name of a process that has ended.
      windows.push(await openWindow(account, storage, discussed, otherWindow(spawnSync('true').pid)));
      const all = ['Said before the end.', 'Said after it.'];
      for (const text of all) await holdBack(text);
      const end = new AbortController();
      server.fail({ kind: 'late' }, /^POST .*comments$/, 1);
      const lost = sendAll(lastWindow(), end.signal).catch(() => {});
      await server.waiting();
      windows.push(await openWindow(account, storage, discussed, otherWindow()));
      assert.equal(lastWindow().drafts.pendingIn().length, 1, 'what has arrived is known');
      await sendAll(lastWindow());
      assert.deepEqual(lastWindow().drafts.pendingIn(), []);
      for (const text of all) assert.equal(stored(text).length, 1, text);
      end.abort();
      server.release();
      await lost;
    } finally {
      await server.close();
    }
  });

  it('is sent once after an earlier attempt with an unknown outcome', async () => {
    const server = await startFaultyServer(sandbox.url);
    try {
      await closeOne();
      windows.push(await openWindow({ url: server.url, token: sandbox.token }, storage, discussed));
      const thread = lastWindow().threads.onScreen.openEmpty(page.uri, { start: 2, end: 2 });
      const reply = { thread, text: 'Arrived unseen.' };
      const isThere = () => stored('Arrived unseen.').length > 0;
      server.fail({ kind: 'dropped', isDone: true }, /^POST .*comments$/, 1);
      server.fail({ kind: 'other', reply: () => (isThere() ? { status: 403 } : {}) }, /^GET /);
      await assert.rejects(lastWindow().run('create', reply));
      await server.recover();
      await lastWindow().run('addToReview', reply);
      assert.equal(lastWindow().drafts.pendingIn().length, 1);
      await sendAll(lastWindow());
      assert.deepEqual(lastWindow().drafts.pendingIn(), []);
      assert.equal(stored('Arrived unseen.').length, 1);
    } finally {
      await server.close();
    }
  });

  describe('whose target was deleted', () => {
    const quoted = '> Pay out the line.\n\nAbout a line.';
    const change = (markdown: string) =>
      editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
    const sent = () => sandbox.state.comments.all().filter(({ markdown }) => markdown.includes('About a'));

    function answer(label: string | undefined): void {
      answers.restore();
      answers = answerPrompts(label);
    }

    beforeEach(async () => {
      await holdBack('About a line.');
    });

    it('is sent to the text, page or change request that its author chooses, with a quotation', async () => {
      const choices = ['Comment on the Nearest Text', 'Comment on the Page', 'Comment on the Change Request'];
      const [places, blocks] = [
        [page.id, page.id, undefined],
        ['Pay out all of the line.', undefined, undefined],
      ];
      for (const [index, label] of choices.entries()) {
        if (index > 0) {
          change('Drop the upstream anchor.\n');
          change('Drop the upstream anchor.\n\nPay out the line.\n');
          await reopen();
          await holdBack('About a line.');
        }
        change('Drop the upstream anchor.\n');
        change('Drop the upstream anchor.\n\nPay out all of the line.\n');
        answer(label);
        await sendAll(lastWindow());
        assert.match(answers.transcript.join(), /What your comment is about was deleted\. Where should it go\?/);
        const [comment, ...others] = sent();
        assert.deepEqual([comment?.markdown, others], [quoted, []], label);
        assert.deepEqual([comment?.page, comment?.node?.preview], [places[index], blocks[index]], label);
        assert.deepEqual(lastWindow().drafts.pendingIn(), []);
        sandbox.state.comments.delete(comment?.id ?? '');
      }
    });

    it('is sent to the text at its position when no text is similar', async () => {
      const remaining = {
        'Drop the upstream anchor.\n': 'Drop the upstream anchor.',
        'Wait for the tide.\n\nWeigh it.\n\nMind your hands.\n': 'Weigh it.',
      };
      for (const [markdown, nearest] of Object.entries(remaining)) {
        change('Drop the upstream anchor.\n');
        change(markdown);
        answer('Comment on the Nearest Text');
        await sendAll(lastWindow());
        const [comment] = sent();
        assert.deepEqual([comment?.markdown, comment?.page, comment?.node?.preview], [quoted, page.id, nearest]);
        sandbox.state.comments.delete(comment?.id ?? '');
        change('Drop the upstream anchor.\n\nPay out the line.\n');
        await reopen();
        await holdBack('About a line.');
      }
    });

    it('offers no text when the page is empty', async () => {
      change('');
      answers.restore();
      let labels: string[] = [];
      answers = answerPrompts(offered => void (labels = offered.map(row => (row as vscode.QuickPickItem).label)));
      await assert.rejects(sendAll(lastWindow()), vscode.CancellationError);
      assert.deepEqual(labels, ['Comment on the Page', 'Comment on the Change Request', 'Discard the Comment']);
    });

    it('is sent to equal text without a question', async () => {
      change('Drop the upstream anchor.\n');
      change('Drop the upstream anchor.\n\nLook around.\n\nPay out the line.\n');
      await sendAll(lastWindow());
      const [comment] = sent();
      assert.equal(comment?.markdown, 'About a line.');
      assert.ok(comment.node !== undefined && comment.page === page.id);
    });

    it('stays pending when its author cancels', async () => {
      await holdBack('Behind it.');
      change('Drop the upstream anchor.\n');
      answer(undefined);
      await assert.rejects(sendAll(lastWindow()), vscode.CancellationError);
      assert.deepEqual([sent(), stored('Behind it.')], [[], []]);
      assert.deepEqual(
        lastWindow()
          .drafts.pendingIn()
          .map(({ text }) => text),
        ['About a line.', 'Behind it.'],
      );
    });

    it('is discarded when its author chooses that, and is not reported as sent', async () => {
      change('Drop the upstream anchor.\n');
      answer('Discard the Comment');
      assert.deepEqual(await sendAll(lastWindow()), []);
      assert.deepEqual([sent(), lastWindow().drafts.pendingIn()], [[], []]);
    });

    it('can be sent only to the change request when its page was deleted, and names the page', async () => {
      editContent(sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
      answer('Comment on the Change Request');
      await sendAll(lastWindow());
      assert.match(answers.transcript.join(), /The page "Anchors" that your comment is about was deleted\./);
      assert.equal(sent()[0]?.page, undefined);
      assert.equal(sent()[0]?.markdown, `On the deleted page “Anchors”:\n\n${quoted}`);
    });
  });

  describe('whose conversation was deleted', () => {
    const all = () => [...sandbox.state.comments.all(), ...sandbox.state.commentReplies.all()];
    const sent = () => all().filter(({ markdown }) => markdown.includes('Of no conversation'));
    let question: string;

    function answer(label: string | undefined): void {
      answers.restore();
      answers = answerPrompts(label);
    }

    /**
     * Adds a reply to a question about the second paragraph to the review, and deletes the question as another user.
     */
    async function holdReplyBack(text = 'Of no conversation'): Promise<void> {
      await lastWindow().run('create', {
        thread: lastWindow().threads.onScreen.openEmpty(page.uri, { start: 2, end: 2 }),
        text: 'Which *line*?',
      });
      question = stored('Which *line*?')[0]?.id ?? assert.fail();
      await lastWindow().run('addToReview', { thread: threadWithText('Which *line*?'), text });
      sandbox.state.comments.delete(question);
      sandbox.state.keepWrites();
    }

    for (const isKnown of [false, true]) {
      it(`stays pending when its author cancels, ${isKnown ? 'when that is known' : 'when it is detected on sending'}`, async () => {
        await holdReplyBack();
        await holdBack('Behind it.');
        if (isKnown) await reopen();
        answer(undefined);
        await assert.rejects(sendAll(lastWindow()), vscode.CancellationError);
        assert.deepEqual([sent(), stored('Behind it.')], [[], []]);
        assert.equal(lastWindow().drafts.pendingIn().length, 2);
        assert.match(
          answers.transcript.join(),
          /The conversation that you replied to was deleted\. Where should it go\?/,
        );
      });
    }

    it('is sent where its author chooses, with a quotation of the conversation', async () => {
      const targets = {
        'Comment on the Same Text': [page.id, 'Pay out the line.'],
        'Comment on the Page': [page.id, undefined],
        'Comment on the Change Request': [undefined, undefined],
      };
      for (const [label, target] of Object.entries(targets)) {
        await holdReplyBack();
        await reopen();
        answer(label);
        await sendAll(lastWindow());
        const [comment, ...others] = stored('> Which \\*line\\*?\n\nOf no conversation');
        assert.deepEqual([[comment?.page, comment?.node?.preview], others], [target, []], label);
        assert.deepEqual([sent().length, lastWindow().drafts.pendingIn()], [1, []]);
        sandbox.state.comments.delete(comment?.id ?? '');
      }
    });

    it('is sent to the text at its position when its block was deleted too', async () => {
      await holdReplyBack();
      for (const markdown of ['Drop the upstream anchor.\n', 'Wait for the tide.\n\nWeigh it.\n\nMind your hands.\n'])
        editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
      await reopen();
      answer('Comment on the Nearest Text');
      await sendAll(lastWindow());
      assert.deepEqual(
        sent().map(({ markdown, ...comment }) => [markdown, 'node' in comment && comment.node?.preview]),
        [['> Pay out the line.\n\n> Which \\*line\\*?\n\nOf no conversation', 'Weigh it.']],
      );
    });

    it('quotes its block, too, when that was deleted', async () => {
      await holdReplyBack();
      const document = { markdown: 'Drop the upstream anchor.\n' };
      editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document }]);
      await reopen();
      answer('Comment on the Page');
      await sendAll(lastWindow());
      assert.deepEqual(
        sent().map(({ markdown }) => markdown),
        ['> Pay out the line.\n\n> Which \\*line\\*?\n\nOf no conversation'],
      );
    });

    for (const isKnown of [false, true]) {
      it(`asks its author when it is sent separately, ${isKnown ? 'when that is known' : 'when it is detected on sending'}`, async () => {
        await holdReplyBack();
        if (isKnown) await reopen();
        answer(undefined);
        await assert.rejects(lastWindow().run('send', commentWithText('Of no conversation')));
        assert.deepEqual([sent(), lastWindow().drafts.pendingIn().length], [[], 1]);
        const { discussions, threads } = lastWindow();
        await threads.whenShown(discussions.of(page.uri) ?? assert.fail());
        answer('Comment on the Page');
        await lastWindow().run('send', commentWithText('Of no conversation'));
        assert.deepEqual([sent().length, lastWindow().drafts.pendingIn()], [1, []]);
      });
    }
  });

  it('stays pending when sending it separately fails, which cancels its edit', async () => {
    const server = await startFaultyServer(sandbox.url);
    try {
      await closeOne();
      windows.push(await openWindow({ url: server.url, token: sandbox.token }, storage, discussed));
      await holdBack('Refused at first.');
      server.fail({ kind: 'status', status: 403 }, /^POST .*comments$/, 1);
      await assert.rejects(lastWindow().run('send', commentWithText('Refused at first.')));
      await lastWindow().run('edit', commentWithText('Refused at first.'));
      await lastWindow().run('cancel', commentWithText('Refused at first.'));
      assert.deepEqual(
        lastWindow()
          .drafts.pendingIn()
          .map(({ text }) => text),
        ['Refused at first.'],
      );
    } finally {
      await server.close();
    }
  });

  it('cannot be edited, sent or restored while it is being sent, or afterwards', async () => {
    await holdBack('On its way.');
    const { drafts, threads } = lastWindow();
    const comment = commentWithText('On its way.') as EditorComment;
    const { id } = comment.draft ?? assert.fail();
    await drafts.whileSending(id, async () => {
      const again = drafts.whileSending(id, async () => assert.fail('sent a second time'));
      await assert.rejects(again, /being sent just now/);
      await lastWindow().run('edit', comment);
      await assert.rejects(async () => lastWindow().run('save', comment), /being sent just now/);
      await drafts.drop(id);
    });
    await lastWindow().run('cancel', comment);
    assert.deepEqual(threads.drafts.pendingIn(), []);
  });

  it('is searched for at startup, which loads nothing when there is none', async () => {
    const hasPending = () => draftsIn(storage).hasPendingFiles();
    assert.equal(await hasPending(), false);
    await holdBack('Counted from the start.');
    assert.equal(await hasPending(), true);
    await lastWindow().drafts.drop(lastWindow().drafts.pendingIn()[0]?.id ?? '');
    assert.equal(await hasPending(), false);
  });
});
