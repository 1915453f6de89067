import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { overviewUri } from '../../../src/model/content/address.ts';
import { sendPending } from '../../../src/model/discussions/outbox.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage, stageOfParts } from '../../host/stage.ts';
import { addPage, itWithOptional, marginalia } from '../../host/support.ts';
import { openNewThread, boxes, storedTexts, storedPendingComments, typeInto } from './boxes.ts';
import { commentWithText, isTextShown, newThread, whenThreadsLoaded } from './screen.ts';

const space = 'heron-manual';
const number = 8;
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('comments after switching the account', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await switchTo('mira');
    for (const box of boxes()) await typeInto(box, '');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const set = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    page = addPage(set.sandbox, { space, number }, { title: 'Two accounts', markdown: 'A line.\n\nAnother.\n' });
    await run('tree.refresh');
    await vscode.window.showTextDocument(page.uri, { preview: false });
    await whenThreadsLoaded(page.uri);
    await (await marginalia()).threads(page.uri);
  });

  async function switchTo(user: string): Promise<void> {
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor(user) });
    await (await marginalia()).threads(page.uri);
  }

  async function say(user: string, words: string): Promise<void> {
    const response = await fetch(`${set.sandbox.url}/v1/spaces/${space}/change-requests/${number}/comments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${set.sandbox.tokenFor(user)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: { markdown: words }, page: page.id }),
    });
    assert.ok(response.ok, await response.clone().text());
    await run('tree.refresh');
    await eventually(() => assert.ok(isTextShown(words)));
  }

  const stored = (text: string) => set.sandbox.state.comments.all().filter(({ markdown }) => markdown === text);

  itWithOptional('offer what the new account may do', async () => {
    await say('mira', 'By Mira.');
    await eventually(() => assert.match(commentWithText('By Mira.').contextValue ?? '', /edit/));
    await switchTo('jun');
    await eventually(() => assert.doesNotMatch(commentWithText('By Mira.').contextValue ?? '', /edit/));
    await switchTo('mira');
    await eventually(() => assert.match(commentWithText('By Mira.').contextValue ?? '', /edit/));
  });

  itWithOptional('are new to an account until it has seen them itself', async () => {
    const label = () => commentWithText('Said by Tomasz.').label;
    await say('tomasz', 'Said by Tomasz.');
    assert.equal(label(), 'new');
    await switchTo('jun');
    // Comments that existed before the first visit are not marked as new.
    await eventually(() => assert.equal(label() ?? '', ''));
    await say('tomasz', 'Said to Jun.');
    assert.equal(commentWithText('Said to Jun.').label, 'new');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => assert.equal(commentWithText('Said to Jun.').label ?? '', ''));
    await switchTo('mira');
    await vscode.window.showTextDocument(page.uri, { preview: false });
    await eventually(() => assert.equal(commentWithText('Said to Jun.').label, 'new'));
    assert.equal(label() ?? '', '', 'Mira has seen it');
  });

  it('that are pending belong to their account, and return with it', async () => {
    await run('comment.addToReview', { thread: newThread(page.uri, { start: 0, end: 0 }), text: 'Held by Mira.' });
    await eventually(() => assert.ok(isTextShown('Held by Mira.')));
    await switchTo('jun');
    await eventually(() => assert.ok(!isTextShown('Held by Mira.')));
    assert.ok(storedPendingComments().includes('Held by Mira.'));
    await switchTo('mira');
    await eventually(() => assert.ok(isTextShown('Held by Mira.')));
    assert.equal(stored('Held by Mira.').length, 0);
    answers = answerPrompts('Discard');
    await run('comment.discard', commentWithText('Held by Mira.'));
  });

  it('that are being typed are kept for their account, and return with it', async () => {
    const { thread, box } = await openNewThread(page.uri);
    await typeInto(box, 'Typed by Mira.');
    await eventually(() => assert.equal(storedTexts('Typed by Mira.').length, 1));
    await switchTo('jun');
    thread.dispose();
    await eventually(() => assert.ok(!boxes().some(one => one.getText() === 'Typed by Mira.')));
    await (await marginalia()).threads(page.uri);
    assert.ok(!isTextShown('Typed by Mira.'));
    await switchTo('mira');
    await eventually(() => assert.equal(commentWithText('Typed by Mira.').label, 'not sent'));
    answers = answerPrompts('Discard');
    await run('comment.discard', commentWithText('Typed by Mira.'));
  });

  it('that were typed by one account are sent by another only after a message says so', async () => {
    const { thread, box } = await openNewThread(page.uri);
    await typeInto(box, 'Typed before.');
    await eventually(() => assert.equal(storedTexts('Typed before.').length, 1));
    await switchTo('jun');
    answers = answerPrompts();
    const send = () => run('comment.create', { thread, text: 'Typed before.' });
    await Promise.resolve(send()).catch(() => undefined);
    assert.match(
      answers.transcript.join('\n'),
      /This was typed while another account was signed in\. Send it again to send it/,
    );
    assert.equal(stored('Typed before.').length, 0);
    await send();
    assert.deepEqual(
      stored('Typed before.').map(({ postedBy }) => postedBy),
      ['jun'],
    );
  });
});

describe('a review that is being sent', () => {
  const set = stageOfParts();

  it('stops when the account is switched, and nothing of it is sent by the other one', async () => {
    const { session, discussions, drafts, content } = set.app;
    const overview = overviewUri({ connection: 'sandbox', space, changeRequest: number });
    await discussions.conversationsOn(overview);
    const discussion = discussions.of(overview) ?? assert.fail();
    for (const id of ['first', 'second']) {
      await drafts.makePending({ id, discussion: discussion.key, text: `The ${id} one.`, target: {} });
    }
    set.server.fail({ kind: 'late' }, /^POST .*\/comments$/, 1);
    const sending = { signal: new AbortController().signal, report: () => undefined };
    const askNewPlace = () => assert.fail('nothing is deleted');
    const models = { content, drafts, placements: discussions.placements, askNewPlace };
    const sent = sendPending(discussion, models, sending);
    const refused = assert.rejects(sent, /The account was signed out or switched meanwhile/);
    await set.server.waiting();
    await session.signIn({ url: set.server.url, token: set.sandbox.tokenFor('jun') });
    set.server.release();
    await refused;
    const stored = () =>
      set.sandbox.state.comments
        .all()
        .filter(({ markdown }) => / one\.$/.test(markdown))
        .map(({ postedBy, markdown }) => [postedBy, markdown]);
    assert.deepEqual(stored(), [['mira', 'The first one.']]);
    assert.deepEqual(drafts.pendingIn(), []);
    await session.signIn({ url: set.server.url, token: set.sandbox.token });
    assert.deepEqual(
      drafts.pendingIn().map(({ text }) => text),
      ['The second one.'],
    );
  });
});
