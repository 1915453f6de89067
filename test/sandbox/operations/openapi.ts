import assert from 'node:assert/strict';
import type { OpenSandbox } from '../sandbox.ts';
import { heronsYaml } from './publishing.ts';
import type { Rows } from './row.ts';

const path = '/orgs/{organizationId}/openapi';
const one = `${path}/{specSlug}` as const;
const organizationId = 'acme';
const herons = { organizationId, specSlug: 'herons' };
const forbidden = ['rosa', /You may not write its OpenAPI specifications: 'Acme' asks for the role Creator/] as const;
const guest = ['gus', /You may not see its OpenAPI specifications: 'Acme' asks for the role Reader/] as const;
const missing = { specSlug: 'nowhere' };
const noVersion = { versionId: 'nowhere' };
const heronDocument = (version: string) => ({ openapi: '3.1.0', info: { title: 'Herons', version }, paths: {} });

const read = (world: OpenSandbox, specSlug = 'herons') => world.call(`GET ${one}`, { organizationId, specSlug });

/** Invalid sources, each for a different reason; `rest` contains the other members of the body. */
const badSources = (rest: object) =>
  [
    [{ body: { ...rest, source: {} } }, /^body.source.url is missing/],
    [{ body: { ...rest, source: { url: 'herons.yaml' } } }, /^body.source.url must be in the format 'uri'/],
    [{ body: { ...rest, source: { url: `https://a.example/${'x'.repeat(2048)}` } } }, /^body.source.url .* 2048/],
    [{ body: { ...rest, source: { text: '' } } }, /^body.source.text must have at least 1 character/],
    [{ body: { ...rest, source: { text: heronsYaml, url: 'https://a.example/' } } }, /^body.source /],
  ] as const;

export const openapiRows = {
  'GET /orgs/{organizationId}/openapi': {
    input: { organizationId, query: { limit: 5 } },
    status: 200,
    success: async ({ result, world }) => assert.deepEqual(result, { count: 1, items: [await read(world)] }),
    missing: { organizationId: 'zenith' },
    forbidden: guest,
  },

  'POST /orgs/{organizationId}/openapi': {
    input: { organizationId, body: { slug: 'egrets', source: { text: heronsYaml } } },
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.slug, result.processingState, result.lastVersion], ['egrets', 'pending', undefined]);
      await world.idle();
      const { processingState, lastVersion, lastProcessedAt } = await read(world, 'egrets');
      assert.deepEqual([processingState, lastProcessedAt], ['complete', '2026-03-01T10:00:00.000Z']);
      const latest = await world.call(`GET ${one}/versions/latest`, { organizationId, specSlug: 'egrets' });
      assert.equal(latest.id, lastVersion);
    },
    bad: [...badSources({ slug: 'egrets' })],
    missing: { organizationId: 'zenith' },
    forbidden,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}': {
    input: herons,
    status: 200,
    async success({ result, world }) {
      const { slug, processingState, lastVersion, permissions, urls } = result;
      assert.deepEqual([slug, processingState, lastVersion], ['herons', 'complete', 'second']);
      assert.deepEqual(permissions, { view: true, edit: true });
      assert.match(urls?.location ?? '', /\/v1\/orgs\/acme\/openapi\/herons$/);
      assert.deepEqual(await read(world, result.id), result);
    },
    missing,
    forbidden: guest,
  },

  'PUT /orgs/{organizationId}/openapi/{specSlug}': {
    input: { ...herons, body: { source: { text: heronsYaml.replace('"2"', '"3"') } } },
    status: 200,
    async success({ result, world, input }) {
      assert.deepEqual([result.id, result.processingState, result.lastVersion], ['spec-1', 'pending', 'second']);
      await world.idle();
      const { filesystem } = await world.call(`GET ${one}/versions/latest/content`, herons);
      assert.deepEqual(filesystem, { 'herons.yaml': heronDocument('3') });
      assert.equal((await world.call(`GET ${one}/versions`, herons)).count, 3);
      assert.equal((await world.reply(`PUT ${one}`, { ...input, specSlug: 'egrets' })).status, 201);
    },
    bad: [...badSources({}), [{ specSlug: 'No Slug' }, /^specSlug must match the pattern/]],
    missing: { organizationId: 'zenith' },
    forbidden,
  },

  'DELETE /orgs/{organizationId}/openapi/{specSlug}': {
    input: herons,
    status: 205,
    async success({ world }) {
      assert.equal((await world.refusal(`GET ${one}`, herons)).status, 404);
      assert.equal((await world.reply(`DELETE ${one}`, herons)).status, 204);
    },
    missing: { organizationId: 'zenith' },
    forbidden,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions': {
    input: herons,
    status: 200,
    success: ({ result }) =>
      assert.deepEqual([result.count, result.items.map(({ id }) => id)], [2, ['second', 'first']]),
    missing,
    forbidden: guest,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest': {
    input: herons,
    status: 200,
    async success({ result, world }) {
      assert.equal(result.id, 'second');
      const response = await world.fetch(new Request(result.url ?? ''));
      assert.equal(await response.text(), heronsYaml);
    },
    missing,
    forbidden: guest,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/latest/content': {
    input: herons,
    status: 200,
    success: ({ result }) => assert.deepEqual(result.filesystem, { 'herons.yaml': heronDocument('2') }),
    missing,
    forbidden: guest,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}': {
    input: { ...herons, versionId: 'first' },
    status: 200,
    success({ result }) {
      assert.equal(result.id, 'first');
      assert.match(result.urls?.location ?? '', /\/openapi\/herons\/versions\/first$/);
    },
    missing: noVersion,
    forbidden: guest,
  },

  'GET /orgs/{organizationId}/openapi/{specSlug}/versions/{versionId}/content': {
    input: { ...herons, versionId: 'first' },
    status: 200,
    success: ({ result }) => assert.deepEqual(result.filesystem, { 'herons.json': heronDocument('1') }),
    missing: noVersion,
    forbidden: guest,
  },
} satisfies Rows;
