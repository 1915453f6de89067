import assert from 'node:assert/strict';
import { addMember } from '../acme.ts';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const organizationId = 'acme';
const collectionId = 'heron';
const missing = { collectionId: 'nowhere' };
const administrators = /asks for the role Administrator, and yours is Creator/;

const collection = (world: OpenSandbox) => world.call('GET /collections/{collectionId}', { collectionId });
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
const list = async (world: OpenSandbox, organization = organizationId) =>
  idsOf(await world.call('GET /orgs/{organizationId}/collections', { organizationId: organization }));

export const collectionRows = {
  'GET /orgs/{organizationId}/collections': {
    input: { organizationId, query: { nested: false } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(idsOf(result), ['products']);
      assert.deepEqual(await list(world), ['products', 'heron']);
    },
    missing: { organizationId: 'nowhere' },
    forbidden: { because: 'everybody has the list of the collections that they may see' },
  },

  'POST /orgs/{organizationId}/collections': {
    input: { organizationId, body: { title: 'Birds', parent: 'heron' } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.parent, result.organization], ['Birds', 'heron', organizationId]);
      assert.deepEqual(await list(world), ['products', 'heron', result.id]);
    },
    missing: { organizationId: 'nowhere' },
    forbidden: ['rosa', /create content in it: .*asks for the role Creator, and yours is Reviewer/],
  },

  'GET /collections/{collectionId}': {
    input: { collectionId },
    status: 200,
    success({ result }) {
      assert.deepEqual([result.object, result.title, result.parent], ['collection', 'Heron', 'products']);
      assert.deepEqual(result.permissions, { view: true, create: true, viewInviteLinks: true, admin: true });
    },
    missing,
    forbidden: { because: 'for those who may not see a collection there is none: they get 404' },
  },

  'PATCH /collections/{collectionId}': {
    input: { collectionId, body: { title: 'Egret', description: 'White.', defaultLevel: 'edit' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.description, result.defaultLevel], ['Egret', 'White.', 'edit']);
      assert.deepEqual(await collection(world), result);
      const manual = await world.call('GET /spaces/{spaceId}', { spaceId: 'manual' }, { as: 'gus' });
      assert.equal(manual.permissions?.edit, true);
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'DELETE /collections/{collectionId}': {
    input: { collectionId },
    status: 205,
    async success({ world }) {
      assert.deepEqual(await list(world), ['products']);
      assert.notEqual((await world.call('GET /spaces/{spaceId}', { spaceId: 'manual' })).deletedAt, undefined);
    },
    missing,
    forbidden: ['cato', administrators],
  },

  'GET /collections/{collectionId}/spaces': {
    input: { collectionId, query: { limit: 1 } },
    status: 200,
    success({ result }) {
      assert.deepEqual([idsOf(result), result.count], [['manual'], 2]);
      assert.notEqual(result.next, undefined);
    },
    missing,
    forbidden: { because: 'everybody has the list of the spaces that they may see' },
  },

  'POST /collections/{collectionId}/move': {
    input: {
      collectionId,
      body: { parent: null, position: { before: { type: 'collection', collection: 'products' } } },
    },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.parent, undefined);
      assert.deepEqual(await list(world), ['heron', 'products']);
      assert.deepEqual(await collection(world), result);
    },
    bad: [
      [{ body: { parent: 'heron' } }, /body\.parent is 'heron': 'Heron' cannot be put into itself/],
      [{ body: { position: { before: { type: 'page' } } } }, /body\.position\.before/],
      [{ body: { position: { after: { type: 'space', space: 'nowhere' } } } }, /body\.position\.after.*'nowhere'/],
    ],
    missing,
    forbidden: ['cato', administrators],
  },

  'POST /collections/{collectionId}/transfer': {
    input(world) {
      addMember(world.state, 'zenith', 'ada', { role: 'create' });
      return Promise.resolve({ collectionId, body: { organization: 'zenith' } });
    },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.organization, result.parent], ['zenith', undefined]);
      assert.deepEqual([await list(world), await list(world, 'zenith')], [['products'], ['heron']]);
      const spaces = await world.call('GET /collections/{collectionId}/spaces', { collectionId });
      assert.deepEqual(idsOf(spaces), ['manual', 'guide']);
    },
    missing,
    forbidden: ['cato', administrators],
  },
} satisfies Rows;
