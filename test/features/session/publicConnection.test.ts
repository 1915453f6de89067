import assert from 'node:assert/strict';
import type { App } from '../../../src/app.ts';
import { publicApi } from '../../../src/publicApi.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memoryStorage, type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { sampleSandbox } from '../../host/support.ts';

describe('the connection exported to other extensions', () => {
  let sandbox: RunningSandbox;
  let app: Parts;
  let label: string;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    const storage = memoryStorage();
    const before = parts(storage);
    ({ label } = await before.session.signIn({ url: sandbox.url, token: sandbox.token }));
    before.dispose();
    app = parts(storage);
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  it('is that of a stored account before any view is opened', async () => {
    const api = publicApi(app as unknown as App);
    await eventually(() => assert.equal(api.connection?.label, label), 5);
  });

  it('emits an event when it changes', async () => {
    const api = publicApi(app as unknown as App);
    const changed = new Promise<void>(resolve => api.onDidChangeConnection(() => resolve()));
    const first = api.connection;
    assert.equal(first, undefined);
    await changed;
    assert.equal(api.connection?.label, label);
  });
});
