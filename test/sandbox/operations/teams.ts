import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const organizationId = 'acme';
const writers = { organizationId, teamId: 'writers' };
const notAdmin = /asks for the role Administrator, and yours is Editor/;
const guest = /You may not see its teams: 'Acme' asks for the role Reader, and you are a guest/;
const noTeam = { teamId: 'nowhere' };

const read = (world: OpenSandbox, teamId = 'writers') =>
  world.call('GET /orgs/{organizationId}/teams/{teamId}', { organizationId, teamId });

/** Returns `rosa owner, eden member`, and asserts that the team has the same count. */
async function membersOf(world: OpenSandbox): Promise<string> {
  const { items, count } = await world.call('GET /orgs/{organizationId}/teams/{teamId}/members', writers);
  assert.equal((await read(world)).members, count);
  return items.map(({ organization, team: { role } }) => `${organization.id} ${role}`).join(', ');
}

export const teamRows = {
  'GET /orgs/{organizationId}/teams': {
    input: { organizationId, query: { owner: 'rosa', title: 'RIT' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(result, { count: 1, items: [await read(world)] });
      const none = await world.call('GET /orgs/{organizationId}/teams', { organizationId, query: { owner: 'eden' } });
      assert.deepEqual(none, { count: 0, items: [] });
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['gus', guest],
  },
  'PUT /orgs/{organizationId}/teams': {
    input: { organizationId, body: { title: 'Readers', members: ['reed', 'colm', 'reed'] } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.members], ['Readers', 2]);
      assert.deepEqual(await read(world, result.id), result);
    },
    bad: [[{ body: { title: 'All', members: ['reed', 'zoe'] } }, /^body.members\[1\] is 'zoe', who is no member of/]],
    missing: { organizationId: 'zenith' },
    forbidden: ['eden', notAdmin],
  },
  'GET /orgs/{organizationId}/teams/{teamId}': {
    input: writers,
    status: 200,
    success: ({ result }) => assert.deepEqual([result.title, result.members], ['Writers', 2]),
    missing: noTeam,
    forbidden: ['gus', guest],
  },
  'PATCH /orgs/{organizationId}/teams/{teamId}': {
    input: { ...writers, body: { title: 'Authors' } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.title, 'Authors');
      assert.deepEqual(await read(world), result);
    },
    missing: noTeam,
    forbidden: ['eden', notAdmin],
  },
  'DELETE /orgs/{organizationId}/teams/{teamId}': {
    input: writers,
    status: 204,
    async success({ world }) {
      assert.equal((await world.refusal('GET /orgs/{organizationId}/teams/{teamId}', writers)).status, 404);
      const okta = { organizationId, samlProviderId: 'okta' };
      const provider = await world.call('GET /orgs/{organizationId}/saml/{samlProviderId}', okta);
      assert.equal(provider.defaultTeam, undefined);
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['eden', notAdmin],
  },
  'GET /orgs/{organizationId}/teams/{teamId}/members': {
    input: { ...writers, query: { limit: 1 } },
    status: 200,
    async success({ result, world }) {
      const [first] = result.items;
      assert.deepEqual([result.count, result.items.length, first?.permissions], [2, 1, { view: true }]);
      assert.equal(await membersOf(world), 'rosa owner, eden member');
    },
    missing: noTeam,
    forbidden: ['gus', guest],
  },
  'PUT /orgs/{organizationId}/teams/{teamId}/members': {
    input: {
      ...writers,
      body: {
        add: ['reed', 'colm@acme.example'],
        remove: ['EDEN@acme.example', 'reed'],
        memberships: { colm: { role: 'owner' } },
      },
    },
    status: 204,
    success: async ({ world }) => assert.equal(await membersOf(world), 'rosa owner, colm owner'),
    bad: [
      [{ body: { add: ['reed', 'zoe@zenith.example'] } }, /^body.add\[1\] is 'zoe', who is no member of 'Acme'/],
      [{ body: { memberships: { zoe: { role: 'owner' } } } }, /^body.memberships.zoe is 'zoe', who is no member/],
      [
        { body: { memberships: { eden: { role: 'boss' } } } },
        /^body.memberships.eden.role must be one of: member, owner/,
      ],
      [{ body: { memberships: { eden: {} } } }, /^body.memberships.eden.role is missing/],
    ],
    missing: noTeam,
    forbidden: ['eden', notAdmin],
  },
  'PUT /orgs/{organizationId}/teams/{teamId}/members/{userId}': {
    input: { ...writers, userId: 'reed', body: { role: 'owner' } },
    status: 204,
    success: async ({ world }) => assert.equal(await membersOf(world), 'rosa owner, eden member, reed owner'),
    missing: { userId: 'zoe' },
    forbidden: ['eden', notAdmin],
  },
  'DELETE /orgs/{organizationId}/teams/{teamId}/members/{userId}': {
    input: { ...writers, userId: 'rosa' },
    status: 204,
    success: async ({ world }) => assert.equal(await membersOf(world), 'eden member'),
    missing: noTeam,
    forbidden: ['eden', notAdmin],
  },
} satisfies Rows;
