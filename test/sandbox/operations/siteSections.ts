import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import { guest, forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const site = '/orgs/{organizationId}/sites/{siteId}';
const path = `${site}/sections` as const;
const docs = { organizationId: 'acme', siteId: 'docs' };
const guides = { ...docs, siteSectionId: 'guides' };
const noSite = { siteId: 'nowhere' };
const noSection = { siteSectionId: 'nowhere' };
const pointer = (siteSection: string) => ({ type: 'site-section', siteSection }) as const;

const list = async (world: OpenSandbox) => (await world.call(`GET ${path}`, docs)).items;

/** Returns the IDs of the sections in order, each with its spaces. */
async function order(world: OpenSandbox): Promise<string> {
  const sections = await list(world);
  return sections.map(({ id, siteSpaces }) => [id, ...siteSpaces.map(({ space }) => space.id)].join(' ')).join(', ');
}

export const siteSectionRows = {
  'GET /orgs/{organizationId}/sites/{siteId}/sections': {
    input: { ...docs, query: { limit: 1 } },
    status: 200,
    async success({ result, world }) {
      const [manual] = result.items;
      assert.deepEqual([result.count, result.items.length], [2, 1]);
      const { title, path: sectionPath, icon, default: isDefault } = manual ?? {};
      assert.deepEqual([title, sectionPath, icon, isDefault], ['Manual', 'manual', 'book', true]);
      const query = { limit: 1, page: result.next?.page ?? '' };
      const [second] = (await world.call(`GET ${path}`, { ...docs, query })).items;
      assert.deepEqual([second?.id, second?.sectionGroup, second?.default], ['guides', 'more', false]);
      assert.equal(await order(world), 'manual manual handbook, guides guide');
      await world.call(`PATCH ${site}`, { ...docs, body: { visibility: 'share-link' } });
      const withKey = await world.call(`GET ${path}`, { ...docs, query: { shareKey: 'press-key' } });
      assert.match(withKey.items[0]?.urls?.published ?? '', /\/sites\/docs\/manual\?shareKey=press-key$/);
    },
    missing: noSite,
    forbidden: guest,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/sections': {
    input: { ...docs, body: { spaceId: 'docs', title: 'News', icon: 'newspaper' } },
    status: 201,
    async success({ result, world }) {
      const { title, icon, path: sectionPath, default: isDefault } = result;
      assert.deepEqual([title, icon, sectionPath, isDefault], ['News', 'newspaper', 'news', false]);
      assert.deepEqual((await list(world))[2], result);
      assert.equal(await order(world), `manual manual handbook, guides guide, ${result.id} docs`);
      assert.equal((await world.call(`GET ${site}`, docs)).siteSpaces, 4);
    },
    missing: { body: { spaceId: 'secret' } },
    forbidden: forbiddenChange,
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}': {
    input: {
      ...docs,
      siteSectionId: 'manual',
      body: {
        title: 'Manuals',
        path: 'manuals',
        icon: 'map',
        description: 'All of them',
        condition: 'visitor.claims.beta == true',
        defaultSiteSpace: 'docs-handbook',
      },
    },
    status: 200,
    async success({ result, world, input }) {
      const { defaultSiteSpace, ...expected } = input.body;
      assert.deepEqual({ ...result, ...expected }, result);
      assert.equal(result.siteSpaces.find(siteSpace => siteSpace.default)?.id, defaultSiteSpace);
      assert.deepEqual((await list(world))[0], result);
      const without = await world.call(`PATCH ${path}/{siteSectionId}`, { ...input, body: { condition: null } });
      assert.deepEqual({ ...without, condition: expected.condition }, result);
    },
    bad: [
      [
        { body: { defaultSiteSpace: 'docs-guide' } },
        /^body.defaultSiteSpace 'Guide' is not part of the section 'Manual'/,
      ],
    ],
    missing: noSection,
    forbidden: forbiddenChange,
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}': {
    input: guides,
    status: 205,
    async success({ world }) {
      assert.equal(await order(world), 'manual manual handbook');
      assert.equal((await world.call(`GET ${site}`, docs)).siteSpaces, 2);
      assert.equal((await world.call('GET /spaces/{spaceId}', { spaceId: 'guide' })).id, 'guide');
      assert.equal((await world.reply(`DELETE ${path}/{siteSectionId}`, guides)).status, 204);
    },
    missing: noSite,
    forbidden: forbiddenChange,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move': {
    input: { ...guides, body: { position: { before: pointer('manual') } } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.id, result.sectionGroup], ['guides', undefined]);
      assert.equal(await order(world), 'guides guide, manual manual handbook');
      const position = { after: pointer('manual') };
      await world.call(`POST ${path}/{siteSectionId}/move`, { ...guides, body: { position } });
      assert.equal(await order(world), 'manual manual handbook, guides guide');
    },
    bad: [
      [{ body: {} }, /^body.position must have 'before' or 'after', which name what to move beside/],
      [{ body: { position: { before: {} } } }, /^body.position.before.type is missing/],
      [{ body: { position: { after: pointer('guides') } } }, /^body.position names 'Guides', which is what should/],
      [
        { body: { position: { before: pointer('manual'), after: pointer('guides') } } },
        /^body.position names 'Guides', which an item cannot be moved beside here/,
      ],
    ],
    missing: noSection,
    forbidden: forbiddenChange,
  },
} satisfies Rows;
