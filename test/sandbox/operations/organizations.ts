import assert from 'node:assert/strict';
import type { Rows } from './row.ts';

const organizationId = 'acme';

export const organizationRows = {
  'GET /orgs': {
    input: {},
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ id }) => id),
        ['acme'],
      ),
    missing: { because: 'somebody without an organization has an empty list' },
    forbidden: { because: 'it lists one’s own organizations' },
  },
  'GET /orgs/{organizationId}': {
    input: { organizationId },
    status: 200,
    success: ({ result }) => assert.equal(result.title, 'Acme'),
    missing: { organizationId: 'zenith' },
    forbidden: { because: 'members may see it, and for others it does not exist' },
  },
  'PATCH /orgs/{organizationId}': {
    input: { organizationId, body: { title: 'Acme Ltd' } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.title, 'Acme Ltd');
      assert.equal((await world.call('GET /orgs/{organizationId}', { organizationId })).title, 'Acme Ltd');
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['rosa', /asks for the role 'admin', and yours is 'review'/],
  },
} satisfies Rows;
