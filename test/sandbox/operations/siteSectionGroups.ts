import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import { guest, forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const site = '/orgs/{organizationId}/sites/{siteId}';
const path = `${site}/section-groups` as const;
const group = `${path}/{siteSectionGroupId}` as const;
const docs = { organizationId: 'acme', siteId: 'docs' };
const more = { ...docs, siteSectionGroupId: 'more' };
const missing = { siteSectionGroupId: 'nowhere' };
const section = (id: string) => ({ type: 'site-section', id }) as const;

const list = (world: OpenSandbox) => world.call(`GET ${path}`, docs);

/** Returns the navigation as text: `manual more(guides)`. */
async function navigation(world: OpenSandbox): Promise<string> {
  const { structure } = await world.call(`GET ${site}/structure`, docs);
  const words = structure.map(item => {
    const inside = 'sections' in item ? `(${item.sections.map(({ id }) => id).join(' ')})` : '';
    return `${item.id}${inside}`;
  });
  return words.join(' ');
}

export const siteSectionGroupRows = {
  'GET /orgs/{organizationId}/sites/{siteId}/section-groups': {
    input: docs,
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ id, title, sections }) => [id, title, sections.map(({ sectionGroup }) => sectionGroup)]),
        [['more', 'More', ['more']]],
      ),
    missing: { siteId: 'nowhere' },
    forbidden: guest,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups': {
    input: { ...docs, body: { title: 'Help', icon: 'life-ring', sections: ['guides', 'manual'] } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.icon], ['Help', 'life-ring']);
      assert.equal(await navigation(world), `more() ${result.id}(guides manual)`);
      const { count, items } = await list(world);
      assert.deepEqual([count, items[1]], [2, result]);
    },
    bad: [
      [
        { body: { title: 'Help', sections: ['manual', 'manual'] } },
        /^body.sections must not name the section 'manual' twice/,
      ],
    ],
    missing: { body: { title: 'Help', sections: ['nowhere'] } },
    forbidden: forbiddenChange,
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': {
    input: { ...more, body: { title: 'Support', icon: 'life-ring' } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.icon], ['Support', 'life-ring']);
      assert.deepEqual((await list(world)).items, [result]);
      const plain = await world.call(`PATCH ${group}`, { ...more, body: { icon: null } });
      assert.deepEqual([plain.title, plain.icon], ['Support', undefined]);
    },
    missing,
    forbidden: forbiddenChange,
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}': {
    input: more,
    status: 205,
    async success({ world }) {
      assert.equal(await navigation(world), 'manual guides');
      assert.equal((await list(world)).count, 0);
      assert.equal((await world.reply(`DELETE ${group}`, more)).status, 204);
    },
    missing: { siteId: 'nowhere' },
    forbidden: forbiddenChange,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections': {
    input: { ...more, body: { sectionId: 'manual' } },
    status: 201,
    async success({ result, world }) {
      assert.equal(await navigation(world), 'more(guides manual)');
      assert.deepEqual((await list(world)).items, [result]);
    },
    missing: { body: { sectionId: 'nowhere' } },
    forbidden: forbiddenChange,
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}': {
    input: { ...more, siteSectionId: 'guides' },
    status: 205,
    async success({ world, input }) {
      assert.equal(await navigation(world), 'manual more() guides');
      assert.equal((await world.reply(`DELETE ${group}/sections/{siteSectionId}`, input)).status, 204);
    },
    missing,
    forbidden: forbiddenChange,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move': {
    input: { ...more, body: { position: { before: section('manual') } } },
    status: 200,
    async success({ result, world }) {
      assert.equal(result.id, 'more');
      assert.equal(await navigation(world), 'more(guides) manual');
      await world.call(`POST ${group}/move`, { ...more, body: { position: { after: section('manual') } } });
      assert.equal(await navigation(world), 'manual more(guides)');
    },
    bad: [
      [{ body: {} }, /^body.position must have 'before' or 'after', which name what to move beside/],
      [{ body: { position: { after: {} } } }, /^body.position.after.(type|id) is missing/],
      [{ body: { position: { after: section('guides') } } }, /but a group cannot be part of another group/],
    ],
    missing,
    forbidden: forbiddenChange,
  },
} satisfies Rows;
