import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, sampleSandbox, signedIn } from '../../host/support.ts';

describe('a link that signs in', () => {
  let sandbox: RunningSandbox;
  let elsewhere: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await signedIn();
    elsewhere = await sampleSandbox();
    server = await startFaultyServer(elsewhere.url, 'documentation');
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
    await elsewhere.close();
    await sandbox.close();
  });

  const follow = (url = server.url, token = elsewhere.token) =>
    vscode.commands.executeCommand('marginalia.session.signIn', { url, token });

  it('asks first, and names the server', async () => {
    answers = answerPrompts(undefined);
    await follow();
    const [question = ''] = answers.transcript;
    assert.ok(question.startsWith(`Sign in to ${new URL(server.url).host}?`), question);
    assert.equal(answers.transcript.length, 1);
  });

  it('sends and changes nothing when the user cancels', async () => {
    answers = answerPrompts(undefined);
    await follow();
    assert.deepEqual(server.requests, []);
    assert.equal((await marginalia()).connection?.url, sandbox.url);
  });

  it('signs in after a confirmation', async () => {
    answers = answerPrompts('Sign In');
    await follow();
    assert.equal((await marginalia()).connection?.url, server.url);
  });

  for (const [address, host] of [
    ['https://api.example.com@attacker.example/', undefined],
    ['https://api.example.com\\@attacker.example/', 'api.example.com'],
    ['https://attacker.example/https://api.example.com/', 'attacker.example'],
    ['https://аpi.example.com/', 'xn--pi-6kc.example.com'],
    ['https://attacker.example#api.example.com', 'attacker.example'],
    ['https://attacker.example\t.example.com/', 'attacker.example.example.com'],
    [
      `https://api.example.com.${'a'.repeat(60)}.attacker.example/`,
      `api.example.com.${'a'.repeat(60)}.attacker.example`,
    ],
  ] as const) {
    it(`shows the host of ${JSON.stringify(address)}`, async () => {
      answers = answerPrompts(...(host === undefined ? [] : [undefined]));
      await follow(address);
      const [message = ''] = answers.transcript;
      if (host === undefined) assert.match(message, /^Could not sign in: the address is wrong/);
      else assert.ok(message.startsWith(`Sign in to ${host}?\n`), message);
    });
  }

  it('asks nothing about an address that may not receive a token', async () => {
    answers = answerPrompts();
    await follow('http://attacker.example');
    assert.match(answers.transcript.at(-1) ?? '', /^Could not sign in: the address is wrong\. Use an https address/);
  });

  it('does not affect another extension that signs in, or the environment variables', async () => {
    answers = answerPrompts();
    await (await marginalia()).signIn({ url: server.url, token: elsewhere.token });
    assert.equal((await marginalia()).connection?.url, server.url);
    assert.deepEqual(answers.transcript, []);
  });
});
