import assert from 'node:assert/strict';
import type { Node } from '../../../src/ui/tree/node.ts';
import { isOptional, type Route } from '../../../src/api/routes.ts';
import { overviewText } from '../../../src/features/content/overview.ts';
import optionalRoutes from '../../../src/api/optional.json' with { type: 'json' };
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { labels, memoryStorage, type Parts, parts, row } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { itWithOptional, sampleSandbox } from '../../host/support.ts';

const reads = (optionalRoutes as Route[]).filter(route => isOptional(route) && route.startsWith('GET '));

/** Matches the requests of a route, as the faulty server names them. */
function requestsOf(route: Route): RegExp {
  return new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`);
}

/** A failure that the client does not retry. */
const failing = { kind: 'status', status: 505, message: 'The test refuses it.' } as const;

describe('a server where one optional operation fails', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;

  before(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
  });
  beforeEach(() => void (app = parts()));
  afterEach(async () => {
    await server.recover();
    app.dispose();
  });
  after(async () => {
    await server.close();
    await sandbox.close();
  });

  /** Opens a window while an account is stored. */
  async function windowOfStoredAccount(): Promise<Parts> {
    const storage = memoryStorage();
    const window = parts(storage);
    await window.session.signIn({ url: server.url, token: sandbox.token });
    window.dispose();
    app.dispose();
    return parts(storage);
  }

  const errorsOf = (rows: readonly Node[]) => rows.filter(({ contextValue }) => contextValue === 'error');

  for (const route of reads) {
    it(`still shows organizations, spaces, change requests and reviews: ${route}`, async () => {
      if (route === 'GET /user') app = await windowOfStoredAccount();
      server.fail(failing, requestsOf(route));
      const connection =
        (await app.session.find('sandbox')) ?? (await app.session.signIn({ url: server.url, token: sandbox.token }));
      assert.ok(
        (await labels(app.tree, 'Tidewell', 'Products', 'Heron')).some(label => label.includes('Heron manual')),
      );
      const changeRequest = await row(app.tree, 'Tidewell', 'Products', 'Heron', 'Heron manual', '#8');
      const rows = await app.tree.getChildren(changeRequest);
      assert.deepEqual(errorsOf(rows), []);
      const isList = route.endsWith('/changes') && !route.includes('revision');
      const hasNote = rows.some(({ label }) => label === 'Changes could not be listed');
      assert.equal(hasNote, isList);
      const always = ['Overview and discussion', 'Reviewers', 'Conversations', 'All pages', 'Files'];
      assert.deepEqual(
        always.filter(label => !rows.some(row => row.label === label)),
        [],
      );
      const overview = await overviewText(app.content, { connection, space: 'heron-manual', number: 8 });
      assert.match(overview, /\*\*Author:\*\*/);
      const lists = await app.reviewLists.getChildren();
      const rowsOfLists = await Promise.all(lists.map(list => app.reviewLists.getChildren(list)));
      const isListOfAll = route === 'GET /orgs/{organizationId}/change-requests';
      assert.equal(errorsOf(rowsOfLists.flat()).length > 0, isListOfAll);
    });
  }

  itWithOptional(
    'shows the spaces of an organization that it listed before, and says that some may be missing',
    async () => {
      await app.session.signIn({ url: server.url, token: sandbox.token });
      const before = await labels(app.tree, 'Tidewell');
      server.fail(failing, /^GET \/orgs\/[^/]+\/spaces$/);
      app.tree.clear();
      const note = 'Not all spaces could be listed';
      assert.deepEqual((await labels(app.tree, 'Tidewell')).sort(), [...before, note].sort());
      await server.recover();
      app.tree.clear();
      assert.deepEqual(await labels(app.tree, 'Tidewell'), before);
    },
  );

  it('signs in no other account while it fails to report the current user', async () => {
    const other = await startFaultyServer(sandbox.url, 'another');
    const account = { url: other.url, token: sandbox.token };
    const { id } = await app.session.signIn(account);
    other.fail(failing, /^GET \/user$/);
    await assert.rejects(app.session.signIn(account), { kind: 'serverFailed' });
    assert.deepEqual(
      app.session.connections.map(connection => connection.id),
      [id],
    );
    await other.close();
  });
});
