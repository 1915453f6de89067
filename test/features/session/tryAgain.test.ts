import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answer, type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { lastErrors } from '../../host/logs.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';

const signIn = () => vscode.commands.executeCommand('marginalia.session.signIn');

describe('a failed sign-in', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;
  let filledIn: vscode.InputBoxOptions[];
  let ran: unknown[][];
  const { executeCommand } = vscode.commands;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url, 'documentation');
    filledIn = [];
    ran = [];
    const listen = (...args: Parameters<typeof executeCommand>) => (ran.push(args), executeCommand(...args));
    Object.assign(vscode.commands, { executeCommand: listen });
  });
  afterEach(async () => {
    Object.assign(vscode.commands, { executeCommand });
    answers.restore();
    await server.close();
    await sandbox.close();
  });

  /** Records the options of an input box, and answers it. */
  const noting =
    (answer: string | undefined): Answer =>
    ([box]) => {
      filledIn.push(box as vscode.InputBoxOptions);
      return answer;
    };

  const failures = () => answers.transcript.filter(text => text.startsWith('Could not sign in'));

  for (const [name, fault] of [
    ['the token is rejected', { kind: 'status', status: 401 }],
    ['the server fails', { kind: 'status', status: 500 }],
    ['the server replies with a web page', { kind: 'html' }],
    ['the connection is refused', 'refuse'],
  ] as [string, Fault | 'refuse'][]) {
    it(`can be retried with the typed values: ${name}`, async () => {
      if (fault === 'refuse') await server.refuse();
      else server.fail(fault);
      answers = answerPrompts(
        server.url,
        sandbox.token,
        async () => {
          await server.recover();
          return server.url;
        },
        noting(sandbox.token),
      );
      answers.press('Try Again');
      await signIn();
      await eventually(async () => assert.equal((await marginalia()).connection?.url, server.url));
      assert.equal(failures().length, 1, answers.transcript.join('\n'));
      assert.equal(filledIn[0]?.value, sandbox.token);
      assert.equal(filledIn[0]?.password, true);
    });
  }

  it('can be retried after each failure, with the latest values', async () => {
    answers = answerPrompts(
      server.url,
      'wrong',
      noting(server.url),
      noting('wrong-too'),
      noting(server.url),
      noting(undefined),
    );
    answers.press('Try Again');
    answers.press('Try Again');
    await signIn();
    await eventually(() => assert.equal(filledIn.length, 4));
    assert.deepEqual(
      filledIn.map(({ value }) => value),
      [server.url, 'wrong', server.url, 'wrong-too'],
    );
    assert.equal(failures().length, 2);
  });

  it('is forgotten when the user starts another', async () => {
    const { url } = server;
    answers = answerPrompts(url, 'wrong', noting(undefined));
    await signIn();
    await signIn();
    assert.notEqual(filledIn[0]?.value, url);
  });

  it('passes the token to no command and no log', async () => {
    const token = 'wrong-and-secret';
    answers = answerPrompts(server.url, token, server.url, undefined);
    answers.press('Try Again');
    await signIn();
    await eventually(() => assert.equal(answers.transcript.filter(text => /API token/.test(text)).length, 2));
    const all = [...ran.flat(), ...lastErrors(), ...answers.transcript].map(one => JSON.stringify(one) ?? '');
    assert.deepEqual(
      all.filter(one => one.includes(token)),
      [],
    );
  });

  it('offers no retry to a user who cancelled', async () => {
    server.fail({ kind: 'held' });
    answers = answerPrompts(server.url, sandbox.token);
    const signing = signIn();
    await server.waiting();
    answers.cancel();
    await signing;
    assert.deepEqual(failures(), []);
  });
});
