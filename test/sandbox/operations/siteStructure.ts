import assert from 'node:assert/strict';
import { guest, forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const site = '/orgs/{organizationId}/sites/{siteId}';
const docs = { organizationId: 'acme', siteId: 'docs' };
const missing = { siteId: 'nowhere' };
const item = (type: 'site-section' | 'site-section-group' | 'site-space', id: string) => ({ type, id });

/** Operations that only some servers offer. */
export const siteStructureRows = {
  'GET /orgs/{organizationId}/sites/{siteId}/structure': {
    input: docs,
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        [result.type, result.structure.map(({ object, id }) => `${object} ${id}`)],
        ['sections', ['site-section manual', 'site-section-group more']],
      ),
    missing,
    forbidden: guest,
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/structure/sort': {
    input: {
      ...docs,
      body: { item: item('site-section-group', 'more'), position: { before: item('site-section', 'manual') } },
    },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.id, 'more');
      const { structure } = await world.call(`GET ${site}/structure`, docs);
      assert.deepEqual(
        structure.map(({ id }) => id),
        ['more', 'manual'],
      );
    },
    bad: [
      [{ body: { item: item('site-section', 'manual'), position: {} } }, /^body.position must have 'before' or/],
      [
        { body: { item: item('site-space', 'docs-guide'), position: { after: item('site-space', 'docs-manual') } } },
        /but a site space has its place among those of its own section/,
      ],
    ],
    missing: { body: { item: { type: 'site-external-link', id: 'a' }, position: {} } },
    forbidden: forbiddenChange,
  },

  'GET /orgs/{organizationId}/sites/{siteId}/site-spaces': {
    input: { ...docs, query: { limit: 2 } },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        [result.count, result.items.map(({ id, section, space }) => [id, section, space.id])],
        [
          3,
          [
            ['docs-manual', 'manual', 'manual'],
            ['docs-handbook', 'manual', 'handbook'],
          ],
        ],
      ),
    missing,
    forbidden: guest,
  },
} satisfies Rows;
