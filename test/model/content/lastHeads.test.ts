import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskCache } from '../../../src/model/content/diskCache.ts';
import { LastHeads } from '../../../src/model/content/lastHeads.ts';
import { keyOfPlace, type Place } from '../../../src/model/content/snapshot.ts';
import type { Connection } from '../../../src/model/session/connection.ts';

const place: Place = {
  connection: { id: 'server' } as Connection,
  space: 'manual',
  version: { kind: 'changeRequest', number: 8 },
};
const newest = { revision: 'newest', mtime: 2 };

describe('cached head of the last window', () => {
  let disk: DiskCache;
  const find = () => new LastHeads(disk).find(place, { ask: async () => newest, changed: () => {} });

  beforeEach(() => (disk = new DiskCache(join(tmpdir(), randomUUID()))));
  afterEach(() => disk.forget(place.connection.id));

  it('is shown while the newest head is fetched', async () => {
    const last = { revision: 'last', mtime: 1 };
    await disk.put(['server', 'head', keyOfPlace(place)], last);
    assert.deepEqual(await find(), last);
  });

  it('is not shown after a write', async () => {
    await disk.put(['server', 'head', keyOfPlace(place)], { revision: 'last', mtime: 1 });
    const heads = new LastHeads(disk);
    const finding = heads.find(place, { ask: async () => newest, changed: () => {} });
    heads.expire();
    assert.deepEqual(await finding, newest);
    assert.equal(heads.staleHead(place), undefined);
  });

  for (const odd of [null, 7, 'last', ['last'], {}, { revision: 7, mtime: 1 }, { revision: 'last', mtime: '1' }]) {
    it(`is ignored when it is malformed: ${JSON.stringify(odd)}`, async () => {
      await disk.put(['server', 'head', keyOfPlace(place)], odd);
      assert.deepEqual(await find(), newest);
    });
  }
});
