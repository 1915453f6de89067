import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LastSeenRevisions } from '../../../src/model/reviews/lastSeenRevisions.ts';
import type { Connection } from '../../../src/model/session/connection.ts';
import { memento } from '../../host/app.ts';

const place = { connection: { id: 'service' } as Connection, space: 'space', number: 1 };
const minute = 60_000;

describe('the last visit of a change request', () => {
  let looked: LastSeenRevisions;

  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'] });
    looked = new LastSeenRevisions(memento());
  });
  afterEach(() => mock.timers.reset());

  async function look(revision: string, at: number): Promise<void> {
    mock.timers.setTime(at);
    await looked.record(place, revision);
  }

  it('is the last one before the current revision', async () => {
    await look('first', minute);
    assert.equal(looked.previousVisit(place, 'first'), undefined);
    await look('first', 5 * minute);
    for (const at of [10, 20, 30]) await look('second', at * minute);
    assert.deepEqual(looked.previousVisit(place, 'second'), { revision: 'first', at: 5 * minute });
    const { revision, at } = looked.previousVisit(place, 'third') ?? {};
    assert.deepEqual([revision, at], ['second', 30 * minute]);
  });

  it('is separate for each change request', async () => {
    await look('first', minute);
    assert.equal(looked.previousVisit({ ...place, number: 11 }, 'second'), undefined);
  });
});
