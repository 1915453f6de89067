import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { App } from '../../../src/app.ts';
import { ApiError } from '../../../src/api/errors.ts';
import type { ListPage } from '../../../src/api/listings.ts';
import { commands } from '../../../src/features/tree/commands.ts';
import type { Connection } from '../../../src/model/session/connection.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { Node } from '../../../src/ui/tree/node.ts';
import { Tree } from '../../../src/ui/tree/tree.ts';
import { labels, memoryStorage, type Parts, parts, row } from '../../host/app.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { describeOnce, sampleSandbox } from '../../host/support.ts';

const minute = 60_000;
const { now } = Date;

describeOnce('the tree while the service is offline', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  /** Settles when a secret may be deleted. */
  let removing: Promise<void> | undefined;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    removing = undefined;
    const { secrets } = memoryStorage();
    const forget = async (key: string) => (await removing, secrets.delete(key));
    app = parts({ secrets: { ...secrets, delete: forget } });
    await app.session.signIn({ url: server.url, token: sandbox.token });
  });
  afterEach(async () => {
    Date.now = now;
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const open = [
    ['Tidewell'],
    ['Tidewell', 'Products'],
    ['Tidewell', 'Products', 'Heron'],
    ['Tidewell', 'OpenAPI specs'],
  ];

  /** Returns the labels of the expanded rows, level by level. */
  async function labelsByLevel(): Promise<string[][]> {
    const levels = [await labels(app.tree)];
    for (const path of open) levels.push(await labels(app.tree, ...path));
    return levels;
  }

  const top = async () => (await app.tree.getChildren())[0] ?? assert.fail('nothing is shown');
  const tryAgain = async () => {
    const { command } = await top();
    const discussions = { refresh: async () => {} };
    await commands[command?.command ?? '']?.run({ ...app, discussions } as unknown as App, undefined);
  };

  it('shows its cached rows, and one offline indicator on top', async () => {
    const before = await labelsByLevel();
    await server.refuse();
    app.tree.refresh();
    const [[offline, ...organizations] = [], ...below] = await labelsByLevel();
    assert.match(offline ?? '', /^Not reached$/);
    assert.deepEqual([organizations, ...below], before);
    const { tooltip = '', accessibleLabel = '', description } = await top();
    assert.match(description ?? '', /^updated now · since \d{1,2}:\d\d\s[AP]M$/);
    assert.match(tooltip, /cannot be reached: nothing listens there\. Check the network.*then try again\.$/s);
    assert.match(accessibleLabel, /^Not reached since \d{1,2}:\d\d\s[AP]M; last updated now\. Try again$/);
  });

  // The client tests determine which replies come from a gateway; each is retried for 17 seconds.
  for (const status of [undefined, 502] as const) {
    it(`shows the indicator, too, when something else answers: ${status ?? 'a captive portal'}`, async () => {
      const before = await labelsByLevel();
      server.fail({ kind: 'html', ...(status && { status }) });
      app.tree.refresh();
      const [[offline, ...organizations] = [], ...below] = await labelsByLevel();
      assert.match(offline ?? '', /^Not reached$/);
      assert.deepEqual([organizations, ...below], before);
      const { tooltip = '' } = await top();
      assert.match(tooltip, /was answered by something that is not the service: a web page.*then try again\.$/s);
      const asked = server.requests.length;
      await labelsByLevel();
      assert.equal(server.requests.length, asked, 'what is not the service is taken for its answer');
      await server.recover();
      await tryAgain();
      assert.deepEqual(await labelsByLevel(), before);
    });
  }

  it('shows nothing else for rows that were never loaded', async () => {
    const before = await labels(app.tree);
    await server.refuse();
    assert.deepEqual(await labels(app.tree, 'Tidewell'), ['Not read yet', 'Sites', 'OpenAPI specs', 'Administration']);
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'Sites'), ['Not read yet']);
    assert.deepEqual((await labels(app.tree)).slice(1), before);
  });

  it('shows only the indicator when nothing was loaded', async () => {
    // The sign-in has requested the list.
    await app.session.current?.api.request('GET /orgs', {});
    await server.refuse();
    const rows = await app.tree.getChildren();
    assert.deepEqual(
      rows.map(({ description }) => description?.replace(/\d{1,2}:\d\d\s[AP]M$/, 'now')),
      ['nothing read yet · since now'],
    );
    assert.match(rows[0]?.label ?? '', /^Not reached$/);
  });

  it('keeps showing that a list is empty', async () => {
    const empty = ['Open Rivers Network', 'Sites'];
    assert.deepEqual(await labels(app.tree, ...empty), ['No sites']);
    await server.refuse();
    app.tree.refresh();
    assert.deepEqual(await labels(app.tree, ...empty), ['No sites']);
  });

  it('shows the age of its rows and the start of the outage, updated on each retry', async () => {
    let time = new Date(2026, 10, 22, 9, 0).getTime();
    Date.now = () => time;
    await labelsByLevel();
    time += 5 * minute;
    await server.refuse();
    await tryAgainAll();
    assert.equal(await description(), 'updated 5 minutes ago · since 9:05 AM');
    time += 2 * minute;
    await tryAgain();
    await labelsByLevel();
    assert.equal(await description(), 'updated 7 minutes ago · since 9:05 AM');
    time += 26 * 60 * minute;
    assert.equal(await description(), 'updated 1 day ago · since Nov 22, 2026, 9:05 AM');
    time -= 25 * 60 * minute;
    assert.equal(await description(), 'updated 1 hour ago · since 9:05 AM');
  });

  async function tryAgainAll(): Promise<void> {
    app.tree.refresh();
    await labelsByLevel();
  }

  /** Versions of ICU differ in the space before "AM". */
  const description = async () => (await top()).description?.replace(/\s/g, ' ');

  it('shows the age of the oldest rows', async () => {
    let time = new Date(2026, 10, 22, 9, 0).getTime();
    Date.now = () => time;
    await labels(app.tree);
    time += 20 * minute;
    await labels(app.tree, 'Tidewell');
    time += 10 * minute;
    await server.refuse();
    await labels(app.tree, 'Open Rivers Network');
    assert.equal(await description(), 'updated 30 minutes ago · since 9:30 AM');
  });

  it('reloads everything on a retry when the service is back', async () => {
    const before = await labelsByLevel();
    await server.refuse();
    await tryAgainAll();
    await server.recover();
    for (const one of sandbox.state.collections.all()) {
      sandbox.state.collections.put({ ...one, title: `New ${one.title}` });
    }
    await tryAgain();
    assert.deepEqual(await labels(app.tree), before[0]);
    assert.ok((await labels(app.tree, 'Tidewell')).includes('New Products'));
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'New Products'), ['New Heron']);
  });

  it('reloads what it could not load when another list succeeds', async () => {
    await labels(app.tree);
    await server.refuse();
    assert.deepEqual(await labels(app.tree, 'Tidewell', 'Sites'), ['Not read yet']);
    await server.recover();
    let drawn = 0;
    app.tree.onDidChangeTreeData(node => node === undefined && drawn++);
    const other = await row(app.tree, 'Open Rivers Network');
    app.tree.refresh(other);
    await app.tree.getChildren(other);
    assert.ok(drawn > 0, 'VS Code is not told to draw the top');
    assert.deepEqual(await labels(app.tree), ['Tidewell', 'Open Rivers Network']);
    assert.ok((await labels(app.tree, 'Tidewell', 'Sites')).includes('Heron documentation'));
  });

  for (const status of [403, 500]) {
    it(`shows other errors where they occur: ${status}`, async () => {
      await labelsByLevel();
      server.fail({ kind: 'status', status }, /\/openapi$/);
      app.tree.refresh();
      const [organizations, ...below] = await labelsByLevel();
      assert.deepEqual(organizations, ['Tidewell', 'Open Rivers Network']);
      assert.deepEqual(
        below.flat().filter(label => /Not re|Retry/.test(label)),
        ['Retry'],
      );
    });
  }

  describe('with a second account', () => {
    let sam: Connection;
    let other: FaultyServer;

    afterEach(() => other.close());
    beforeEach(async () => {
      const mira = app.session.current ?? assert.fail();
      other = await startFaultyServer(sandbox.url, 'documentation');
      sam = await app.session.signIn({ url: other.url, token: sandbox.tokenFor('sam') });
      // The sign-in has requested the list.
      await sam.api.request('GET /orgs', {});
      app.session.setCurrent(mira);
      await labelsByLevel();
      for (const one of [server, other]) await one.refuse();
    });

    it('shows it for the remaining account when the other one signs out', async () => {
      await tryAgainAll();
      await app.session.signOut(app.session.current ?? assert.fail());
      assert.equal(app.session.current, sam);
      assert.deepEqual(
        (await app.tree.getChildren()).map(({ label, accessibleLabel = '' }) => [
          label,
          /[^;]*$/.exec(accessibleLabel)?.[0],
        ]),
        [['Not reached', ' nothing has been read yet. Try again']],
      );
    });

    it('shows it while an account is signed out', async () => {
      await tryAgainAll();
      const before = await labelsByLevel();
      const { promise: removed, resolve: keep } = Promise.withResolvers<void>();
      removing = removed;
      const leaving = app.session.signOut(app.session.current ?? assert.fail());
      assert.deepEqual(await labelsByLevel(), before);
      keep();
      await leaving;
      assert.match((await top()).label, /^Not reached$/);
    });

    it('hides it once everybody has signed out', async () => {
      await tryAgainAll();
      for (const one of app.session.connections) await app.session.signOut(one);
      assert.deepEqual(await app.tree.getChildren(), []);
    });
  });

  it('resets it with another account', async () => {
    await labelsByLevel();
    await server.refuse();
    await tryAgainAll();
    await app.session.signIn({ url: sandbox.url, token: sandbox.tokenFor('sam') });
    assert.ok(!(await labels(app.tree)).some(label => label === 'Not reached'));
  });
});

