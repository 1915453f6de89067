import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import { threadNumber } from '../../../src/features/comments/boxes.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, describeOnce, marginalia, signOut } from '../../host/support.ts';
import { boxes, boxWithText, storedTexts, typeInto } from './boxes.ts';
import { commentWithText, screen, textOfComment, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const { Collapsed, Expanded } = vscode.CommentThreadCollapsibleState;
const count = 300;

describeOnce('a page with hundreds of conversations', () => {
  const on = stage();
  let uri: vscode.Uri;
  let editor: vscode.TextEditor;

  beforeEach(async () => {
    const markdown = Array.from({ length: count }, (_, index) => `Paragraph ${index} of many.\n`).join('\n');
    const page = addPage(on.sandbox, changeRequest, { title: 'Crowded', markdown });
    uri = page.uri;
    comment(page.id);
    editor = await vscode.window.showTextDocument(uri);
    // The threads move to the URI at which the page is open.
    const isHere = (thread: vscode.CommentThread) => thread.uri.toString() === uri.toString();
    await eventually(() => assert.ok(threadsOnPage().length > 0 && threadsOnPage().every(isHere), 'no threads yet'));
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  /** Adds a comment of another user to each paragraph. */
  function comment(page: string): void {
    const { state } = on.sandbox;
    const [row] = state.changeRequests.all().filter(({ space, number }) => space === 'heron-manual' && number === 8);
    const document = state.documents.all().findLast(document => document.page === page) ?? assert.fail();
    const keys = document.keys ?? assert.fail();
    const postedAt = '2026-11-01T10:00:00.000Z';
    for (let index = 0; index < count; index++) {
      state.comments.put({
        ...{ id: `crowd-${index}`, space: 'heron-manual', changeRequest: row?.id ?? '', revision: row?.revision ?? '' },
        ...{ page, node: { id: keys[index] ?? '' }, postedBy: 'lucia', postedAt, markdown: `Remark ${index}.` },
        ...{ reactions: [], status: 'open' as const },
      });
    }
  }

  const threadsOnPage = () => [...screen().threads].filter(({ uri: other }) => documentKey(other) === documentKey(uri));
  const saidBy = ({ comments }: vscode.CommentThread) => (comments[0] ? textOfComment(comments[0]) : '');
  const numbers = () =>
    threadsOnPage()
      .map(thread => Number(/\d+/.exec(saidBy(thread))?.[0]))
      .sort((a, b) => a - b);

  /** Returns the comment box of the n-th created thread. */
  function boxOf(n: number): vscode.TextDocument | undefined {
    const numberOf = (box: vscode.TextDocument) => threadNumber(box, screen().controller.id) ?? 0;
    const all = boxes().sort((one, other) => numberOf(one) - numberOf(other));
    return all.length === threadsOnPage().length ? all[n] : undefined;
  }

  async function scrollTo(line: number): Promise<void> {
    editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.AtTop);
    await eventually(() => assert.ok(numbers().includes(line / 2), String(numbers())));
  }

  it('has collapsed threads for those nearest to the visible lines, and others after scrolling', async () => {
    assert.ok(threadsOnPage().length <= 30);
    assert.ok(numbers().includes(0) && !numbers().includes(200));
    assert.deepEqual([...new Set(threadsOnPage().map(({ collapsibleState }) => collapsibleState))], [Collapsed]);
    await scrollTo(400);
    assert.ok(threadsOnPage().length <= 30);
    assert.ok(!numbers().includes(0), String(numbers()));
  });

  it('keeps an expanded thread after scrolling', async () => {
    threadWithText('Remark 3.').collapsibleState = Expanded;
    const thread = threadWithText('Remark 3.');
    await scrollTo(400);
    assert.equal(threadWithText('Remark 3.'), thread);
    assert.ok(threadsOnPage().length <= 30);
  });

  it('keeps a thread in which the user types', async () => {
    const thread = threadWithText('Remark 2.');
    thread.collapsibleState = Expanded;
    const box = await eventually(() => boxOf(2) ?? assert.fail('no box has been opened'));
    await typeInto(box, 'Half a reply');
    await eventually(() => assert.equal(storedTexts('Half a reply').length, 1));
    await scrollTo(400);
    await scrollTo(40);
    assert.equal(threadWithText('Remark 2.'), thread);
    assert.equal(await boxWithText('Half a reply'), box);
    await typeInto(box, '');
    await eventually(() => assert.equal(storedTexts('Half a reply').length, 0));
  });

  it('keeps a collapsed thread in which a comment is edited', async () => {
    const thread = threadWithText('Remark 1.');
    await run('comment.edit', commentWithText('Remark 1.'));
    thread.collapsibleState = Collapsed;
    await scrollTo(400);
    assert.equal(threadWithText('Remark 1.'), thread);
    assert.equal(commentWithText('Remark 1.').mode, vscode.CommentMode.Editing);
    await run('comment.cancel', commentWithText('Remark 1.'));
  });

  it('opens the next conversation, which had no thread', async () => {
    editor.selection = new vscode.Selection(398, 0, 398, 0);
    await run('comment.next');
    await eventually(() => assert.equal(threadWithText('Remark 200.').collapsibleState, Expanded));
    await run('comment.next');
    await eventually(() => assert.equal(threadWithText('Remark 201.').collapsibleState, Expanded));
    assert.ok(threadsOnPage().length <= 30);
  });

  it('redraws only the conversation that is resolved', async () => {
    const others = threadsOnPage().filter(thread => saidBy(thread) !== 'Remark 4.');
    const before = others.map(({ comments }) => comments);
    await run('thread.resolve', threadWithText('Remark 4.'));
    assert.equal(threadWithText('Remark 4.').state, vscode.CommentThreadState.Resolved);
    assert.deepEqual(
      others.map(({ comments }, index) => comments === before[index]),
      others.map(() => true),
    );
  });

  it('shows a new conversation at once', async () => {
    const range = new vscode.Range(500, 0, 500, 0);
    const thread = screen().controller.createCommentThread(uri, range, []);
    thread.collapsibleState = Expanded;
    await run('comment.create', { thread, text: 'One more.' });
    assert.ok(threadWithText('One more.'));
    assert.ok(threadsOnPage().length <= 31);
  });

  it('disposes all threads when its account signs out', async () => {
    const { connection } = await marginalia();
    await signOut(connection?.id ?? 'sandbox');
    assert.equal(threadsOnPage().length, 0);
    editor.revealRange(new vscode.Range(400, 0, 400, 0), vscode.TextEditorRevealType.AtTop);
    await eventually(() => assert.ok((editor.visibleRanges[0]?.start.line ?? 0) > 100));
    assert.equal(threadsOnPage().length, 0);
  });
});
