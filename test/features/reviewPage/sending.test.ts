import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { openReviewPage } from '../../../src/features/reviewPage/panels.ts';
import { overviewUri } from '../../../src/model/content/address.ts';
import { newDraftId } from '../../../src/model/discussions/draft.ts';
import type { ToPage } from '../../../src/webview/reviewPage/messages.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stageOfParts } from '../../host/stage.ts';
import { replaceWindowProperties } from '../../host/window.ts';
import { fakePanel } from './fakePanel.ts';

const space = 'heron-manual';
const number = 8;
const title = `Sending your review of #${number}`;

type Part<T extends ToPage['type']> = Extract<ToPage, { type: T }>;

describe('progress of a review that is sent from the review page', () => {
  afterEach(async () => {
    page.panel.dispose();
    await set.server.recover();
    await eventually(() => assert.deepEqual(answers.inProgress(), []));
    restore();
    answers.restore();
  });

  const set = stageOfParts();
  let answers: Answers;
  let page: ReturnType<typeof fakePanel>;
  let app: App;
  let restore: () => void;

  beforeEach(async () => {
    answers = answerPrompts();
    restore = replaceWindowProperties({ createWebviewPanel: () => page.panel });
    const context = { ...set.app.context, extensionUri: vscode.Uri.file('/extension') };
    app = { ...set.app, context } as unknown as App;
    const { key: discussion } = app.discussions.of(overviewUri(address())) ?? assert.fail();
    await app.drafts.makePending({ id: newDraftId(), discussion, text: 'First.', target: {} });
    await app.drafts.makePending({ id: newDraftId(), discussion, text: 'Second.', target: {} });
    await openPage();
    await openDialog();
  });

  const connection = () => set.app.session.current ?? assert.fail();
  const address = () => ({ connection: connection().id, space, changeRequest: number });

  async function openPage(): Promise<void> {
    page = fakePanel();
    await openReviewPage(app, { connection: connection(), space, number });
    page.receive({ type: 'ready' });
  }

  const last = <T extends ToPage['type']>(type: T) =>
    page.sent.findLast((message): message is Part<T> => message.type === type);

  /** Opens the dialog, which says that it shows the progress if the review is being sent. */
  async function openDialog() {
    page.sent.length = 0;
    page.receive({ type: 'finish' });
    await eventually(() => assert.ok(last('toSend') ?? last('reviewUnavailable')));
    const { toSend } = last('toSend') ?? assert.fail(last('reviewUnavailable')?.why);
    if (toSend.sent !== undefined) page.receive({ type: 'showsSending', isShown: true });
    return toSend;
  }

  const closeDialog = () => page.receive({ type: 'showsSending', isShown: false });

  /** Submits the review. The reply to its second comment is held. */
  async function submit(): Promise<void> {
    let count = 0;
    const second = Object.assign(/^/, { test: (asked: string) => /^POST .*\/comments$/.test(asked) && ++count === 2 });
    set.server.fail({ kind: 'held' }, second);
    page.receive({ type: 'submit', verdict: 'approved', summary: 'Well done.' });
    await set.server.waiting();
  }

  const finished = () => eventually(() => last('finished') ?? assert.fail('It has not ended.'));

  /** Asserts that only the comment that was being sent arrives. */
  async function assertStopped(): Promise<void> {
    await set.server.recover();
    const { why, isCancelled } = await finished();
    assert.deepEqual([why, isCancelled], ['It was canceled.', true]);
    assert.match(answers.transcript.at(-1) ?? '', /canceled\. 2 pending comments were sent, what you say .* was not/);
    await assertNoNotification();
  }

  const assertNoNotification = () => eventually(() => assert.deepEqual(answers.inProgress(), []));
  const saying = (text: string) => set.sandbox.state.comments.all().filter(({ markdown }) => markdown === text);

  it('is shown only in the dialog while that is open, with a way to cancel', async () => {
    await submit();
    assert.deepEqual(answers.progressed, []);
    page.receive({ type: 'stop' });
    await assertStopped();
    assert.deepEqual(answers.progressed, []);
    await openDialog();
    page.receive({ type: 'submit', verdict: 'approved', summary: 'Well done.' });
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /^You approved #8/));
    assert.deepEqual([saying('First.').length, saying('Second.').length], [1, 1]);
    assert.deepEqual(answers.progressed, []);
  });

  it('is shown in a notification while the dialog is closed, and can be cancelled there', async () => {
    await submit();
    closeDialog();
    assert.deepEqual(answers.inProgress(), [title]);
    assert.deepEqual(answers.progressed, [title, '2 of 2 pending comments']);
    answers.cancel();
    await assertStopped();
  });

  it('moves back to the dialog when that is reopened, with what was sent so far', async () => {
    await submit();
    closeDialog();
    const { sent, pending, verdict, summary } = await openDialog();
    assert.deepEqual([sent, pending.length, verdict, summary], [1, 2, 'approved', 'Well done.']);
    await assertNoNotification();
    closeDialog();
    assert.deepEqual(answers.inProgress(), [title]);
    await openDialog();
    await assertNoNotification();
    page.receive({ type: 'stop' });
    await assertStopped();
  });

  it('is shown in a notification while the page is hidden', async () => {
    await submit();
    page.setVisible(false);
    assert.deepEqual(answers.inProgress(), [title]);
    page.setVisible(true);
    // VS Code reloads the page, which opens its dialog again.
    page.receive({ type: 'ready' });
    assert.deepEqual(answers.inProgress(), [title]);
    assert.equal((await openDialog()).sent, 1);
    await assertNoNotification();
    await set.server.recover();
    assert.equal((await finished()).why, undefined);
    assert.deepEqual([saying('First.').length, saying('Second.').length], [1, 1]);
  });

  it('is shown in a notification when the page is closed, and on a reopened page', async () => {
    await submit();
    page.panel.dispose();
    assert.deepEqual(answers.inProgress(), [title]);
    await openPage();
    assert.equal((await openDialog()).sent, 1);
    await assertNoNotification();
    page.receive({ type: 'stop' });
    await assertStopped();
  });

  it('ends with a message when the page is closed', async () => {
    await submit();
    page.panel.dispose();
    await set.server.recover();
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /^You approved #8/));
    await assertNoNotification();
  });

  it('is shown from the start, even before it is known what can be sent', async () => {
    set.server.fail({ kind: 'held' }, /^GET .*\/change-requests\/8$/);
    page.receive({ type: 'submit', verdict: 'approved', summary: 'Well done.' });
    await set.server.waiting();
    assert.deepEqual(answers.progressed, []);
    closeDialog();
    assert.deepEqual(answers.inProgress(), [title]);
    answers.cancel();
    assert.equal((await finished()).why, 'It was canceled.');
    assert.deepEqual(saying('First.'), []);
  });
});
