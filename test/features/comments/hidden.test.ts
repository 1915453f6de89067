import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HiddenComments, notifyDelayMs } from '../../../src/features/comments/hiddenComments.ts';
import type { EditorThread } from '../../../src/features/comments/editorThread.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, marginalia, signedIn } from '../../host/support.ts';
import { skipDelays } from '../../host/timers.ts';
import { boxWithText } from './boxes.ts';
import { loadScreen, newThread } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, target?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, target);
const toggle = () => vscode.commands.executeCommand('workbench.action.toggleCommenting');
const setVisible = (visible: boolean | undefined) =>
  vscode.workspace.getConfiguration('comments').update('visible', visible, vscode.ConfigurationTarget.Global);
const visible = () => vscode.workspace.getConfiguration('comments').inspect('visible')?.globalValue;
const hidden = /editor commenting is turned off/i;

describe('comments that VS Code hides in editors', function () {
  this.timeout(90_000);
  let sandbox: RunningSandbox;
  let page: vscode.Uri;
  let answers: Answers | undefined;
  let restoreDelays: (() => void) | undefined;
  /** Skips the delay of the notification from now on. */
  const notifyAtOnce = () => (restoreDelays = skipDelays(delayMs => delayMs === notifyDelayMs));

  beforeEach(async () => {
    sandbox = await signedIn();
    ({ uri: page } = addPage(sandbox, changeRequest, {
      title: 'Two-point mooring',
      markdown: '# Mooring\n\nDrop it.',
    }));
    await loadScreen(page);
    await (await marginalia()).threads(page);
    await run('tree.refresh');
  });
  afterEach(async () => {
    restoreDelays?.();
    restoreDelays = undefined;
    const asked = answers;
    answers = undefined;
    await setVisible(false);
    await setVisible(undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
    asked?.restore();
  });

  const messages = () => answers?.transcript.filter(sentence => hidden.test(sentence)) ?? [];

  async function converse(): Promise<void> {
    await run('comment.create', { thread: newThread(page, { start: 2, end: 2 }), text: 'How long is that?' });
    await vscode.window.showTextDocument(page, { preview: false });
  }

  /** Runs the command that comments on the whole page, and presses the button that turns comments on. */
  async function commentOnPage(): Promise<void> {
    answers = answerPrompts();
    answers.press('Turn On');
    await run('comment.commentOnPage', page);
    await eventually(() => assert.equal(messages().length, 1, answers?.transcript.join(' | ')));
    await boxWithText('');
  }

  it('are shown by the message of a new comment when the setting hides them', async () => {
    await setVisible(false);
    await commentOnPage();
    assert.equal(visible(), true);
  });

  it('are shown by the message of a new comment when the command has hidden them', async () => {
    await toggle();
    const began = performance.now();
    await commentOnPage();
    assert.ok(performance.now() - began < 8000, 'VS Code is not waited for that long.');
    assert.equal(visible(), undefined, 'the setting is as it was');
  });

  it('are reported once when the setting hides them, and can be shown', async () => {
    await setVisible(false);
    answers = answerPrompts();
    answers.press('Turn On');
    notifyAtOnce();
    await converse();
    await eventually(() => assert.equal(messages().length, 1, answers?.transcript.join(' | ')));
    await boxWithText('');
    assert.equal(messages().length, 1);
    assert.equal(visible(), true);
  });

  it('are reported when the command hides them, and can be shown', async () => {
    await converse();
    await boxWithText('');
    answers = answerPrompts();
    answers.press('Turn On');
    notifyAtOnce();
    await toggle();
    await eventually(() => assert.equal(messages().length, 1, answers?.transcript.join(' | ')));
    await boxWithText('');
    assert.equal(visible(), undefined, 'the setting is as it was');
  });

  describe('in Zen Mode', () => {
    const setFullScreen = (isFullScreen: boolean | undefined) =>
      vscode.workspace
        .getConfiguration('zenMode')
        .update('fullScreen', isFullScreen, vscode.ConfigurationTarget.Global);
    const lineNumbers = () =>
      vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === page.toString())?.options
        .lineNumbers;
    const { Off, On } = vscode.TextEditorLineNumbersStyle;

    beforeEach(() => setFullScreen(false));
    afterEach(async () => {
      await vscode.commands.executeCommand('workbench.action.exitZenMode');
      await setFullScreen(undefined);
    });

    async function enter(): Promise<void> {
      await vscode.window.showTextDocument(page, { preview: false });
      await vscode.commands.executeCommand('workbench.action.toggleZenMode');
      await eventually(() => assert.equal(lineNumbers(), Off));
    }

    it('are shown by the message of a new comment, which leaves Zen Mode', async () => {
      await enter();
      answers = answerPrompts();
      answers.press('Exit Zen Mode');
      await run('comment.commentOnPage', page);
      await boxWithText('');
      assert.deepEqual(messages(), []);
      await eventually(() => assert.equal(lineNumbers(), On));
    });

    it('are not reported, because VS Code shows them again after Zen Mode', async () => {
      const added = new vscode.EventEmitter<void>();
      const thread = newThread(page, { start: 2, end: 2 });
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
      const all = [{ thread } as EditorThread];
      const openEmpty = () => assert.fail('Nobody comments.');
      await enter();
      const watching = new HiddenComments({ onDidAdd: added.event, all, withReplyBox: () => all, openEmpty }, 0);
      answers = answerPrompts();
      added.fire();
      for (let times = 0; times < 20; times++) await vscode.commands.getCommands(true);
      assert.deepEqual(messages(), []);
      // This control shows that a notification appears if the mode has not hidden the comments.
      await vscode.commands.executeCommand('workbench.action.exitZenMode');
      await toggle();
      added.fire();
      await eventually(() => assert.equal(messages().length, 1));
      watching.dispose();
    });
  });
});
