import assert from 'node:assert/strict';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { memoryStorage, type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { sampleSandbox } from '../../host/support.ts';

describe('stored accounts', () => {
  let sandbox: RunningSandbox;
  let storage: ReturnType<typeof memoryStorage>;
  const windows: Parts[] = [];

  before(async () => (sandbox = await sampleSandbox()));
  after(() => sandbox.close());
  beforeEach(() => (storage = memoryStorage()));
  afterEach(() => windows.splice(0).forEach(window => window.dispose()));

  /** Opens a window that records the notices about unusable accounts. */
  function open(): Parts & { notices: string[] } {
    const window = parts(storage);
    const notices: string[] = [];
    window.session.onDidNotice(sentence => notices.push(sentence));
    windows.push(window);
    return Object.assign(window, { notices });
  }

  const credentials = (user: string) => ({ url: sandbox.url, token: sandbox.tokenFor(user) });
  const account = { id: 'docs.example-1234', label: 'Ada', url: 'https://docs.example' };

  it('of an earlier version are read, and can be signed out', async () => {
    await storage.secrets.store('accounts', JSON.stringify([account]));
    await storage.secrets.store(`token ${account.id}`, 'secret');
    const { session, notices } = open();
    await session.restore();
    assert.equal(session.current?.label, 'Ada');
    await session.signOut(session.current ?? assert.fail());
    assert.equal(session.current, undefined);
    const later = open();
    await later.session.restore();
    assert.equal(later.session.current, undefined);
    assert.deepEqual(notices, []);
  });

  it('of a newer version are left unchanged with a message', async () => {
    const newer = JSON.stringify({ version: 99, id: account.id, vault: 'elsewhere' });
    await storage.secrets.store(`account ${account.id}`, newer);
    const { session, notices } = open();
    await session.restore();
    assert.match(notices.join(), /newer version of Marginalia/);
    await session.signIn(credentials('mira'));
    assert.equal(await storage.secrets.get(`account ${account.id}`), newer);
    assert.equal(session.current?.id, 'sandbox');
  });

  for (const damaged of ['', '{', 'null', '[]', '{"version":1}', '{"version":1,"id":3}']) {
    it(`that are damaged are moved aside, and hide no others: ${JSON.stringify(damaged)}`, async () => {
      await storage.secrets.store('account broken', damaged);
      await storage.secrets.store(`account ${account.id}`, JSON.stringify({ version: 1, ...account, token: 'secret' }));
      const { session, notices } = open();
      await session.restore();
      assert.deepEqual(
        session.connections.map(({ label }) => label),
        ['Ada'],
      );
      assert.equal(notices.length, 1);
      assert.equal(await storage.secrets.get('damaged account broken'), damaged);
      await session.signIn(credentials('mira'));
      assert.equal(session.current?.id, 'sandbox');
    });
  }

  it('that are damaged in the format of an earlier version do not block signing in', async () => {
    await storage.secrets.store('accounts', '[{"id":');
    const { session, notices } = open();
    await session.signIn(credentials('mira'));
    await session.restore();
    assert.equal(session.current?.id, 'sandbox');
    assert.equal(notices.length, 1);
  });

  it('are used with the token of another window that has signed in again', async () => {
    const [first, second] = [open(), open()];
    await first.session.signIn(credentials('mira'));
    await second.session.restore();
    const before = second.session.current ?? assert.fail();
    await first.session.signIn(credentials('tomasz'));
    await eventually(() => assert.notEqual(second.session.current, before));
    const { items } = (await second.session.current?.api.request('GET /orgs', {})) ?? assert.fail();
    assert.equal(items.length, 1, 'Tomasz is in one organization, Mira in two');
    assert.equal(second.session.current?.id, before.id);
  });

  it('are all kept when two windows sign in at the same time', async () => {
    const [first, second] = [open(), open()];
    const other = JSON.stringify({ version: 1, ...account, token: 'secret' });
    await Promise.all([
      first.session.signIn(credentials('mira')),
      storage.secrets.store(`account ${account.id}`, other),
      second.session.restore(),
    ]);
    const later = open();
    await later.session.restore();
    assert.deepEqual(later.session.connections.map(({ id }) => id).sort(), [account.id, 'sandbox']);
  });

  it('that are signed out in one window are removed from the other', async () => {
    const [first, second] = [open(), open()];
    const connection = await first.session.signIn(credentials('mira'));
    await second.session.restore();
    const gone: string[] = [];
    second.session.onDidSignOut(({ id }) => gone.push(id));
    await first.session.signOut(connection);
    await eventually(() => assert.deepEqual(gone, [connection.id]));
    assert.equal(second.session.current, undefined);
  });
});
