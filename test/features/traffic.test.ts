import assert from 'node:assert/strict';
import { Discussions } from '../../src/model/discussions/discussions.ts';
import type { RunningSandbox } from '../../src/sandbox/index.ts';
import { addSpace } from '../sandbox/acme.ts';
import { labels, type Parts, parts } from '../host/app.ts';
import { type FaultyServer, otherJson, startFaultyServer } from '../host/faultyServer.ts';
import { itWithOptional, sampleSandbox } from '../host/support.ts';
import { assertTraffic } from '../host/traffic.ts';

/** Milliseconds to the service and back: long enough to tell what waits for what. */
const away = 40;

describe('requests to a service that is far away', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    const { state } = sandbox;
    const organization = state.organizations.all()[0]?.id ?? assert.fail();
    for (let index = 0; index < 50; index++) {
      state.collections.put({ id: `many-${index}`, organization, title: `Many ${index}`, defaultLevel: 'inherit' });
      for (const letter of ['a', 'b'])
        addSpace(state, `many-${index}-${letter}`, { organization, parent: `many-${index}` });
    }
    for (let index = 0; index < 200; index++) addSpace(state, `top-${index}`, { organization });
    state.keepWrites();
    server = await startFaultyServer(sandbox.url, 'documentation', away);
    app = parts();
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const signIn = () => app.session.signIn({ url: server.url, token: sandbox.token });

  it('for signing in and the first view are two at once', async () => {
    await assertTraffic(server, { requests: 2, trips: 1 }, async () => {
      await signIn();
      await labels(app.tree);
    });
  });

  itWithOptional('for an organization of hundreds of spaces are two at once', async () => {
    await signIn();
    await labels(app.tree);
    const rows = await assertTraffic(server, { requests: 2, trips: 1 }, () => labels(app.tree, 'Tidewell'));
    assert.ok(rows.length > 250, `${rows.length} rows`);
  });

  itWithOptional('for a collection is one', async () => {
    await signIn();
    await labels(app.tree, 'Tidewell');
    await assertTraffic(server, { requests: 1, trips: 1 }, () => labels(app.tree, 'Tidewell', 'Many 7'));
  });

  itWithOptional('for a space are two at once', async () => {
    await signIn();
    await labels(app.tree, 'Tidewell', 'Products', 'Heron');
    const way = ['Tidewell', 'Products', 'Heron', 'Heron manual'];
    await assertTraffic(server, { requests: 2, trips: 1 }, () => labels(app.tree, ...way));
  });

  it('for whether one may comment in a space is one, until somebody asks for what is new', async () => {
    const connection = await signIn();
    const discussions = new Discussions(app.session, app.content, app.failures);
    const place = { connection, space: 'heron-manual', version: { kind: 'main' } } as const;
    const ask = () => discussions.mayComment(place);
    await assertTraffic(server, { requests: 1, trips: 1 }, async () => {
      assert.equal(await ask(), true);
      assert.equal(await ask(), true);
    });
    server.fail(
      otherJson(space => ({ ...(space as object), permissions: { comment: false } })),
      /^GET .spaces.[^/]+$/,
    );
    await discussions.refresh();
    assert.equal(await ask(), false);
    discussions.dispose();
  });
});
