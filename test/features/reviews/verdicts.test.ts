import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, documentedOnly, itWithOptional } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;

describe('verdicts of reviewers', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  /** Returns the text of the confirmation before a merge. */
  async function asked(): Promise<string> {
    answers = answerPrompts(undefined);
    await vscode.commands.executeCommand('marginalia.changeRequest.merge', changeRequestUri(space, number));
    return answers.transcript[0] ?? '';
  }

  function put(reviewer: string, status: 'approved' | 'changes-requested', at: string): void {
    const { state } = set.sandbox;
    const changeRequest = state.changeRequests.all().find(row => row.space === space && row.number === number);
    assert.ok(changeRequest);
    const { id, revision } = changeRequest;
    const review = { space, changeRequest: id, revision, reviewer, status, createdAt: at, updatedAt: at };
    state.reviews.put({ id: `${reviewer}-${at}`, ...review });
    state.keepWrites();
  }

  const names = () => {
    // Verdicts of the current user are worded differently.
    const [one, other] = set.sandbox.state.users.all().filter(({ id }) => id !== 'mira');
    assert.ok(one && other);
    return { one, other };
  };

  itWithOptional('are shown before a merge, the last of each, and whether it is outdated', async () => {
    const { one, other } = names();
    put(one.id, 'changes-requested', '2030-01-01T00:00:00.000Z');
    put(one.id, 'approved', '2030-01-02T00:00:00.000Z');
    put(other.id, 'changes-requested', '2030-01-03T00:00:00.000Z');
    const before = await asked();
    assert.ok(before.includes(`${one.displayName} approved it.`), before);
    assert.ok(before.includes(`${other.displayName} requested changes to it.\n`), before);
    assert.ok(before.indexOf(other.displayName) < before.indexOf(one.displayName), 'what stands against it first');
    answers.restore();

    addPage(set.sandbox, { space, number }, { title: 'Added since', markdown: 'Text.' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.ok((await asked()).includes(`${one.displayName} approved it, before its newest change.\n`));
  });

  itWithOptional('are shown when there are none, when a reviewer has no name, and with several pages', async () => {
    set.server.fail(
      otherJson(() => ({ items: [] })),
      /^GET .*\/reviews$/,
      2,
    );
    assert.match(await asked(), /\nNobody has reviewed it\.\n/);
    answers.restore();
    await set.server.recover();

    const { one } = names();
    const pages = [
      { items: [{ id: 'a', reviewer: null, status: 'approved', createdAt: 7 }, null], next: { page: 'second' } },
      { items: [{ id: 'b', reviewer: one, status: 'on-hold', outdated: true }] },
    ];
    let page = 0;
    const next = () => ({ status: 200, body: Buffer.from(JSON.stringify(pages[page++ % 2])) });
    set.server.fail({ kind: 'other', reply: next }, /^GET .*\/reviews$/);
    const question = await asked();
    assert.match(question, /Somebody approved it/);
    assert.ok(question.includes(`${one.displayName} decided on "on-hold" for it, before its newest change.`), question);
  });

  it('do not block a merge when they cannot be read, or the server has no reviews', async () => {
    if (!documentedOnly) set.server.fail({ kind: 'status', status: 403 }, /^GET .*\/reviews$/);
    assert.match(await asked(), /^Merge #8 ".*" into the main content\?\n/);
  });
});
