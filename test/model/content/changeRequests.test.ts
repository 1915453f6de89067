import assert from 'node:assert/strict';
import type { ChangeRequestPlace } from '../../../src/model/content/changeRequests.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import { type Parts, parts } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { editContent, pagesOf, sampleSandbox } from '../../host/support.ts';

const space = 'heron-manual';

describe('change request cache', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let app: Parts;
  let place: ChangeRequestPlace;
  let other: ChangeRequestPlace;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    app = parts();
    const connection = await app.session.signIn({ url: server.url, token: sandbox.token });
    const { api } = connection;
    const open = await api.listAll('GET /spaces/{spaceId}/change-requests', {
      spaceId: space,
      query: { status: 'open' },
    });
    const upToDate = open.filter(({ outdated }) => !outdated);
    const [first, second] = upToDate.map(({ number }) => ({ connection, space, number }));
    assert.ok(first && second);
    place = first;
    other = second;
  });
  afterEach(async () => {
    app.dispose();
    await server.close();
    await sandbox.close();
  });

  const input = ({ number }: ChangeRequestPlace) => ({ spaceId: space, changeRequestId: String(number) });
  const base = '/spaces/{spaceId}/change-requests/{changeRequestId}';
  const api = () => place.connection.api;
  const head = async (of: ChangeRequestPlace) => (await app.content.snapshot(versionOf(of))).head.revision;

  /** Returns the requests during a function. */
  async function asked(run: () => Promise<unknown>): Promise<string[]> {
    server.requests.length = 0;
    await run();
    return [...server.requests];
  }

  it('fetches a change request once', async () => {
    await head(place);
    assert.deepEqual(await asked(() => Promise.all([head(place), app.content.changeRequests.get(place)])), []);
  });

  it('fetches again before a decision while an older request is pending', async () => {
    const route = new RegExp(`^GET /spaces/${space}/change-requests/${place.number}$`);
    const requests = () => server.requests.filter(request => route.test(request)).length;
    const before = requests();
    server.fail({ kind: 'late' }, route);
    const older = app.content.changeRequests.get(place);
    await server.waiting();
    const { state } = sandbox;
    const [row] = state.changeRequests.by('number', numberKey(space, place.number));
    state.changeRequests.put({ ...(row ?? assert.fail()), subject: 'Changed meanwhile' });
    state.keepWrites();
    const fresh = app.content.changeRequests.fetch(place);
    await eventually(() => assert.equal(requests(), before + 2), 10).finally(() => server.recover());
    assert.equal((await fresh).subject, 'Changed meanwhile');
    await older;
  });

  it('keeps the last head while the service is unreachable, and retries', async () => {
    const before = await head(place);
    await server.refuse();
    await assert.rejects(app.content.changeRequests.fetch(place));
    assert.equal(await head(place), before);
    await assert.rejects(app.content.changeRequests.get(place));
  });

  it('ignores a reply to a request that was sent before the cache was cleared', async () => {
    const known = await app.content.changeRequests.get(place);
    const before = performance.now();
    app.content.changeRequests.clear();
    app.content.changeRequests.add(place, { ...known, revision: 'old' }, before);
    assert.notEqual(await head(place), 'old');
    app.content.changeRequests.add(place, { ...known, revision: 'new' }, performance.now());
    assert.equal(await head(place), 'new');
  });

  it('ignores a reply to a request that was sent before a write', async () => {
    const known = await app.content.changeRequests.get(place);
    const before = performance.now();
    await api().request(`POST ${base}/update`, input(place));
    app.content.changeRequests.add(place, { ...known, revision: 'old' }, before);
    assert.notEqual(await head(place), 'old');
  });

  it('refreshes the change request after a comment, but not its content', async () => {
    const { comments } = await app.content.changeRequests.get(place);
    await api().request(`POST ${base}/comments`, { ...input(place), body: { body: { markdown: 'Hm.' } } });
    assert.deepEqual(await asked(() => head(place)), []);
    assert.equal((await app.content.changeRequests.get(place)).comments, comments + 1);
  });

  it('refreshes the change request after a status change', async () => {
    await app.content.changeRequests.get(place);
    await api().request(`PATCH ${base}`, { ...input(place), body: { status: 'draft' } });
    assert.equal((await app.content.changeRequests.get(place)).status, 'draft');
  });

  it('marks a change request as outdated after another one was merged', async () => {
    assert.equal((await app.content.changeRequests.get(other)).outdated, false);
    await api().request(`POST ${base}/merge`, input(place));
    assert.equal((await app.content.changeRequests.get(other)).outdated, true);
  });

  it('announces the new head after an update', async () => {
    const before = await head(other);
    await api().request(`POST ${base}/merge`, input(place));
    const notified: (number | string)[] = [];
    const listening = app.content.onDidChange(({ version }) => {
      notified.push(version.kind === 'changeRequest' ? version.number : version.kind);
    });
    await api().request(`POST ${base}/update`, input(other));
    listening.dispose();
    assert.ok(notified.includes(other.number));
    assert.notEqual(await head(other), before);
  });

  it('keeps a shared request alive when one of its callers aborts', async () => {
    const abandoned = new AbortController();
    server.fail({ kind: 'held' }, /\/change-requests\/8$/, 1);
    const [leaving, staying] = [
      app.content.changeRequests.fetch(place, abandoned.signal),
      app.content.changeRequests.get(place),
    ];
    await server.waiting();
    abandoned.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    server.release();
    assert.equal((await staying).number, place.number);
  });

  it('announces a new head that a list contains', async () => {
    await head(place);
    const [page] = pagesOf(sandbox, place);
    const notified: number[] = [];
    const listening = app.content.onDidChange(({ version }) => {
      if (version.kind === 'changeRequest') notified.push(version.number);
    });
    editContent(sandbox, place, [{ operation: 'update_page', page: page?.id ?? '', title: 'Renamed elsewhere' }]);
    const fresh = await app.content.changeRequests.fetch(place);
    assert.equal(await head(place), fresh.revision);
    listening.dispose();
    assert.deepEqual(notified, [place.number]);
  });
});
