import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';
import { today } from './world.ts';

const organizationId = 'acme';
const eden = { organizationId, userId: 'eden' };
const rosa = { organizationId, userId: 'rosa' };
const notAdmin = /asks for the role Administrator, and yours is Reviewer/;
const guest = /You may not see its members: 'Acme' asks for the role Reader, and you are a guest/;

const read = (world: OpenSandbox, userId: string) =>
  world.call('GET /orgs/{organizationId}/members/{userId}', { organizationId, userId });

export const memberRows = {
  'GET /orgs/{organizationId}/members': {
    input: { organizationId, query: { search: 'ED', sort: 'lastSeenAt', order: 'asc' } },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ id }) => id),
        ['eden', 'reed'],
      ),
    bad: [[{ query: { page: 'no page' } }, /^query.page is not a page of this list/]],
    missing: { organizationId: 'zenith' },
    forbidden: ['gus', guest],
  },
  'GET /orgs/{organizationId}/members/{userId}': {
    input: eden,
    status: 200,
    // The handbook and the docs give members no additional role; Eden can see the other spaces of Acme too.
    success: ({ result }) =>
      assert.deepEqual(
        [result.id, result.role, result.user.email, result.spaces, result.teams],
        ['eden', 'edit', 'eden@acme.example', 4, 1],
      ),
    missing: { userId: 'zoe' },
    forbidden: ['gus', guest],
  },
  'PATCH /orgs/{organizationId}/members/{userId}': {
    input: { ...eden, body: { role: 'create' } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.role, 'create');
      assert.deepEqual(await read(world, 'eden'), result);
      const { permissions } = await world.call('GET /orgs/{organizationId}', { organizationId }, { as: 'eden' });
      assert.equal(permissions?.createContent, true);
    },
    missing: { userId: 'zoe' },
    forbidden: ['rosa', notAdmin],
  },
  'DELETE /orgs/{organizationId}/members/{userId}': {
    input: eden,
    status: 205,
    async success({ world, input }) {
      const route = '/orgs/{organizationId}/members/{userId}';
      assert.equal((await world.refusal(`GET ${route}`, input)).status, 404);
      assert.equal((await world.reply(`DELETE ${route}`, input)).status, 204);
      const team = { organizationId, teamId: 'writers' };
      assert.equal((await world.call('GET /orgs/{organizationId}/teams/{teamId}', team)).members, 1);
    },
    missing: { organizationId: 'zenith' },
    forbidden: ['rosa', notAdmin],
  },
  'POST /orgs/{organizationId}/ping': {
    input: { organizationId },
    status: 200,
    async success({ result, world }) {
      assert.match(result.serviceVisitorClaims ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
      assert.equal((await read(world, 'ada')).lastSeenAt, today.toISOString());
    },
    missing: { organizationId: 'zenith' },
    forbidden: { because: 'every member may say that they are there' },
  },
  'POST /orgs/{organizationId}/members/{userId}/sso': {
    input: { organizationId, userId: 'zoe' },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.id, result.sso, result.role], ['zoe', true, null]);
      assert.deepEqual(await read(world, 'zoe'), result);
    },
    missing: { userId: 'nobody' },
    forbidden: ['rosa', notAdmin],
  },
  'GET /orgs/{organizationId}/members/{userId}/spaces': {
    input: { ...rosa, query: { limit: 2 } },
    status: 200,
    async success({ result, world, input }) {
      assert.equal(result.count, (await read(world, 'rosa')).spaces);
      const route = 'GET /orgs/{organizationId}/members/{userId}/spaces';
      const rest = await world.call(route, { ...input, query: { ...result.next } });
      assert.deepEqual(
        [...result.items, ...rest.items].map(({ space, permission }) => `${space.id} ${permission}`),
        ['docs review', 'guide review', 'manual review', 'handbook review'],
      );
    },
    bad: [[{ query: { page: 'no page' } }, /^query.page is not a page of this list/]],
    missing: { userId: 'zoe' },
    forbidden: ['gus', guest],
  },
  'GET /orgs/{organizationId}/members/{userId}/teams': {
    input: { ...rosa, query: { title: 'WRIT' } },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ team, member }) => [team.id, team.members, member.role]),
        [['writers', 2, 'owner']],
      ),
    missing: { userId: 'zoe' },
    forbidden: ['gus', guest],
  },
} satisfies Rows;
