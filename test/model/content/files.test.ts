import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Snapshot } from '../../../src/model/content/snapshot.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import { stageOfParts } from '../../host/stage.ts';

const megabytes = 12;

describe('file content', () => {
  const on = stageOfParts();

  async function opened(): Promise<{ snapshot: Snapshot; read: (index: number) => Promise<number> }> {
    const connection = on.app.session.current ?? assert.fail();
    const snapshot = await on.app.content.snapshot(versionOf({ connection, space: 'heron-manual', number: 8 }));
    const files = [...(await snapshot.files()).byPath.values()];
    on.server.requests.length = 0;
    const read = async (index: number) => {
      const { file } = files[index] ?? assert.fail('the sample has too few files');
      return (await snapshot.bytes(file)).length;
    };
    return { snapshot, read };
  }

  it('is fetched once although VS Code calls stat and readFile', async () => {
    const { read } = await opened();
    const sizes = [await read(0), await read(0)];
    assert.ok(sizes[0]);
    assert.equal(on.server.requests.length, 1);
  });

  it('is fetched again after a failure', async () => {
    on.server.fail({ kind: 'status', status: 403 }, /\/files\//);
    const { read } = await opened();
    await assert.rejects(read(0));
    await on.server.recover();
    assert.ok(await read(0));
  });

  it('is cached even if it is larger than the cache', async () => {
    const large = randomBytes(4 * megabytes * 1024 ** 2);
    on.server.fail({ kind: 'other', reply: () => ({ body: large }) }, /\/files\//);
    const { read } = await opened();
    assert.deepEqual([await read(0), await read(0)], [large.length, large.length]);
    assert.equal(on.server.requests.length, 1);
  });

  it('is evicted when newer files fill the cache', async () => {
    const large = randomBytes(megabytes * 1024 ** 2);
    on.server.fail({ kind: 'other', reply: () => ({ body: large }) }, /\/files\//);
    const { read } = await opened();
    for (const index of [0, 1, 2, 3]) await read(index);
    assert.equal(on.server.requests.length, 4);
    await read(3);
    assert.equal(on.server.requests.length, 4, 'the newest file is cached');
    await read(0);
    assert.equal(on.server.requests.length, 5, 'the oldest file is evicted');
  });
});
