import assert from 'node:assert/strict';
import { addMember } from '../acme.ts';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const spaceId = 'docs';
const missing = { spaceId: 'nowhere' };
const administrators = /asks for the role Administrator, and yours is Creator/;
const unseen = { because: 'for those who may not see a space there is none: they get 404' };

const space = (world: OpenSandbox, id = spaceId) => world.call('GET /spaces/{spaceId}', { spaceId: id });

/** Returns the spaces of a collection or of an organization. */
const inCollection = async (world: OpenSandbox, collectionId: string) =>
  idsOf(await world.call('GET /collections/{collectionId}/spaces', { collectionId }));
const inOrganization = async (world: OpenSandbox, organizationId: string) =>
  idsOf(await world.call('GET /orgs/{organizationId}/spaces', { organizationId }));

const textsOf = async (world: OpenSandbox, id: string) => {
  const { pages } = await world.call('GET /spaces/{spaceId}/content/pages', { spaceId: id });
  const read = pages.map(page =>
    world.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId: id, pageId: page.id }),
  );
  return (await Promise.all(read)).map(({ title, markdown }) => [
    title,
    markdown?.replaceAll(/\/files\/\S+?(?=\))/g, ''),
  ]);
};

const positions = [
  [{ position: { before: { type: 'page' } } }, /body\.position\.before/],
  [{ position: { before: { type: 'space' } } }, /body\.position\.before\.space is missing/],
  [{ position: { after: { type: 'space', space: 'docs' } } }, /body\.position\.after.*'docs'.*not where/],
  [{ position: { after: { type: 'collection', collection: 'nowhere' } } }, /body\.position\.after.*'nowhere'/],
] as const;

export const spaceRows = {
  'POST /orgs/{organizationId}/spaces': {
    input: { organizationId: 'acme', body: { title: 'Field notes', emoji: '🦆', parent: 'heron' } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.emoji, result.visibility], ['Field notes', '🦆', 'in-collection']);
      assert.deepEqual(await inCollection(world, 'heron'), ['manual', 'guide', result.id]);
      assert.deepEqual(await textsOf(world, result.id), []);
    },
    missing: { organizationId: 'nowhere' },
    forbidden: ['rosa', /create content in it: .*asks for the role Creator/],
  },

  'GET /spaces/{spaceId}': {
    input: { spaceId, query: { shareKey: 'unknown' } },
    status: 200,
    success({ result }) {
      assert.deepEqual([result.object, result.title, result.editMode], ['space', 'Docs', 'live']);
      assert.deepEqual([result.comments, result.changeRequests, result.changeRequestsOpen], [1, 1, 1]);
    },
    missing,
    forbidden: unseen,
  },

  'GET /spaces/{spaceId}/permissions/aggregate': {
    input: { spaceId, query: { role: 'review' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(
        result.items.map(({ permission, user }) => [permission, user.displayName]),
        [['review', 'Rosa']],
      );
      const { state } = world;
      addMember(state, 'acme', 'gone', { role: 'admin', disabled: true });
      state.spaces.put({ ...state.spaces.get(spaceId), defaultLevel: 'edit' });
      const { items } = await world.call('GET /spaces/{spaceId}/permissions/aggregate', { spaceId });
      assert.equal(
        items.map(({ permission, user }) => `${user.id}: ${permission}`).join(', '),
        'ada: admin, cato: create, rosa: review, eden: edit, colm: edit, reed: edit, gus: edit',
      );
    },
    missing,
    forbidden: unseen,
  },

  'PATCH /spaces/{spaceId}': {
    input: { spaceId, body: { editMode: 'locked', title: 'Wiki', defaultLevel: 'comment', emoji: '📗' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.emoji, result.defaultLevel], ['Wiki', '📗', 'comment']);
      assert.deepEqual(await space(world), result);
      assert.equal(result.permissions?.edit, false);
      const refusal = await world.refusal('POST /spaces/{spaceId}/change-requests', { spaceId, body: {} });
      assert.match(refusal.message, /'Wiki' is locked/);
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'DELETE /spaces/{spaceId}': {
    input: { spaceId },
    status: 205,
    async success({ world }) {
      assert.equal((await space(world)).deletedAt, world.state.now());
      assert.equal((await inOrganization(world, 'acme')).includes(spaceId), false);
      assert.equal((await world.reply('DELETE /spaces/{spaceId}', { spaceId })).status, 204);
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'POST /spaces/{spaceId}/duplicate': {
    input: { spaceId },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.changeRequests, result.comments], ['Docs (copy)', 0, 0]);
      assert.deepEqual(await textsOf(world, result.id), await textsOf(world, spaceId));
      assert.deepEqual((await inOrganization(world, 'acme')).slice(-2), [spaceId, result.id]);
    },
    missing,
    forbidden: ['rosa', /create content in it: .*asks for the role Creator/],
  },

  'POST /spaces/{spaceId}/restore': {
    async input(world) {
      await world.call('DELETE /spaces/{spaceId}', { spaceId });
      return { spaceId };
    },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.deletedAt, undefined);
      assert.deepEqual(await space(world), result);
      assert.ok((await inOrganization(world, 'acme')).includes(spaceId));
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'POST /spaces/{spaceId}/move': {
    input: { spaceId, body: { parent: 'heron', position: { before: { type: 'space', space: 'guide' } } } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.parent, 'heron');
      assert.deepEqual(await inCollection(world, 'heron'), ['manual', spaceId, 'guide']);
      assert.deepEqual(await space(world), result);
    },
    bad: positions.map(([body, message]) => [{ body: { ...body, parent: 'heron' } }, message] as const),
    missing,
    forbidden: ['cato', administrators],
  },

  'POST /spaces/{spaceId}/transfer': {
    input(world) {
      addMember(world.state, 'zenith', 'ada', { role: 'create' });
      return Promise.resolve({ spaceId, body: { organization: 'zenith' } });
    },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.organization, result.changeRequests, result.comments], ['zenith', 1, 1]);
      assert.deepEqual(await inOrganization(world, 'zenith'), ['secret', spaceId]);
      assert.equal((await inOrganization(world, 'acme')).includes(spaceId), false);
      const [start] = await textsOf(world, spaceId);
      assert.equal(start?.[0], 'Start');
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'GET /spaces/{spaceId}/links': {
    input: { spaceId, query: { status: 'broken' } },
    status: 200,
    success({ result }) {
      const [gone, ...others] = result.items;
      assert.deepEqual([gone?.status, gone?.targetReference?.url, others], ['broken', 'gone.md', []]);
      assert.deepEqual(result.stats, { total: 4, broken: { total: 1, changeRequest: 0 } });
    },
    missing,
    forbidden: unseen,
  },
} satisfies Rows;

function idsOf({ items }: { items: { id: string }[] }): string[] {
  return items.map(({ id }) => id);
}
