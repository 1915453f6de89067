import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri, documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, changeRequestUri, marginalia, signedIn } from '../../host/support.ts';
import { holdTimers } from '../../host/timers.ts';
import { openNewThread, boxes, boxWithText, storedTexts, typeInto } from './boxes.ts';
import { commentWithText, isTextShown, whenThreadsLoaded, textOfComment, threadWithText, screen } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('the text in a comment box of a page behind other tabs', () => {
  let sandbox: RunningSandbox;
  let page: vscode.Uri;

  beforeEach(async () => {
    sandbox = await signedIn();
    const markdown = 'Drop the upstream anchor.\n\nPay out the line.\n';
    page = addPage(sandbox, changeRequest, { title: 'Behind', markdown }).uri;
    await (await marginalia()).threads(page);
    await run('tree.refresh');
  });
  afterEach(async () => {
    for (const box of boxes()) await typeInto(box, '');
    const answers = answerPrompts(...offered().map(() => 'Discard'));
    for (const comment of offered()) await run('comment.discard', comment);
    answers.restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  const offered = () =>
    [...screen().threads].flatMap(({ comments }) => comments).filter(({ label }) => label?.includes('not sent'));
  const typed = () => boxes().flatMap(box => box.getText() || []);
  const stored = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);

  async function show(): Promise<void> {
    await vscode.window.showTextDocument(page, { preview: false });
    await whenThreadsLoaded(page);
  }

  async function showDiff(): Promise<void> {
    const base = baseUri(page, sandbox.state.revisions.all()[0]?.id ?? '', { path: 'README.md' });
    await vscode.commands.executeCommand('vscode.diff', base, page, 'Both', { preview: false });
    await whenThreadsLoaded(page);
  }

  /** Types into the box of a new comment, and returns its thread. */
  async function type(words: string, open = show): Promise<vscode.CommentThread> {
    await open();
    const { thread, box } = await openNewThread(page);
    await typeInto(box, words);
    await eventually(() => assert.equal(storedTexts(words).length, 1));
    return thread;
  }

  async function bringOtherToFront(): Promise<void> {
    await vscode.window.showTextDocument(changeRequestUri('heron-manual', 8), { preview: false });
    await eventually(() => assert.deepEqual(typed(), []));
  }

  function tabsOfPage(): vscode.Tab[] {
    const all = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    const isMatch = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && documentKey(input.uri) === documentKey(page);
    return all.filter(isMatch);
  }

  const isPageInFront = () => tabsOfPage().some(({ isActive }) => isActive);

  async function closeTab(): Promise<void> {
    await vscode.window.tabGroups.close(tabsOfPage());
  }

  for (const [where, words, open] of [
    ['an editor', 'Half a thought', () => show()],
    ['a diff editor', 'Half a thought on a change', () => showDiff()],
  ] as const) {
    it(`is offered only in its box in ${where} when the page is visible again`, async () => {
      await type(words, open);
      await bringOtherToFront();
      await run('tree.refresh');
      assert.deepEqual(offered(), []);
      await open();
      await boxWithText(words);
      await run('tree.refresh');
      await eventually(() => assert.deepEqual(offered(), []));
      assert.equal(storedTexts(words).length, 1);
    });
  }

  it('is not offered elsewhere when its page was in front only briefly', async () => {
    const thread = await type('Passed by');
    await bringOtherToFront();
    // Without its thread, VS Code does not show the box again.
    thread.dispose();
    const timers = holdTimers(delayMs => delayMs === 5000);
    try {
      await show();
      await eventually(() => assert.notEqual(timers.size, 0));
      await bringOtherToFront();
      await eventually(() => assert.equal(isPageInFront(), false));
      timers.runAll();
    } finally {
      timers.restore();
    }
    await run('tree.refresh');
    assert.deepEqual(offered().map(textOfComment), []);
    await closeTab();
    await eventually(() => assert.deepEqual(offered().map(textOfComment), ['Passed by']));
  });

  it('is offered when the tab is closed, and says that its line is unknown', async () => {
    await type('Without a line');
    await bringOtherToFront();
    await closeTab();
    await eventually(() => assert.ok(isTextShown('Without a line')));
    assert.equal(threadWithText('Without a line').label, 'Not sent · Line unknown: it will be about the whole page');
    await show();
    await boxWithText('Without a line');
    await eventually(() => assert.deepEqual(offered().map(textOfComment), []));
  });

  for (const [deed, words, end] of [
    ['sent', 'Sent elsewhere', () => run('comment.send', commentWithText('Sent elsewhere'))],
    ['discarded', 'Discarded elsewhere', () => discard('Discarded elsewhere')],
  ] as const) {
    it(`does not return in its box when it was ${deed} where it was offered`, async () => {
      await type(words);
      await closeTab();
      await eventually(() => assert.ok(isTextShown(words)));
      await end();
      assert.equal(stored(words).length, deed === 'sent' ? 1 : 0);
      const before = new Set(boxes());
      const texts: string[] = [];
      const listening = vscode.Disposable.from(
        vscode.workspace.onDidOpenTextDocument(document => texts.push(document.getText())),
        vscode.workspace.onDidChangeTextDocument(({ document }) => texts.push(document.getText())),
      );
      await show();
      const box = await eventually(() => boxes().find(one => !before.has(one)) ?? assert.fail('no box is there'));
      await eventually(() => assert.deepEqual([texts.includes(words), box.getText()], [true, '']));
      listening.dispose();
      // VS Code may fill a box twice.
      await typeInto(box, words);
      await eventually(() => assert.equal(box.getText(), ''));
      await run('tree.refresh');
      assert.deepEqual([storedTexts(words), offered()], [[], []]);
      await typeInto(box, 'Another text');
      await eventually(() => assert.equal(storedTexts('Another text').length, 1));
    });
  }

  async function discard(words: string): Promise<void> {
    const answers = answerPrompts('Discard');
    await run('comment.discard', commentWithText(words));
    answers.restore();
  }
});
