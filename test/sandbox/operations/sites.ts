import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import { guest, forbiddenChange } from './publishing.ts';
import type { Rows } from './row.ts';

const path = '/orgs/{organizationId}/sites/{siteId}';
const organizationId = 'acme';
const docs = { organizationId, siteId: 'docs' };
const forbiddenPublish = ['rosa', /You may not publish its sites: 'Acme' asks for the role Creator/] as const;
const noSite = { siteId: 'nowhere' };

const read = (world: OpenSandbox, siteId = 'docs') => world.call(`GET ${path}`, { organizationId, siteId });

export const siteRows = {
  'GET /orgs/{organizationId}/sites': {
    input: { organizationId, query: { title: 'OC', space: 'guide', published: true } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(result, { count: 1, items: [await read(world)] });
      for (const query of [{ title: 'birds' }, { space: 'docs' }, { published: false }]) {
        const none = await world.call('GET /orgs/{organizationId}/sites', { organizationId, query });
        assert.deepEqual(none, { count: 0, items: [] });
      }
    },
    missing: { organizationId: 'zenith' },
    forbidden: guest,
  },

  'POST /orgs/{organizationId}/sites': {
    input: {
      organizationId,
      body: { type: 'premium', title: 'Docs', visibility: 'unlisted', spaces: ['docs', 'guide'] },
    },
    status: 201,
    async success({ result, world }) {
      const { type, title, visibility, basename, published, siteSpaces, urls } = result;
      assert.deepEqual([type, title, visibility, basename], ['premium', 'Docs', 'unlisted', 'docs-1']);
      assert.deepEqual([published, urls?.published, siteSpaces], [false, undefined, 2]);
      assert.deepEqual(await read(world, result.id), result);
      const input = { organizationId, siteId: result.id };
      const siteSpacesReply = await world.call(`GET ${path}/site-spaces`, input);
      assert.deepEqual(
        siteSpacesReply.items.map(({ space, default: isDefault }) => [space.id, isDefault]),
        [
          ['docs', true],
          ['guide', false],
        ],
      );
      const plain = await world.call('POST /orgs/{organizationId}/sites', { organizationId, body: {} });
      assert.deepEqual([plain.type, plain.siteSpaces], ['basic', 0]);
    },
    bad: [
      [{ body: { spaces: 'some' } }, /^body.spaces must be one of: sample, empty/],
      [{ body: { spaces: [12] } }, /^body.spaces\[0\] must be a string/],
    ],
    missing: { body: { spaces: ['secret'] } },
    forbidden: forbiddenChange,
  },

  'GET /orgs/{organizationId}/sites/{siteId}': {
    input: docs,
    status: 200,
    success({ result }) {
      const { id, title, siteSpaces, published, urls, permissions } = result;
      assert.deepEqual([id, title, siteSpaces, published], ['docs', 'Docs', 3, true]);
      assert.match(urls?.location ?? '', /\/v1\/orgs\/acme\/sites\/docs$/);
      assert.match(urls?.published ?? '', /\/sites\/docs\/$/);
      assert.deepEqual(permissions, { view: true, admin: true });
    },
    missing: noSite,
    forbidden: guest,
  },

  'PATCH /orgs/{organizationId}/sites/{siteId}': {
    input: {
      ...docs,
      body: {
        title: 'Herons',
        visibility: 'share-link',
        basename: 'herons',
        proxy: 'acme.example/docs',
        adaptiveContent: { enabled: true },
        agentsContext: 'excluded',
        defaultSiteSection: 'guides',
        defaultSiteSpace: 'docs-guide',
      },
    },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.visibility, result.basename], ['Herons', 'share-link', 'herons']);
      assert.deepEqual([result.adaptiveContent, result.agentsContext], [{ enabled: true }, 'excluded']);
      assert.deepEqual(result.proxy?.origin, 'acme.example/docs');
      assert.deepEqual(await read(world), result);
      assert.deepEqual(await world.call(`PATCH ${path}`, docs), result, 'without a body nothing is changed');
      const { items } = await world.call(`GET ${path}/sections`, docs);
      assert.deepEqual(
        items.map(section => section.default),
        [false, true],
      );
      const without = await world.call(`PATCH ${path}`, { ...docs, body: { proxy: null } });
      assert.deepEqual([without.proxy, without.title], [undefined, 'Herons']);
    },
    bad: [
      [{ body: { proxy: 'acme.example' } }, /^body.proxy must match the pattern/],
      [
        { body: { defaultSiteSpace: 'docs-guide' } },
        /^body.defaultSiteSpace 'Guide' is not part of the section 'Manual'. Name a site space of that section/,
      ],
    ],
    missing: noSite,
    forbidden: forbiddenChange,
  },

  'DELETE /orgs/{organizationId}/sites/{siteId}': {
    input: docs,
    status: 205,
    async success({ world }) {
      assert.equal((await world.refusal(`GET ${path}`, docs)).status, 404);
      assert.equal((await world.reply(`DELETE ${path}`, docs)).status, 204);
      assert.equal((await world.call('GET /spaces/{spaceId}', { spaceId: 'guide' })).id, 'guide');
    },
    missing: { organizationId: 'zenith' },
    forbidden: forbiddenChange,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/publish': {
    async input(world) {
      const { id: siteId } = await world.call('POST /orgs/{organizationId}/sites', { organizationId, body: {} });
      return { organizationId, siteId };
    },
    status: 200,
    async success({ result, world, input }) {
      assert.ok('object' in result);
      assert.equal(result.published, true);
      assert.match(result.urls?.published ?? '', /\/sites\/untitled-site\/$/);
      assert.deepEqual(await read(world, input.siteId), result);
    },
    missing: noSite,
    forbidden: forbiddenPublish,
  },

  'POST /orgs/{organizationId}/sites/{siteId}/unpublish': {
    input: docs,
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.published, result.urls?.published], [false, undefined]);
      assert.deepEqual(await read(world), result);
    },
    missing: noSite,
    forbidden: forbiddenPublish,
  },

  'GET /orgs/{organizationId}/sites/{siteId}/published': {
    input: docs,
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(result.site, await read(world));
      assert.deepEqual(
        [result.structure.type, result.structure.structure.map(({ id }) => id)],
        ['sections', ['manual', 'more']],
      );
      const { site, siteSpaces = {} } = result.customizations ?? {};
      assert.deepEqual([site?.title, siteSpaces['docs-guide']?.title], ['Docs', 'Guide']);
      await world.call(`PATCH ${path}`, { ...docs, body: { visibility: 'share-link' } });
      const withoutKey = await world.refusal(`GET ${path}/published`, docs);
      assert.deepEqual([withoutKey.status, /needs query.shareKey/.test(withoutKey.message)], [403, true]);
      const open = await world.call(`GET ${path}/published`, { ...docs, query: { shareKey: 'press-key' } });
      assert.equal(open.site.id, 'docs');
    },
    missing: noSite,
    forbidden: guest,
  },
} satisfies Rows;
