import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { groupsOf, rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri } from '../../host/support.ts';

const space = 'heron-manual';
const patch = /^PATCH .*\/change-requests\/\d+$/;

describe('archiving and reopening a change request', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const stored = (number: number) =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.number === number)?.status;
  const numberOf = (status: string) =>
    set.sandbox.state.changeRequests.all().find(row => row.space === space && row.status === status)?.number ??
    assert.fail(`none is ${status}`);
  const run = (verb: 'archive' | 'reopen', number: number) =>
    vscode.commands.executeCommand(`marginalia.changeRequest.${verb}`, changeRequestUri(space, number));
  const last = () => answers.transcript.at(-1) ?? '';
  const writes = () => set.server.requests.filter(request => patch.test(request)).length;

  for (const status of ['open', 'draft']) {
    it(`archives one that is ${status} after a confirmation, and makes it ${status} again on Undo`, async () => {
      const number = numberOf(status);
      answers = answerPrompts('Archive');
      answers.press('Undo');
      await run('archive', number);
      assert.match(answers.transcript[0] ?? '', /^Archive #\d+ ".*"\?\n.*can be reopened\.$/);
      assert.match(answers.transcript[1] ?? '', /^#\d+ ".*" is archived\.$/);
      await eventually(() => assert.match(last(), new RegExp(`is ${status} again$`)));
      assert.equal(stored(number), status);
      assert.equal(writes(), 2);
    });
  }

  it('stays archived when nobody presses Undo', async () => {
    const number = numberOf('open');
    answers = answerPrompts('Archive');
    await run('archive', number);
    assert.equal(stored(number), 'archived');
  });

  it('reopens after a confirmation, and archives again on Undo', async () => {
    const number = numberOf('archived');
    answers = answerPrompts('Reopen');
    await run('reopen', number);
    assert.match(answers.transcript[0] ?? '', /^Reopen #\d+ ".*"\?\nIt becomes open/);
    assert.match(last(), /^#\d+ ".*" is open again\.$/);
    assert.equal(stored(number), 'open');
    answers.restore();
    answers = answerPrompts('Archive');
    await run('archive', number);
    answers.restore();
    answers = answerPrompts('Reopen');
    answers.press('Undo');
    await run('reopen', number);
    await eventually(() => assert.equal(stored(number), 'archived'));
  });

  for (const [verb, status] of [
    ['archive', 'open'],
    ['reopen', 'archived'],
  ] as const) {
    it(`changes nothing when the user cancels ${verb}`, async () => {
      answers = answerPrompts(undefined);
      await run(verb, numberOf(status));
      assert.equal(answers.transcript.length, 1);
      assert.equal(writes(), 0);
    });

    it(`says that ${verb} is impossible on a merged change request`, async () => {
      answers = answerPrompts();
      await run(verb, numberOf('merged'));
      assert.match(last(), new RegExp(`^Could not ${verb} #\\d+ .*: it is merged\\.$`));
    });

    it(`reports the actual outcome when the reply to ${verb} is lost`, async () => {
      const number = numberOf(status);
      answers = answerPrompts(verb === 'archive' ? 'Archive' : 'Reopen');
      set.server.fail({ kind: 'cut' }, patch, 1);
      await run(verb, number);
      assert.match(last(), new RegExp(`the answer was lost\\..* It is ${stored(number)}\\.$`));
      assert.notEqual(stored(number), status);
    });

    it(`reports why the service rejects ${verb}`, async () => {
      answers = answerPrompts(verb === 'archive' ? 'Archive' : 'Reopen');
      set.server.fail({ kind: 'status', status: 403 }, patch);
      await run(verb, numberOf(status));
      assert.match(last(), /^Could not change the status of #\d+ ".*": The test says 403\. Ask an administrator/);
    });
  }

  it('says briefly when it is done already', async () => {
    answers = answerPrompts();
    await run('archive', numberOf('archived'));
    assert.match(last(), /^#\d+ ".*" is archived already\.$/);
    await run('reopen', numberOf('draft'));
    assert.match(last(), /^#\d+ ".*" is not archived: it is draft\.$/);
  });

  it('reports that Undo failed', async () => {
    answers = answerPrompts('Archive');
    answers.press('Undo');
    set.server.fail({ kind: 'status', status: 500 }, patch);
    set.server.fail({ kind: 'other', reply: () => ({}) }, patch, 1);
    await run('archive', numberOf('open'));
    await eventually(() =>
      assert.match(last(), /^Changing the status of .*: the answer was lost\..* It is archived\.$/),
    );
  });

  it('is offered when it is possible', () => {
    answers = answerPrompts();
    const states = ['open', 'draft', 'archived', 'merged', 'open.noEdit', 'archived.noEdit'];
    const rows = states.map(state => `changeRequest.${state}`);
    assert.deepEqual(rowsOffering('marginalia.changeRequest.archive', rows), rows.slice(0, 2));
    assert.deepEqual(rowsOffering('marginalia.changeRequest.reopen', rows), rows.slice(2, 3));
    assert.deepEqual(groupsOf('editor/title', 'marginalia.changeRequest.archive'), ['1_decide@7']);
    assert.deepEqual(groupsOf('editor/title', 'marginalia.changeRequest.reopen'), ['1_decide@8', 'navigation@0']);
  });
});
