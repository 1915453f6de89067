import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const one = '/spaces/{spaceId}/change-requests/{changeRequestId}';
const requested = '/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers';
const molt = { spaceId: 'docs', changeRequestId: 'molt' };
const missing = { changeRequestId: '2' };
const editors = /You may not edit it: 'Docs' asks for the role Editor, and yours is Commenter/;

const list = async (world: OpenSandbox) =>
  (await world.call(`GET ${requested}`, molt)).items.map(({ user, requestedBy }) => [user?.id, requestedBy.id]);

export const reviewerRows = {
  [`GET ${requested}`]: {
    input: molt,
    status: 200,
    async success({ result, world }) {
      const [rosa] = result.items;
      assert.deepEqual([rosa?.kind, rosa?.user?.id, rosa?.requestedBy.id, result.count], ['user', 'rosa', 'eden', 1]);
      assert.equal(rosa?.revision, (await world.call(`GET ${one}`, molt)).revision);
    },
    missing,
    forbidden: { because: 'for those who may not see a space it has no change requests: they get 404' },
  },

  [`POST ${requested}`]: {
    input: { ...molt, body: { users: ['cato', 'rosa'], subject: 'Please look' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(
        result.users?.map(({ user }) => user?.id),
        ['cato', 'rosa'],
      );
      assert.deepEqual(await list(world), [
        ['rosa', 'eden'],
        ['cato', 'ada'],
      ]);
      assert.equal((await world.call(`GET ${one}`, molt)).subject, 'Please look');
    },
    bad: [[{ body: { users: ['cato', 'zoe'] } }, /body\.users\[1\] is 'zoe', who is no member of 'Acme'/]],
    missing,
    forbidden: ['colm', editors],
  },

  [`DELETE ${requested}/{userId}`]: {
    input: { ...molt, userId: 'rosa' },
    status: 205,
    async success({ world, input }) {
      assert.deepEqual(await list(world), []);
      assert.equal((await world.reply(`DELETE ${requested}/{userId}`, input)).status, 204);
    },
    missing,
    forbidden: ['colm', editors],
  },
} satisfies Rows;
