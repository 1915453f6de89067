import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memoryStorage, type Parts, parts } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { sampleSandbox } from '../../host/support.ts';

describe('connections of a window', () => {
  let sandbox: RunningSandbox;
  let other: FaultyServer;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    other = await startFaultyServer(sandbox.url, 'documentation');
    app = parts();
  });
  afterEach(async () => {
    app.dispose();
    await other.close();
    await sandbox.close();
  });

  it('stay signed in when another one signs out', async () => {
    const first = await app.session.signIn({ url: other.url, token: sandbox.token });
    const second = await app.session.signIn({ url: sandbox.url, token: sandbox.token });
    assert.notEqual(first.id, second.id);
    await app.session.signOut(second);
    assert.equal(app.session.current, first);
  });

  it('do not ask for a token when a server rejects one that has signed out', async () => {
    const connection = await app.session.signIn({ url: other.url, token: sandbox.token });
    const refused: string[] = [];
    app.session.onDidLoseAccess(({ id }) => refused.push(id));
    // The sign-in has requested the list.
    await connection.api.request('GET /orgs', {});
    other.fail({ kind: 'status', status: 401 });
    await assert.rejects(connection.api.request('GET /orgs', {}), { kind: 'signedOut' });
    await app.session.signOut(connection);
    await assert.rejects(connection.api.request('GET /orgs', {}), { kind: 'signedOut' });
    assert.deepEqual(refused, [connection.id]);
  });

  it('work in the next window with a token that was pasted with white space', async () => {
    const storage = memoryStorage();
    const before = parts(storage);
    await before.session.signIn({ url: other.url, token: `  ${sandbox.token}\n` });
    before.dispose();
    const after = parts(storage);
    const { api } = await after.session.require();
    assert.ok((await api.listAll('GET /orgs', {})).length > 0);
    after.dispose();
  });
});
