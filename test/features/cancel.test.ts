import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { eventually } from '../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../host/faultyServer.ts';
import { type Answers, answerPrompts } from '../host/answers.ts';
import { changeRequestUri, marginalia, sampleSandbox } from '../host/support.ts';

const space = 'heron-manual';

/**
 * A write with a progress notification: how to run it, which request it sends, and what the tree shows before and after
 * it.
 */
interface Case {
  name: string;
  replies: (string | undefined)[];
  run: () => Thenable<unknown>;
  sends: RegExp;
  before: RegExp;
  after: RegExp;
  isDone: () => boolean;
}

describe('a write that is cancelled, or whose reply is lost', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers | undefined;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
  });
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server.close();
    await sandbox.close();
  });

  const changeRequest = (isMatch: (row: { status: string }) => boolean) =>
    sandbox.state.changeRequests.all().find(row => row.space === space && isMatch(row)) ?? assert.fail();
  const site = () => sandbox.state.sites.all().find(({ published }) => !published) ?? assert.fail();

  const cases: (() => Case)[] = [
    () => {
      const { number, id } = changeRequest(({ status }) => status === 'open');
      return {
        name: 'merging',
        replies: ['Merge'],
        run: () => vscode.commands.executeCommand('marginalia.changeRequest.merge', changeRequestUri(space, number)),
        sends: /^POST .*\/merge$/,
        before: /It is not merged\./,
        after: /It is merged[.,;]/,
        isDone: () => sandbox.state.changeRequests.get(id).status === 'merged',
      };
    },
    () => {
      const { id, title } = site();
      return {
        name: 'publishing',
        replies: [title, 'Publish'],
        run: () => vscode.commands.executeCommand('marginalia.site.publish'),
        sends: /^POST .*\/publish$/,
        before: /It is not published\./,
        after: /It is published/,
        isDone: () => sandbox.state.sites.get(id).published,
      };
    },
    () => ({
      name: 'pushing',
      replies: ['New spec', 'A URL', 'https://example.com/openapi.yaml', 'lost-spec'],
      run: () => vscode.commands.executeCommand('marginalia.openapi.push'),
      sends: /^POST .*\/openapi$/,
      before: /has not taken it\./,
      after: /has taken it\./,
      isDone: () => sandbox.state.openApiSpecs.all().some(({ slug }) => slug === 'lost-spec'),
    }),
    () => {
      const spec = () => sandbox.state.openApiSpecs.all().find(({ slug }) => slug === 'heron-api') ?? assert.fail();
      const { updatedAt } = spec();
      return {
        name: 'pushing a new version',
        replies: ['heron-api', 'A URL', 'https://example.com/openapi.yaml', 'Replace'],
        run: () => vscode.commands.executeCommand('marginalia.openapi.push'),
        sends: /^PUT .*\/openapi\/heron-api$/,
        before: /has the version from before\./,
        after: /has taken it\./,
        isDone: () => spec().updatedAt !== updatedAt,
      };
    },
  ];

  for (const [index, name] of ['merging', 'publishing', 'pushing', 'pushing a new version'].entries()) {
    const begin = () => cases[index]?.() ?? assert.fail();

    it(`${name}: reports that it was done before it could be cancelled`, async () => {
      const { replies, run, sends, after, isDone } = begin();
      answers = answerPrompts(...replies);
      server.fail({ kind: 'late' }, sends, 1);
      const running = run();
      await server.waiting();
      answers.cancel();
      await running;
      assert.ok(isDone());
      assert.match(answers.transcript.at(-1) ?? '', /was canceled\./);
      assert.match(answers.transcript.at(-1) ?? '', after);
    });

    it(`${name}: reports that it was cancelled before it was done`, async () => {
      const { replies, run, sends, before, isDone } = begin();
      answers = answerPrompts(...replies);
      server.fail({ kind: 'held' }, sends, 1);
      const running = run();
      await server.waiting();
      answers.cancel();
      await running;
      assert.ok(!isDone());
      assert.match(answers.transcript.at(-1) ?? '', before);
    });

    it(`${name}: reports that it was done when the reply is lost`, async () => {
      const { replies, run, sends, after } = begin();
      answers = answerPrompts(...replies);
      server.fail({ kind: 'cut' }, sends, 1);
      await run();
      assert.match(answers.transcript.at(-1) ?? '', /the answer was lost\./);
      assert.match(answers.transcript.at(-1) ?? '', after);
    });

    it(`${name}: reports an unknown outcome when the lookup fails`, async () => {
      const { replies, run, sends } = begin();
      answers = answerPrompts(...replies);
      server.fail({ kind: 'late' }, sends, 1);
      const running = run();
      await server.waiting();
      await server.refuse();
      await running;
      assert.match(answers.transcript.at(-1) ?? '', /Whether it was done is not known/);
    });
  }

  it('shows the actual state in the tree', async () => {
    const { number } = changeRequest(({ status }) => status === 'open');
    answers = answerPrompts('Merge');
    const before = server.requests.length;
    server.fail({ kind: 'cut' }, /^POST .*\/merge$/, 1);
    await vscode.commands.executeCommand('marginalia.changeRequest.merge', changeRequestUri(space, number));
    await eventually(() => {
      const asked = server.requests.slice(before);
      assert.ok(asked.indexOf(`GET /spaces/${space}/change-requests/${number}`) >= 0);
    });
  });
});
