import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answer, answerPrompts, latestAnswers } from '../host/answers.ts';
import { rowOf } from '../host/commands.ts';
import { eventually } from '../host/eventually.ts';
import type { FaultyServer } from '../host/faultyServer.ts';
import { discardAll, documentOf, fieldsIn, findingsIn, openDocument, writeIn } from '../host/resourceDocuments.ts';
import { stage } from '../host/stage.ts';
import { skipLookUpDelays } from '../host/timers.ts';
import { runWrite, titleOf, type Write } from './writes/write.ts';
import { writes } from './writes/writes.ts';
import { writesOfPages } from './writes/writesOfPages.ts';

const orgs = '/orgs/tidewell';
const site = `${orgs}/sites/heron-docs`;

describe('a write that is cancelled while it runs', () => {
  afterEach(discardAll);
  const set = stage();

  /** Cancels a command while its write is held. Returns the abandoned requests and the messages. */
  async function cancelling(
    replies: readonly Answer[],
    run: () => Thenable<unknown>,
    { held = /^(?!GET )/, press }: { held?: Parameters<FaultyServer['fail']>[1]; press?: string } = {},
  ): Promise<[string[], string[]]> {
    set.server.fail({ kind: 'held' }, held);
    const answers = answerPrompts(...replies);
    if (press) answers.press(press);
    const isDone = run();
    await set.server.waiting();
    answers.cancel();
    try {
      // The short timeout excludes that the request was abandoned because of its own timeout.
      await eventually(() => assert.ok(set.server.abandoned.length > 0), 3);
    } finally {
      set.server.release();
      await isDone;
      // No command waits for the button of a message.
      await eventually(() => assert.match(answers.transcript.at(-1) ?? '', / was canceled\. /)).finally(
        answers.restore,
      );
    }
    return [set.server.abandoned, answers.transcript];
  }

  /** Cancels a command of the table like `cancelling`, or the *Undo* in its message. */
  async function cancellingCommand(write: Write, { isUndone = false } = {}): Promise<void> {
    const { command, target, prepare, answers = [], sends } = write;
    await prepare?.(set.sandbox);
    set.sandbox.state.keepWrites();
    const row = target ? [target(set.sandbox)] : [];
    const run = () => vscode.commands.executeCommand(`marginalia.${command}`, ...row);
    let sent = 0;
    const held = isUndone ? { test: (asked: string) => sends.test(asked) && ++sent === 2 } : sends;
    const [abandoned, messages] = await cancelling(answers, run, { held, ...(isUndone && { press: 'Undo' }) });
    const writesGivenUp = abandoned.filter(one => !one.startsWith('GET '));
    assert.ok(writesGivenUp.length === 1 && sends.test(writesGivenUp[0] ?? ''), [...abandoned, ...messages].join('\n'));
  }

  for (const write of writes.filter(one => one.run === undefined)) {
    it(`is aborted: ${titleOf(write)}`, () => cancellingCommand(write));
  }

  for (const write of writesOfPages.filter(one => one.run === undefined)) {
    it(`is aborted: Undo after ${titleOf(write)}`, () => cancellingCommand(write, { isUndone: true }));
  }

  for (const name of ['page.undoSave', 'comment.applySuggestions']) {
    it(`is aborted: ${name}`, async () => {
      const write = writesOfPages.find(({ command }) => command === name) ?? assert.fail();
      await write.prepare?.(set.sandbox);
      set.sandbox.state.keepWrites();
      set.server.fail({ kind: 'held' }, write.sends);
      const ended = runWrite(write, set);
      await set.server.waiting();
      latestAnswers().cancel();
      try {
        await eventually(() => assert.ok(set.server.abandoned.some(request => write.sends.test(request))), 3);
      } finally {
        set.server.release();
      }
      assert.match((await ended).at(-1) ?? '', / was canceled\. It is not done\. |The page does not say it\. /);
    });
  }

  it('is aborted: saving a document, which keeps its text', async () => {
    const document = await openDocument(documentOf(`${orgs}/teams/documentation`));
    await writeIn(document, { ...fieldsIn(document), title: 'Writers' });
    const [abandoned, messages] = await cancelling([], () => document.save());
    assert.deepEqual(abandoned, [`PATCH ${orgs}/teams/documentation`]);
    assert.match(messages.at(-1) ?? '', /Saving team was canceled\. It is not saved/);
    assert.deepEqual(findingsIn(document), []);
    assert.ok(document.isDirty);
  });

  it('is aborted: creating a document', async () => {
    const document = await openDocument(documentOf(site, 'new'));
    await writeIn(document, { ...fieldsIn(document), title: 'Handbook' });
    const [abandoned, messages] = await cancelling([], () => document.save());
    assert.deepEqual(abandoned, [`POST ${orgs}/sites`]);
    assert.match(messages.at(-1) ?? '', /Creating site was canceled\. It is not created/);
  });

  describe('while one of several items is looked up', () => {
    let onWait = () => {};
    skipLookUpDelays(() => onWait());

    it('names the item with the unknown outcome, and none of those not started', async () => {
      const rows = ['jun', 'sam', 'lucia'].map(user => rowOf(`${orgs}/members/${user}`, user));
      set.server.fail({ kind: 'html', status: 504 }, /^PATCH .*sam$/);
      const answers = answerPrompts('Guest');
      onWait = () => answers.cancel();
      await vscode.commands.executeCommand('marginalia.member.setRole', rows[0], rows);
      answers.restore();
      const message = answers.transcript.at(-1) ?? '';
      assert.match(
        message,
        /was canceled\. Before that: 1 of 3 changed\. Perhaps done: "sam": .* The service may still/,
      );
      assert.doesNotMatch(message, /lucia/);
    });
  });

  it('keeps what was done before, and says how much', async () => {
    const rows = ['jun', 'sam', 'lucia'].map(user => rowOf(`${orgs}/members/${user}`, user));
    set.server.fail({ kind: 'held' }, /^PATCH .*sam$/);
    const answers = answerPrompts('Reader');
    const isDone = vscode.commands.executeCommand('marginalia.member.setRole', rows[0], rows);
    await set.server.waiting();
    answers.cancel();
    await isDone;
    answers.restore();
    assert.match(answers.transcript.at(-1) ?? '', /was canceled\. Before that: 1 of 3 changed\./);
    assert.deepEqual(
      set.server.writes.map(({ asked }) => asked),
      [`PATCH ${orgs}/members/jun`],
    );
  });
});
