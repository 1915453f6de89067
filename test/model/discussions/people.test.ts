import assert from 'node:assert/strict';
import { People } from '../../../src/model/discussions/people.ts';
import type { Place } from '../../../src/model/content/snapshot.ts';

/** Returns a space of an organization with two pages of 60 members, and the number of pages that were read. */
function twoPages(): { place: Place; read: () => number } {
  let count = 0;
  async function* list() {
    for (const page of [0, 1]) {
      count++;
      await new Promise(resolve => setImmediate(resolve));
      const items = Array.from({ length: 60 }, (_, index) => {
        const id = `crew-${page}-${index}`;
        return { user: { id, displayName: `Crew ${page} ${index}` }, disabled: false };
      });
      yield { items, hasMore: page === 0 };
    }
  }
  const api = { request: async () => ({ organization: 'tidewell' }), list };
  return { place: { connection: { api }, space: 'manual' } as unknown as Place, read: () => count };
}

describe('the members that can be mentioned', () => {
  it('are read once for calls that come together, and the next page only where it is needed', async () => {
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
});
