import assert from 'node:assert/strict';
import type { ChangeRequestPlace } from '../../../src/model/content/changeRequests.ts';
import { readVerdicts } from '../../../src/model/reviews/verdicts.ts';

const user = (id: string) => ({ object: 'user', id, displayName: id });
const review = (fields: object) => ({
  id: 'r',
  revision: 'now',
  status: 'approved',
  createdAt: '2026-01-01',
  ...fields,
});

/** Returns the verdicts for these reviews of the server. */
async function verdictsOf(...reviews: object[]) {
  const api = { isSupported: async () => true, listAll: async () => reviews };
  const place = { connection: { api }, space: 's', number: 8 } as unknown as ChangeRequestPlace;
  const verdicts = (await readVerdicts(place, { revision: 'now' })) ?? assert.fail('The server has reviews.');
  return verdicts.map(({ name, status, isOutdated }) => `${name} ${status}${isOutdated ? ', outdated' : ''}`);
}

describe('verdicts on a change request', () => {
  it('are outdated on an earlier revision, even if the server does not say so', async () => {
    const [ada, ben] = [user('ada'), user('ben')];
    assert.deepEqual(await verdictsOf(review({ reviewer: ada, revision: 'before' })), ['ada approved, outdated']);
    assert.deepEqual(await verdictsOf(review({ reviewer: ada })), ['ada approved']);
    const reviews = [
      review({ reviewer: ada, revision: 'before', outdated: false }),
      review({ reviewer: ben, outdated: true }),
    ];
    assert.deepEqual(await verdictsOf(...reviews), ['ada approved', 'ben approved, outdated'], 'as the server says');
  });

  it('are the last of each reviewer, in whichever order the server lists them', async () => {
    const reviewer = user('ada');
    const reviews = [
      review({ reviewer, createdAt: '2026-01-02' }),
      review({ reviewer, createdAt: '2026-01-03', status: 'changes-requested' }),
      review({ reviewer, createdAt: '2026-01-01' }),
    ];
    assert.deepEqual(await verdictsOf(...reviews), ['ada changes-requested']);
    assert.deepEqual(await verdictsOf(...reviews.toReversed()), ['ada changes-requested']);
  });

  it('are all kept when the server does not name the reviewers', async () => {
    const reviews = [review({ id: 'a', reviewer: null }), review({ id: 'b', reviewer: null })];
    assert.equal((await verdictsOf(...reviews)).length, 2);
  });
});
