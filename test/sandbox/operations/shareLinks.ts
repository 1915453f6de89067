import assert from 'node:assert/strict';
import { toRequest } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';
import { forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const path = '/orgs/{organizationId}/sites/{siteId}/share-links';
const docs = { organizationId: 'acme', siteId: 'docs' };
const press = { ...docs, shareLinkId: 'press' };
const missing = { siteId: 'nowhere' };

const list = (world: OpenSandbox) => world.call(`GET ${path}`, docs);

/** Returns the status of the site for a reader with the key of the link. */
async function opens(world: OpenSandbox): Promise<number> {
  const site = '/orgs/{organizationId}/sites/{siteId}';
  await world.call(`PATCH ${site}`, { ...docs, body: { visibility: 'share-link' } });
  const request = toRequest(`GET ${site}/published`, { ...docs, query: { shareKey: 'press-key' } }, world.token);
  return (await world.fetch(request)).status;
}

export const shareLinkRows = {
  'GET /orgs/{organizationId}/sites/{siteId}/share-links': {
    input: docs,
    status: 200,
    success({ result }) {
      const [{ name, active, urls } = {}] = result.items;
      assert.deepEqual([result.count, name, active], [1, 'Press', true]);
      assert.match(urls?.published ?? '', /\/sites\/docs\/\?shareKey=press-key$/);
    },
    missing,
    forbidden: forbiddenChange,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/share-links': {
    input: { ...docs, body: { name: 'Partners' } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.name, result.active], ['Partners', true]);
      const { count, items } = await list(world);
      assert.deepEqual([count, items[1]], [2, result]);
    },
    missing,
    forbidden: forbiddenChange,
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}': {
    input: { ...press, body: { active: false, name: 'Paper' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.name, result.active], ['Paper', false]);
      assert.deepEqual((await list(world)).items, [result]);
      assert.equal(await opens(world), 403);
      const restored = await world.call(`PATCH ${path}/{shareLinkId}`, { ...press, body: { active: true } });
      assert.deepEqual({ ...restored, urls: {} }, { ...result, active: true });
      assert.equal(await opens(world), 200);
    },
    missing: { shareLinkId: 'nowhere' },
    forbidden: forbiddenChange,
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}': {
    input: press,
    status: 205,
    async success({ world }) {
      assert.equal((await list(world)).count, 0);
      assert.equal(await opens(world), 403);
      assert.equal((await world.reply(`DELETE ${path}/{shareLinkId}`, press)).status, 204);
    },
    missing,
    forbidden: forbiddenChange,
  },
} satisfies Rows;
