import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, changeRequestUri, marginalia, sampleSandbox } from '../../host/support.ts';
import { openNewThread, boxes, boxWithText, storedTexts, storedPendingComments, typeInto } from './boxes.ts';
import {
  commentWithText,
  isTextShown,
  newThread,
  screen,
  whenThreadsLoaded,
  textOfComment,
  threadWithText,
} from './screen.ts';

const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const markdown = '# Two-point mooring\n\nDrop the upstream anchor.\n\nPay out the line.\n';

describe('typed text in a comment box', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let page: vscode.Uri;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    page = await openPage(8);
  });
  afterEach(async () => {
    await server.recover();
    for (const box of boxes()) await typeInto(box, '');
    for (const comment of allOffered()) await discard(comment);
    await server.close();
    await sandbox.close();
  });

  async function openPage(number: number): Promise<vscode.Uri> {
    const { uri } = addPage(sandbox, { space: 'heron-manual', number }, { title: 'Two-point mooring', markdown });
    await (await marginalia()).threads(uri);
    await run('tree.refresh');
    await vscode.window.showTextDocument(uri);
    await whenThreadsLoaded(uri);
    return uri;
  }

  const stored = (text: string) => sandbox.state.comments.all().filter(comment => comment.markdown === text);
  const say = (text: string, on = page) => run('comment.create', { thread: newThread(on, { start: 2, end: 2 }), text });

  /** Returns the number of the thread in the name of a box. */
  const threadOf = ({ uri }: vscode.TextDocument) => Number(/\.(\d+)\.md/.exec(uri.path)?.[1]);

  /** Returns the texts of the visible comment boxes that are not empty. */
  const typedIn = () => boxes().flatMap(box => box.getText() || []);

  /** Returns the offered comments that are not sent. */
  const allOffered = () =>
    [...screen().threads].flatMap(({ comments }) => comments).filter(({ label }) => label?.includes('not sent'));
  const offered = (words: string) => allOffered().filter(comment => textOfComment(comment) === words);

  async function discard(comment: vscode.Comment): Promise<void> {
    const answers = answerPrompts('Discard');
    await run('comment.discard', comment);
    answers.restore();
  }

  /** Opens the edit box of a comment, and replaces its text. */
  async function change(from: string, to: string): Promise<void> {
    const before = new Set(boxes());
    await run('comment.edit', commentWithText(from));
    await typeInto(await boxWithText(from, before), to);
  }

  /** Saves the text of an edit box, as VS Code does. */
  async function save(from: string, to: string): Promise<void> {
    const comment = commentWithText(from);
    comment.body = new vscode.MarkdownString(to);
    await run('comment.save', comment);
  }

  describe('of an edited comment', () => {
    beforeEach(() => say('Put badly.'));

    it('is only in its box after a failure', async () => {
      await change('Put badly.', 'Better put.');
      await eventually(() => assert.equal(storedTexts('Better put.').length, 1));
      server.fail({ kind: 'status', status: 500 }, /^PUT/);
      // The previous box has this text as well until it is closed.
      const before = new Set(boxes());
      await save('Put badly.', 'Better put.');
      const box = await boxWithText('Better put.', before);
      await eventually(() => assert.equal(typedIn().length, 1));
      assert.equal(offered('Better put.').length, 0);
      await typeInto(box, 'Much better put.');
      await eventually(() => assert.equal(storedTexts('Much better put.').length, 1));
      assert.equal(offered('Better put.').length, 0);
      assert.equal(storedTexts('Better put.').length, 0);
    });

    it('is not offered in part when it is sent before all of it was stored', async () => {
      await change('Put badly.', 'Bett');
      await eventually(() => assert.equal(storedTexts('Bett').length, 1));
      await typeInto(await boxWithText('Bett'), 'Better said.');
      server.fail({ kind: 'held' }, /^PUT/, 1);
      const saved = save('Put badly.', 'Better said.');
      await server.waiting();
      await eventually(() => assert.deepEqual(typedIn(), []));
      assert.deepEqual([offered('Bett').length, offered('Better said.').length], [0, 0]);
      assert.deepEqual(
        [storedTexts('Bett'), storedTexts('Better said.').map(({ edited }) => edited)],
        [[], [stored('Put badly.')[0]?.id]],
      );
      await server.recover();
      await saved;
      assert.equal(stored('Better said.').length, 1);
      await eventually(() => assert.equal(storedTexts('Better said.').length, 0));
      assert.equal(isTextShown('Bett'), true);
      assert.equal(offered('Better said.').length, 0);
    });

    it('is only in its box after a failure that took long', async () => {
      await change('Put badly.', 'Slowly put.');
      await eventually(() => assert.equal(storedTexts('Slowly put.').length, 1));
      server.fail({ kind: 'held' }, /^PUT/, 1);
      const saved = save('Put badly.', 'Slowly put.');
      await server.waiting();
      await eventually(() => assert.deepEqual(typedIn(), []));
      await server.refuse();
      await saved;
      const box = await boxWithText('Slowly put.');
      await typeInto(box, 'Put at last.');
      await eventually(() => assert.equal(storedTexts('Put at last.').length, 1));
      assert.deepEqual(allOffered(), []);
    });

    it('is not offered twice after a failure while its page is hidden', async () => {
      await change('Put badly.', 'Slowly put.');
      await eventually(() => assert.equal(storedTexts('Slowly put.').length, 1));
      server.fail({ kind: 'held' }, /^PUT/, 1);
      const saved = save('Put badly.', 'Slowly put.');
      await server.waiting();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await eventually(() => assert.deepEqual(typedIn(), []));
      await server.refuse();
      await saved;
      await server.recover();
      await run('tree.refresh');
      assert.deepEqual(allOffered(), []);
      const comment = commentWithText('Slowly put.');
      assert.equal(comment.mode, vscode.CommentMode.Editing);
      await run('comment.cancel', comment);
      assert.equal(storedTexts('Slowly put.').length, 0);
    });

    it('is restored when there is nothing to send', async () => {
      await change('Put badly.', '  ');
      await save('Put badly.', '  ');
      assert.equal(stored('Put badly.').length, 1);
      const editing = commentWithText('  ');
      assert.equal(editing.mode, vscode.CommentMode.Editing);
    });

    it('is stored once when it is typed again after a failure', async () => {
      const before = new Set(boxes());
      await change('Put badly.', 'Well put.');
      server.fail({ kind: 'status', status: 500 }, /^PUT/);
      await save('Put badly.', 'Well put.');
      await eventually(() => assert.equal(storedTexts('Well put.').length, 1));
      const box = await boxWithText('Well put.', before);
      await typeInto(box, '');
      await eventually(() => assert.equal(storedTexts('Well put.').length, 0));
      await typeInto(box, 'Well put.');
      await eventually(() => assert.equal(storedTexts('Well put.').length, 1));
      await save('Well put.', 'Well put.');
      assert.equal(storedTexts('Well put.').length, 1);
    });

    it('is discarded when it equals the original text again', async () => {
      await change('Put badly.', 'Put badly indeed.');
      await eventually(() => assert.equal(storedTexts('Put badly indeed.').length, 1));
      await typeInto(await boxWithText('Put badly indeed.'), 'Put badly.');
      await eventually(() =>
        assert.equal(storedTexts('Put badly indeed.').length + storedTexts('Put badly.').length, 0),
      );
    });

    it('is separate from the text in the box of another comment', async () => {
      await say('Put well.');
      await change('Put badly.', 'Put better.');
      await change('Put well.', 'Even better put.');
      for (const words of ['Put better.', 'Even better put.']) {
        await eventually(() => assert.equal(storedTexts(words).length, 1));
      }
      await run('comment.cancel', commentWithText('Put well.'));
      await eventually(() => assert.equal(storedTexts('Even better put.').length, 0));
      assert.equal(storedTexts('Put better.').length, 1);
    });

    it('is not the text in the box of another extension', async () => {
      await change('Put badly.', 'Ours.');
      const other = vscode.comments.createCommentController(`other-${Date.now()}`, 'Other');
      try {
        const body = new vscode.MarkdownString('Theirs.');
        const comment = { body, mode: vscode.CommentMode.Editing, author: { name: 'Other' } };
        const thread = other.createCommentThread(page, new vscode.Range(0, 0, 0, 0), [comment]);
        thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
        await typeInto(await boxWithText('Theirs.'), 'Not ours.');
        await typeInto(await boxWithText('Ours.'), 'Ours alone.');
        await eventually(() => assert.equal(storedTexts('Ours alone.').length, 1));
        assert.equal(storedTexts('Not ours.').length, 0);
      } finally {
        other.dispose();
      }
    });
  });

  it('has the data for sending prefetched, so that nothing is requested before it is sent', async () => {
    const asked = () => server.requests.filter(request => /\/content\/page\//.test(request)).length;
    const { box } = await openNewThread(page);
    server.requests.length = 0;
    await typeInto(box, 'Which anchor?');
    await eventually(() => assert.equal(asked(), 1));
    await say('Which anchor?');
    assert.deepEqual([stored('Which anchor?').length, asked()], [1, 1]);
  });

  it('is offered completely when its box vanishes', async () => {
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'Half');
    await eventually(() => assert.equal(storedTexts('Half').length, 1));
    await typeInto(await boxWithText('Half'), 'Half a thought');
    thread.dispose();
    await eventually(() => assert.equal(offered('Half a thought').length, 1));
    assert.equal(documentKey(threadWithText('Half a thought').uri), documentKey(page));
    await run('comment.send', commentWithText('Half a thought'));
    assert.equal(stored('Half a thought').length, 1);
  });

  it('is offered when it cannot be sent and its box is gone', async () => {
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'Sent in vain');
    server.fail({ kind: 'held' }, /^POST .*comments$/, 1);
    const sent = Promise.resolve(run('comment.create', { thread, text: 'Sent in vain' }));
    const failed = assert.rejects(sent);
    await server.waiting();
    thread.dispose();
    await eventually(() => assert.deepEqual(typedIn(), []));
    assert.equal(offered('Sent in vain').length, 0, 'while it is on its way');
    await server.refuse();
    await failed;
    await eventually(() => assert.equal(offered('Sent in vain').length, 1));
  });

  it('stays in its box behind another tab when it could not be sent, even if an equal comment exists', async () => {
    const words = 'Said twice';
    await say(words);
    assert.equal(stored(words).length, 1);
    await vscode.window.showTextDocument(page, { preview: false });
    const { thread, box } = await openNewThread(page);
    await typeInto(box, words);
    await eventually(() => assert.equal(storedTexts(words).length, 1));
    server.fail({ kind: 'status', status: 403 }, /^POST .*comments$/, 1);
    await assert.rejects(Promise.resolve(run('comment.create', { thread, text: words })));
    await vscode.window.showTextDocument(changeRequestUri('heron-manual', 8), { preview: false });
    await eventually(() => assert.deepEqual(typedIn(), []));
    await vscode.window.showTextDocument(page, { preview: false });
    await whenThreadsLoaded(page);
    await boxWithText(words);
    await run('tree.refresh');
    await whenThreadsLoaded(page);
    assert.deepEqual([typedIn(), storedTexts(words).length], [[words], 1]);
  });

  it('is offered when it was continued while it was being sent, after which its box is empty', async () => {
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'First');
    await eventually(() => assert.equal(storedTexts('First').length, 1));
    server.fail({ kind: 'held' }, /^POST .*comments$/, 1);
    const sent = run('comment.create', { thread, text: 'First' });
    await server.waiting();
    // VS Code may have created another box for the comment meanwhile.
    await typeInto(await boxWithText('First'), 'First, and more');
    await eventually(() => assert.equal(storedTexts('First, and more').length, 1));
    await server.recover();
    await sent;
    assert.equal(stored('First').length, 1);
    // VS Code clears the box sooner or later.
    const typed = boxes().find(one => one.getText() === 'First, and more');
    if (typed) await typeInto(typed, '');
    await eventually(() => assert.equal(offered('First, and more').length, 1));
  });

  it('is separate from the pending comment that it edits until it is saved', async () => {
    const { thread } = await openNewThread(page);
    await run('comment.addToReview', { thread, text: 'As it was' });
    await change('As it was', 'Half a chan');
    await eventually(() => assert.equal(storedTexts('Half a chan').length, 1));
    assert.deepEqual(storedPendingComments(), ['As it was']);
    await run('comment.cancel', commentWithText('As it was'));
    await eventually(() => assert.deepEqual(storedTexts('Half a chan'), []));
    await change('As it was', 'Another chan');
    await eventually(() => assert.equal(storedTexts('Another chan').length, 1));
    await save('As it was', 'Another change');
    await eventually(() =>
      assert.deepEqual([storedPendingComments(), storedTexts('Another chan')], [['Another change'], []]),
    );
    const answers = answerPrompts('Discard');
    await run('comment.discard', commentWithText('Another change'));
    answers.restore();
  });

  it('is offered when it was continued while it was being added to the review', async () => {
    const { thread, box } = await openNewThread(page);
    server.fail({ kind: 'held' }, /^GET .*\/content\/page\//);
    await typeInto(box, 'First');
    await eventually(() => assert.equal(storedTexts('First').length, 1));
    await server.waiting();
    const added = run('comment.addToReview', { thread, text: 'First' });
    await typeInto(await boxWithText('First'), 'First, and more');
    await eventually(() => assert.equal(storedTexts('First, and more').length, 1));
    await server.recover();
    await added;
    assert.deepEqual(storedPendingComments(), ['First']);
    // VS Code clears the box sooner or later.
    const typed = boxes().find(one => one.getText() === 'First, and more');
    if (typed) await typeInto(typed, '');
    await eventually(() => assert.equal(offered('First, and more').length, 1));
    for (const words of ['First, and more', 'First']) await discard(commentWithText(words));
  });

  it('is placed on its block when it is added to the review right after typing', async () => {
    await say('So that the page has been read.');
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'Typed quickly');
    await run('comment.addToReview', { thread, text: 'Typed quickly' });
    await typeInto(box, '');
    await run('comment.send', commentWithText('Typed quickly'));
    assert.ok(stored('Typed quickly')[0]?.node, 'it is about the whole page');
  });

  it('is not offered in another conversation when its conversation is unknown', async () => {
    await say('First.');
    threadWithText('First.').collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    const [first] = stored('First.');
    sandbox.state.comments.put({ ...(first ?? assert.fail()), id: 'SecondSecondSecondSe', markdown: 'Second.' });
    await run('tree.refresh');
    // When the box of a comment that was begun here is reopened, VS Code names it after its thread.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.window.showTextDocument(page);
    const [box] = await eventually(() => {
      assert.equal(boxes().length, 2);
      return boxes().toSorted((one, other) => threadOf(one) - threadOf(other));
    });
    await typeInto(box ?? assert.fail(), 'To the first.');
    await eventually(() => assert.equal(storedTexts('To the first.').length, 1));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => assert.equal(offered('To the first.').length, 1));
    assert.notEqual(threadWithText('To the first.'), threadWithText('Second.'));
  });

  it('does not hide another draft on the same page with an equal ending', async () => {
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'LGTM');
    thread.dispose();
    await eventually(() => assert.equal(offered('LGTM').length, 1));
    const { box: other } = await openNewThread(page);
    await typeInto(other, 'LG');
    await typeInto(await boxWithText('LG'), 'LGTM');
    await eventually(() => assert.equal(storedTexts('LGTM').length, 2));
    assert.equal(offered('LGTM').length, 1);
  });

  it('does not hide a draft of another discussion with an equal ending', async () => {
    const { thread, box } = await openNewThread(page);
    await typeInto(box, 'LGTM');
    thread.dispose();
    await eventually(() => assert.equal(offered('LGTM').length, 1));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const elsewhere = await openPage(9);
    await typeInto((await openNewThread(elsewhere)).box, 'LGTM');
    await eventually(() => assert.equal(storedTexts('LGTM').length, 2));
    assert.equal(offered('LGTM').length, 1);
  });
});
