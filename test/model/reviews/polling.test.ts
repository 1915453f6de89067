import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ApiError } from '../../../src/api/errors.ts';
import { Polling } from '../../../src/model/reviews/polling.ts';
import { resetTimers } from '../../host/timers.ts';

describe('polling', () => {
  let polling: Polling;
  let isSeen: boolean;
  let looks: number[];
  let look: () => Promise<boolean>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    isSeen = true;
    looks = [];
    look = async () => false;
    polling = new Polling(
      () => isSeen,
      () => {
        looks.push(Date.now() / 60_000);
        return look();
      },
    );
    polling.resume();
  });

  afterEach(() => {
    polling.dispose();
    resetTimers();
  });

  /** Advances the time by this number of minutes. */
  async function pass(minutes: number): Promise<void> {
    for (let second = 0; second < minutes * 60; second += 10) {
      mock.timers.tick(10_000);
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    }
  }

  it('runs every minute while something changes', async () => {
    look = async () => true;
    await pass(5);
    assert.deepEqual(looks, [1, 2, 3, 4, 5]);
  });

  it('slows down to every 30 minutes when nothing changes', async () => {
    await pass(6 * 60);
    const waits = looks.map((at, index) => at - (looks[index - 1] ?? 0));
    assert.ok(
      waits.every((wait, index) => wait >= (waits[index - 1] ?? 1)),
      String(waits),
    );
    assert.equal(Math.max(...waits.map(Math.round)), 30);
    assert.ok(looks.length < 25, `${looks.length} looks`);
  });

  it('stops while nothing is visible, and runs at once when it is visible again later', async () => {
    isSeen = false;
    await pass(60);
    assert.deepEqual(looks, []);
    isSeen = true;
    polling.resume();
    await pass(0.5);
    assert.equal(looks.length, 1);
    polling.resume();
    await pass(0.5);
    assert.equal(looks.length, 1, 'not again within a minute');
  });

  it('waits for Retry-After, even when something becomes visible', async () => {
    look = () => Promise.reject(new ApiError('rateLimited', 'Later.', { route: 'GET /orgs', retryAfter: 10 * 60 }));
    await pass(2);
    polling.resume();
    await pass(8);
    assert.equal(looks.length, 1);
    look = async () => true;
    await pass(1.5);
    assert.equal(looks.length, 2);
  });

  it('ends with the window', async () => {
    polling.dispose();
    polling.resume();
    await pass(60);
    assert.deepEqual(looks, []);
  });
});
