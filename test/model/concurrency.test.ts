import assert from 'node:assert/strict';
import { RefreshableQuery } from '../../src/model/concurrency.ts';

describe('loading of the comments of a discussion', () => {
  let begun: PromiseWithResolvers<void>[];
  let reading: RefreshableQuery;

  beforeEach(() => {
    begun = [];
    reading = new RefreshableQuery(() => {
      const read = Promise.withResolvers<void>();
      begun.push(read);
      return read.promise;
    });
  });

  /** Returns true if a promise is still pending after all microtasks. */
  async function isPending(promise: Promise<void>): Promise<boolean> {
    const soon = new Promise<string>(resolve => setImmediate(() => resolve('pending')));
    return (await Promise.race([promise, soon])) === 'pending';
  }

  it('is shared by concurrent callers', async () => {
    const looks = [reading.refreshIfStale(), reading.ensureLoaded(), reading.refreshIfStale()];
    begun[0]?.resolve();
    await Promise.all(looks);
    assert.equal(begun.length, 1);
    assert.equal(reading.isUpToDate, true);
  });

  it('is repeated once for all callers that refresh while it runs', async () => {
    void reading.refreshIfStale();
    const [again, other] = [reading.refresh(), reading.refresh()];
    assert.equal(begun.length, 1, 'one at a time');
    begun[0]?.resolve();
    assert.equal(await isPending(again), true);
    assert.equal(reading.isUpToDate, false);
    begun[1]?.resolve();
    await Promise.all([again, other, reading.whenIdle()]);
    assert.equal(begun.length, 2);
    assert.equal(reading.isUpToDate, true);
  });

  it('is repeated even if the first load failed', async () => {
    const looked = assert.rejects(reading.refreshIfStale(), /gone/);
    const again = reading.refresh();
    begun[0]?.reject(new Error('gone'));
    await looked;
    assert.equal(await isPending(again), true);
    begun[1]?.resolve();
    await again;
    assert.equal(reading.isUpToDate, true);
  });
});
