import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Snapshot } from '../../../src/model/content/snapshot.ts';
import { versionOf } from '../../../src/model/content/content.ts';
import { stageOfParts } from '../../host/stage.ts';

const megabytes = 12;

describe('the bytes of files', () => {
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

  it('are asked for once to open one, though VS Code asks for its size and then for all of it', async () => {
    const { read } = await opened();
    const sizes = [await read(0), await read(0)];
    assert.ok(sizes[0]);
    assert.equal(on.server.requests.length, 1);
  });

  it('are asked for again when they could not be had before', async () => {
    on.server.fail({ kind: 'status', status: 403 }, /\/files\//);
    const { read } = await opened();
    await assert.rejects(read(0));
    await on.server.recover();
    assert.ok(await read(0));
  });

  it('are kept for a file that is larger than all that is kept', async () => {
    const large = randomBytes(4 * megabytes * 1024 ** 2);
    on.server.fail({ kind: 'other', reply: () => ({ body: large }) }, /\/files\//);
    const { read } = await opened();
    assert.deepEqual([await read(0), await read(0)], [large.length, large.length]);
    assert.equal(on.server.requests.length, 1);
  });

  it('are not kept for each file that was opened', async () => {
    const large = randomBytes(megabytes * 1024 ** 2);
    on.server.fail({ kind: 'other', reply: () => ({ body: large }) }, /\/files\//);
    const { read } = await opened();
    for (const index of [0, 1, 2, 3]) await read(index);
    assert.equal(on.server.requests.length, 4);
    await read(3);
    assert.equal(on.server.requests.length, 4, 'that which was opened last is at hand');
    await read(0);
    assert.equal(on.server.requests.length, 5, 'that which was opened first is not');
  });
});
