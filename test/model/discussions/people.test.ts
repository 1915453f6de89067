import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors.ts';
import { People } from '../../../src/model/discussions/people.ts';
import type { Place } from '../../../src/model/content/snapshot.ts';

interface TwoPages {
  place: Place;
  /** The number of pages that were asked for. */
  read: () => number;
  /** The next page fails. */
  failNext: (error: Error) => void;
  /** The next request for the space fails. */
  failSpace: (error: Error) => void;
}

/** Returns a space of an organization with two pages of 60 members. */
function twoPages(): TwoPages {
  let count = 0;
  const failures: { page?: Error | undefined; space?: Error | undefined } = {};
  const throwOnce = (name: 'page' | 'space') => {
    const { [name]: error } = failures;
    failures[name] = undefined;
    if (error) throw error;
  };
  async function* list() {
    for (const page of [0, 1]) {
      count++;
      await new Promise(resolve => setImmediate(resolve));
      throwOnce('page');
      const items = Array.from({ length: 60 }, (_, index) => {
        const id = `crew-${page}-${index}`;
        return { user: { id, displayName: `Crew ${page} ${index}` }, disabled: false };
      });
      yield { items, hasMore: page === 0 };
    }
  }
  const request = async () => {
    throwOnce('space');
    return { organization: 'tidewell' };
  };
  return {
    place: { connection: { api: { request, list } }, space: 'manual' } as unknown as Place,
    read: () => count,
    failNext: error => (failures.page = error),
    failSpace: error => (failures.space = error),
  };
}

describe('members that can be mentioned', () => {
  it('are fetched once for concurrent calls, and the next page only when it is needed', async () => {
    const people = new People();
    const { place, read } = twoPages();
    const [, { people: listed }] = await Promise.all([
      people.lookUp(place, ['crew-0-1']),
      people.members(place, 'Crew'),
    ]);
    assert.deepEqual([listed.length, read()], [60, 1]);
    await people.lookUp(place, ['crew-1-1']);
    assert.deepEqual([people.nameOf(place.connection, 'crew-1-1'), read()], ['Crew 1 1', 2]);
  });

  it('are fetched again from the first page after a page failed', async () => {
    const people = new People();
    const { place, failNext } = twoPages();
    await people.members(place, 'Crew');
    failNext(new Error('No network'));
    await assert.rejects(people.lookUp(place, ['crew-1-1']), /No network/);
    const { isWhole } = await people.members(place, 'Crew 1');
    assert.equal(isWhole, false, 'the members who are missing are not said to be nobody');
    await people.lookUp(place, ['crew-1-1']);
    assert.equal(people.nameOf(place.connection, 'crew-1-1'), 'Crew 1 1');
    const { people: listed, isWhole: isWholeNow } = await people.members(place, 'Crew 1');
    assert.deepEqual([listed.length, isWholeNow], [60, true]);
  });

  it('are fetched again after the space could not be fetched', async () => {
    const people = new People();
    const { place, failSpace } = twoPages();
    failSpace(new Error('No network'));
    await assert.rejects(people.members(place, 'Crew'), /No network/);
    assert.equal((await people.members(place, 'Crew')).people.length, 60);
  });

  it('are complete when the user may not list more', async () => {
    const people = new People();
    const { place, failNext, read } = twoPages();
    await people.members(place, 'Crew');
    failNext(new ApiError('forbidden', 'No.', { route: 'GET /orgs/{organizationId}/members' }));
    const { people: listed, isWhole } = await people.members(place, 'Crew 1');
    assert.deepEqual([listed.length, isWhole, read()], [0, true, 2]);
  });
});
