import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, pageUri, sampleSandbox } from '../../host/support.ts';
import { screen } from './screen.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const run = (command: string, given?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, given);

describe('comments of an account that signs out', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await (await marginalia()).threads(page);
    await eventually(() => assert.ok(screen().threads.size > 0));
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
  });

  it('leave the screen', async () => {
    await run('session.signOut', 'sandbox');
    assert.equal(screen().threads.size, 0);
  });

  it('do not come back when a refresh that was under way ends', async () => {
    server.fail({ kind: 'held' }, /\/comments$/);
    const refreshed = run('tree.refresh');
    await eventually(() => assert.equal(server.requests.filter(name => name.endsWith('/8/comments')).length, 2));
    await run('session.signOut', 'sandbox');
    await server.recover();
    await refreshed;
    assert.equal(screen().threads.size, 0);
  });
});
