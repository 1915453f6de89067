import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';
import { replaceWindowProperties } from '../../host/window.ts';

const minutes = 60_000;
const { now } = Date;

describe('a token that a server no longer accepts', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;
  const servers: FaultyServer[] = [];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    answers = answerPrompts();
  });
  afterEach(async () => {
    Date.now = now;
    answers.restore();
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    for (const server of servers.splice(0)) await server.close();
    await sandbox.close();
  });

  /** Signs in to a server that refuses all later requests. */
  async function signInToRefusing(): Promise<FaultyServer> {
    const server = await startFaultyServer(sandbox.url, 'documentation');
    servers.push(server);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    server.fail({ kind: 'status', status: 401 });
    return server;
  }

  /** Signs in to a server that refuses all later requests. Returns its host, which labels of accounts show. */
  const refusingServer = async () => new URL((await signInToRefusing()).url).host;

  /** Answers later prompts with the token, which the server accepts again. Returns the prompts. */
  function answerWithToken(server: FaultyServer): vscode.InputBoxOptions[] {
    const prompts: vscode.InputBoxOptions[] = [];
    answers.restore();
    answers = answerPrompts(async ([prompt]) => {
      prompts.push(prompt as vscode.InputBoxOptions);
      await server.recover();
      return sandbox.token;
    });
    return prompts;
  }

  const ask = () => vscode.commands.executeCommand('marginalia.site.publish');
  const questions = () => answers.transcript.filter(text => text.includes('the server no longer accepts the token'));

  it('is asked for again once, however often the server rejects it', async () => {
    const host = await refusingServer();
    await ask();
    await ask();
    assert.equal(questions().length, 1, answers.transcript.join('\n'));
    assert.ok(questions()[0]?.includes(host), questions()[0]);
  });

  it('is asked for again after five minutes, not before', async () => {
    await refusingServer();
    await ask();
    Date.now = () => now() + 4.9 * minutes;
    await ask();
    assert.equal(questions().length, 1);
    Date.now = () => now() + 5.1 * minutes;
    await ask();
    assert.equal(questions().length, 2);
  });

  it('is asked for separately by every connection', async () => {
    const hosts = [await refusingServer()];
    await ask();
    hosts.push(await refusingServer());
    await ask();
    assert.deepEqual(
      questions().map(text => hosts.findIndex(host => text.includes(host))),
      [0, 1],
    );
  });

  it('is replaced at the server that rejected it, without asking for the server', async () => {
    const server = await signInToRefusing();
    const prompts = answerWithToken(server);
    answers.press('Sign In Again');
    await ask();
    await eventually(() => assert.equal(prompts.length, 1));
    const before = server.requests.length;
    assert.ok(prompts[0]?.prompt?.startsWith(`API token for ${new URL(server.url).host},`), prompts[0]?.prompt);
    assert.equal(prompts[0]?.password, true);
    await eventually(() => assert.ok(server.requests.slice(before).includes('GET /user'), server.requests.join('\n')));
  });

  it('is not asked for when servers accept all tokens', async () => {
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    await vscode.commands.executeCommand('marginalia.session.signInAgain');
    assert.match(answers.transcript.at(-1) ?? '', /^No account has to sign in again/);
  });

  it('is replaced at the server of the message, not of the current account', async () => {
    const first = await signInToRefusing();
    const pressed = Promise.withResolvers<string>();
    const restore = replaceWindowProperties({ showWarningMessage: () => pressed.promise });
    await ask();
    restore();
    await refusingServer();
    await ask();
    const prompts = answerWithToken(first);
    pressed.resolve('Sign In Again');
    await eventually(() => assert.equal(prompts.length, 1));
    assert.ok(prompts[0]?.prompt?.startsWith(`API token for ${new URL(first.url).host},`), prompts[0]?.prompt);
    await eventually(async () => assert.equal((await marginalia()).connection?.url, first.url));
  });

  it('gets the address of its server filled in on a normal sign-in', async () => {
    const server = await signInToRefusing();
    await ask();
    answers.restore();
    let address: string | undefined;
    answers = answerPrompts(([prompt]) => void (address = (prompt as vscode.InputBoxOptions).value));
    await vscode.commands.executeCommand('marginalia.session.signIn');
    assert.equal(address, server.url);
  });
});
