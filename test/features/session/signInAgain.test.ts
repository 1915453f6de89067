import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, sampleSandbox } from '../../host/support.ts';

const minutes = 60_000;
const { now } = Date;

describe('a token that a server no longer accepts', () => {
  let sandbox: RunningSandbox;
  let answers: Answers;
  const servers: FaultyServer[] = [];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    answers = answering();
  });
  afterEach(async () => {
    Date.now = now;
    answers.restore();
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    for (const server of servers.splice(0)) await server.close();
    await sandbox.close();
  });

  /** Signs in to a server that refuses everything from then on, and gives its address as people see it. */
  async function refusingServer(): Promise<string> {
    const server = await startFaultyServer(sandbox.url, 'documentation');
    servers.push(server);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    server.fail({ kind: 'status', status: 401 });
    return new URL(server.url).host;
  }

  const ask = () => vscode.commands.executeCommand('marginalia.site.publish');
  const questions = () => answers.said.filter(text => text.includes('the server no longer accepts the token'));

  it('is asked for again once, however often the server refuses it', async () => {
    const host = await refusingServer();
    await ask();
    await ask();
    assert.equal(questions().length, 1, answers.said.join('\n'));
    assert.ok(questions()[0]?.includes(host), questions()[0]);
  });

  it('is asked for again when five minutes have passed, not before', async () => {
    await refusingServer();
    await ask();
    Date.now = () => now() + 4.9 * minutes;
    await ask();
    assert.equal(questions().length, 1);
    Date.now = () => now() + 5.1 * minutes;
    await ask();
    assert.equal(questions().length, 2);
  });

  it('is asked for by every connection for itself', async () => {
    const hosts = [await refusingServer()];
    await ask();
    hosts.push(await refusingServer());
    await ask();
    assert.deepEqual(
      questions().map(text => hosts.findIndex(host => text.includes(host))),
      [0, 1],
    );
  });
});
