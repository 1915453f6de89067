import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { globSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../host/eventually.ts';
import { DiskCache } from '../../../src/model/content/diskCache.ts';

describe('disk cache of content', () => {
  let folder: string;
  /** Reads a page from the cache, or from a server that returns `fetched`, and waits until it is cached. */
  const text = (connection: string, fetched: string) => read(new DiskCache(folder), connection, fetched);
  async function read(cache: DiskCache, connection: string, fetched: string): Promise<string> {
    const key = [connection, 'page'] as const;
    const value = await cache.getOrFetch(key, isText, () => Promise.resolve(fetched));
    await eventually(async () => assert.equal(await cache.get(key, isText), value));
    return value;
  }
  const isText = (value: unknown): value is string => typeof value === 'string';

  /** Replaces the content of the cached file. */
  function overwrite(json: string): void {
    const [file] = globSync('*/*', { cwd: folder });
    writeFileSync(join(folder, file ?? assert.fail('nothing is kept')), json);
  }

  beforeEach(() => (folder = join(tmpdir(), randomUUID())));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is reused by the next window', async () => {
    assert.equal(await text('server', 'first'), 'first');
    assert.equal(await text('server', 'second'), 'first');
  });

  it('can be read while a value is replaced', async () => {
    const cache = new DiskCache(folder);
    const key = ['server', 'page'] as const;
    const long = 'x'.repeat(1_000_000);
    await cache.put(key, long);
    let isWriting = true;
    const writing = cache.put(key, long).finally(() => (isWriting = false));
    do assert.equal((await cache.get(key, isText))?.length, long.length);
    while (isWriting);
    await writing;
  });

  it('is separate for each account', async () => {
    assert.equal(await text('server', 'of the one'), 'of the one');
    assert.equal(await text('other', 'of the other'), 'of the other');
  });

  it('fetches again when a file was truncated', async () => {
    assert.equal(await text('server', 'first'), 'first');
    overwrite('"fir');
    assert.equal(await text('server', 'second'), 'second');
    assert.equal(await text('server', 'third'), 'second');
  });

  for (const json of ['null', '[]', '{"text":"first"}', '7']) {
    it(`fetches again when a file has other content: ${json}`, async () => {
      assert.equal(await text('server', 'first'), 'first');
      overwrite(json);
      assert.equal(await text('server', 'second'), 'second');
      assert.equal(await text('server', 'third'), 'second');
    });
  }

  it('keeps new entries when two windows prune at the same time', async () => {
    assert.equal(await text('server', 'first'), 'first');
    const [account = ''] = globSync('*', { cwd: folder });
    for (let index = 0; index < 20; index++) writeFileSync(join(folder, account, `${index}`), '"old"');
    const windows = [1, 2].map(() => new DiskCache(folder, () => true, 3));
    const put = async (window: DiskCache) => {
      const key = ['server', randomUUID()] as const;
      await window.put(key, 'kept');
      return window.get(key, isText);
    };
    assert.deepEqual(await Promise.all(windows.map(put)), ['kept', 'kept']);
    assert.ok(globSync('*/*', { cwd: folder }).length <= 5);
  });

  it('is deleted when the account signs out', async () => {
    assert.equal(await text('server', 'first'), 'first');
    await new DiskCache(folder).forget('server');
    assert.equal(await text('server', 'second'), 'second');
  });

  it('stores nothing when fetching fails', async () => {
    await assert.rejects(
      new DiskCache(folder).getOrFetch(['server', 'page'], isText, () => Promise.reject(new Error('down'))),
      /down/,
    );
    assert.equal(await text('server', 'up again'), 'up again');
  });

  it('is pruned by the next window, oldest entries first', async () => {
    const keep = (connection: string) => read(new DiskCache(folder, () => true, 2), connection, connection);
    const files = () => globSync('*/*', { cwd: folder });
    for (const connection of ['old', 'older', 'oldest']) {
      const before = new Set(files());
      await keep(connection);
      const made = files().find(file => !before.has(file)) ?? assert.fail('nothing is kept');
      utimesSync(join(folder, made), 1e9 - connection.length, 1e9 - connection.length);
    }
    await keep('new');
    const texts = ['old', 'older', 'oldest', 'new'].map(connection => text(connection, 'anew'));
    assert.deepEqual(await Promise.all(texts), ['old', 'older', 'anew', 'new']);
    const window = new DiskCache(folder, () => true, 2);
    for (let index = 0; index < 5; index++) await window.put(['server', `${index}`], `${index}`);
    assert.equal(await window.get(['server', '0'], isText), '0', 'what is looked at now stays');
  });

  it('falls back to the service when the disk is not writable', async () => {
    writeFileSync(folder, 'a file where the folder belongs');
    const cache = new DiskCache(folder);
    const ask = () => cache.getOrFetch(['server', 'page'], isText, async () => 'asked');
    assert.equal(await ask(), 'asked');
    await cache.put(['server', 'page'], 'kept');
    assert.equal(await ask(), 'asked');
  });
});