describe('a list while the service is offline', () => {
  const { log, failures, dispose } = { log: [] as string[], ...silent() };
  /** Number of further pages that are returned. */
  let answered: number;
  let reads: number;
  let tree: Tree;
  const lists: Record<string, number> = { long: 4, short: 1 };

  function silent() {
    const all = parts();
    return { failures: all.failures, dispose: () => all.dispose() };
  }
  after(dispose);

  beforeEach(() => {
    answered = Infinity;
    reads = 0;
    log.length = 0;
    failures.log = sentence => void log.push(sentence);
    const rows = Object.entries(lists).map(([id, pages]): Node => ({
      id,
      label: id,
      contextValue: 'row',
      children: { list: () => pagesOf(id, pages), empty: 'Nothing' },
    }));
    tree = new Tree({ list: () => pagesOf('top', 1, rows), empty: '' }, failures);
  });
  afterEach(() => {
    tree.dispose();
    mock.timers.reset();
  });

  async function* pagesOf(id: string, pages: number, rows?: Node[]): AsyncGenerator<ListPage<Node>> {
    for (let page = 0; page < pages; page++) {
      reads++;
      if (answered-- <= 0) throw new ApiError('timedOut', 'It did not answer in time.', { route: 'GET /x' });
      const items =
        rows ??
        [0, 1].map(index => ({ id: `${id} ${page}.${index}`, label: `${page}.${index}`, contextValue: 'item' }));
      yield { items, hasMore: page < pages - 1 };
    }
  }

  const rowsOf = async (id: string) =>
    (await tree.getChildren((await find(id)) ?? assert.fail())).map(({ label, description }) => label || description);
  const find = async (id: string) => (await tree.getChildren()).find(node => node.id === id);

  it('keeps its length, with a row that says that there is more', async () => {
    await rowsOf('long');
    await tree.loadMore((await find('long')) ?? assert.fail());
    const read = ['0.0', '0.1', '1.0', '1.1'];
    assert.deepEqual(await rowsOf('long'), [...read, 'Load more']);
    answered = 0;
    tree.refresh();
    assert.deepEqual(await rowsOf('long'), [...read, 'More is not read yet']);
    answered = Infinity;
    tree.refresh();
    assert.deepEqual(await rowsOf('long'), [...read, 'Load more']);
  });

  it('keeps its length when more was requested', async () => {
    await rowsOf('long');
    answered = 0;
    await tree.loadMore((await find('long')) ?? assert.fail());
    assert.deepEqual(await rowsOf('long'), ['0.0', '0.1', 'More is not read yet']);
    answered = Infinity;
    tree.refresh();
    assert.deepEqual(await rowsOf('long'), ['0.0', '0.1', '1.0', '1.1', 'Load more'], 'what was asked for comes then');
  });

  it('keeps its length when the service goes offline midway', async () => {
    await rowsOf('long');
    await tree.loadMore((await find('long')) ?? assert.fail());
    answered = 1;
    tree.refresh((await find('long')) ?? assert.fail());
    assert.deepEqual(await rowsOf('long'), ['0.0', '0.1', '1.0', '1.1', 'More is not read yet']);
  });

  it('is requested once on each retry, however often it is drawn', async () => {
    await rowsOf('short');
    answered = 0;
    tree.refresh();
    await rowsOf('short');
    const before = reads;
    await rowsOf('short');
    await tree.getChildren();
    assert.equal(reads, before);
  });

  it('shows an age that grows without retries', async () => {
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: new Date(2026, 10, 22, 9, 0) });
    await rowsOf('short');
    answered = 0;
    tree.refresh();
    await rowsOf('short');
    const [offline] = await tree.getChildren();
    const drawn: (Node | undefined)[] = [];
    tree.onDidChangeTreeData(node => drawn.push(node));
    mock.timers.tick(3 * minute);
    assert.deepEqual([...new Set(drawn)], [offline], 'that row alone is drawn');
    assert.equal(offline?.description?.replace(/\s/g, ' '), 'updated 3 minutes ago · since 9:00 AM');
    answered = Infinity;
    tree.refresh();
    await rowsOf('short');
    drawn.length = 0;
    mock.timers.tick(3 * minute);
    assert.deepEqual(drawn, []);
  });
});
