import assert from 'node:assert/strict';
import { RefreshableQuery } from '../../src/model/concurrency.ts';

describe('what is read of a discussion', () => {
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

  it('is read once for all who look', async () => {
    const looks = [reading.refreshIfStale(), reading.ensureLoaded(), reading.refreshIfStale()];
    begun[0]?.resolve();
    await Promise.all(looks);
    assert.equal(begun.length, 1);
    assert.equal(reading.isUpToDate, true);
  });

  it('is read once more, for all who ask anew while it is read: what they know of may have come after the question', async () => {
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

  it('is read once more though the first time failed', async () => {
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
