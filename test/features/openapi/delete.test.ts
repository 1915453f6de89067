import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Answers, answerPrompts, dismissEachStep } from '../../host/answers.ts';
import { rowsOffering } from '../../host/menus.ts';
import { stage } from '../../host/stage.ts';
import { marginalia } from '../../host/support.ts';
import { specWithTitle, pushVersions } from './specs.ts';

const command = 'marginalia.openapi.delete';
const slug = 'heron-api';
const remove = /^DELETE .*\/openapi\/[^/]+$/;

describe('deleting an OpenAPI spec', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const set = stage();

  const run = () => vscode.commands.executeCommand(command);
  const last = () => answers.transcript.at(-1) ?? '';
  const isThere = () => set.sandbox.state.openApiSpecs.all().some(row => row.slug === slug);
  const sent = () => set.server.requests.filter(request => remove.test(request)).length;

  it('says what will be deleted, and deletes it with its versions after a confirmation', async () => {
    pushVersions(set.sandbox, slug, specWithTitle('Another'));
    answers = answerPrompts(slug, 'Delete');
    await run();
    assert.match(
      answers.transcript[1] ?? '',
      /^Delete OpenAPI spec "heron-api"\?\nAll its versions are deleted, and that cannot be undone\. .*does not tell\.$/,
    );
    assert.equal(last(), 'OpenAPI spec "heron-api" is deleted.');
    assert.ok(!isThere());
  });

  it('deletes nothing when the user cancels', async () => {
    for (const cut of dismissEachStep(slug, 'Delete')) {
      answers = answerPrompts(...cut);
      await run();
      answers.restore();
    }
    assert.equal(sent(), 0);
    assert.ok(isThere());
  });

  it('succeeds when another user has already deleted it', async () => {
    answers = answerPrompts(slug, () => {
      const { id = '' } = set.sandbox.state.openApiSpecs.all().find(row => row.slug === slug) ?? {};
      set.sandbox.state.openApiSpecs.delete(id);
      return 'Delete';
    });
    await run();
    assert.equal(last(), 'OpenAPI spec "heron-api" is deleted.');
  });

  it('reports why the service rejects it', async () => {
    answers = answerPrompts(slug, 'Delete');
    set.server.fail({ kind: 'status', status: 403 }, remove);
    await run();
    assert.match(last(), /^Could not delete OpenAPI spec "heron-api": The test says 403\. Ask an administrator/);
    assert.ok(isThere());
  });

  for (const [fault, expected] of [
    [{ kind: 'status', status: 500 }, /It is not deleted\.$/],
    [{ kind: 'dropped', isDone: true }, /It is deleted\.$/],
  ] as const) {
    it(`reports the actual outcome when the reply is lost: ${JSON.stringify(fault)}`, async () => {
      answers = answerPrompts(slug, 'Delete');
      set.server.fail(fault, remove, 1);
      await run();
      assert.match(last(), expected);
      assert.equal(sent(), 1);
    });
  }

  it('is not offered to a user who may not delete it', async () => {
    await (await marginalia()).signIn({ url: set.server.url, token: set.sandbox.tokenFor('sam') });
    let offered: unknown[] = [];
    answers = answerPrompts(items => ((offered = [...items]), undefined));
    await run();
    assert.deepEqual(offered, []);
  });

  it('is offered on the rows of specs that may be pushed to', () => {
    answers = answerPrompts();
    assert.deepEqual(rowsOffering(command, ['openapi', 'openapi.noEdit', 'openapis', 'openapiVersion']), ['openapi']);
  });
});
