import assert from 'node:assert/strict';
import type { Rows } from './row.ts';

const figma = { integrationName: 'figma' };
const mermaid = { title: 'Mermaid', description: 'Diagrams', scopes: [], script: 'run()', organization: 'acme' };
const notAdmin = /asks for the role Administrator, and yours is Creator/;
const noPicture = (field: string) => new RegExp(`^body.${field} must be a picture in Base64`);

export const integrationRows = {
  'GET /integrations': {
    input: { query: { search: 'FIG', owner: 'acme', target: 'all', blocks: false, contentSources: false } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(result, { count: 1, items: [await world.call('GET /integrations/{integrationName}', figma)] });
      assert.equal((await world.call('GET /integrations', { query: { blockDomain: 'figma.com' } })).count, 0);
    },
    bad: [[{ query: { page: 'no page' } }, /^query.page is not a page of this list/]],
    missing: { because: 'where no integration is asked for and found, the list is empty' },
    forbidden: { because: 'everybody may see what is public' },
  },
  'GET /integrations/{integrationName}': {
    input: figma,
    status: 200,
    success: ({ result }) =>
      assert.deepEqual([result.title, result.version, result.owner?.title], ['Figma', 1, 'Acme']),
    missing: { integrationName: 'nowhere' },
    forbidden: { because: 'who may not see a private one does not learn that it is there' },
  },
  'POST /integrations/{integrationName}': {
    input: { ...figma, body: { ...mermaid, configurations: { space: { properties: {}, required: [] } } } },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual([result.title, result.version, result.visibility], ['Mermaid', 2, 'private']);
      assert.deepEqual(await world.call('GET /integrations/{integrationName}', figma), result);
    },
    bad: [
      [{ body: { ...mermaid, icon: 'data:' } }, noPicture('icon')],
      [{ body: { ...mermaid, previewImages: ['?'] } }, noPicture('previewImages\\[0\\]')],
      [{ body: { ...mermaid, blocks: [{}] } }, /^body.blocks\[0\].id is missing/],
      [
        { body: { ...mermaid, externalLinks: [{ url: 'x', label: '' }] } },
        /^body.externalLinks\[0\].url must be .*'uri'/,
      ],
      [{ body: { ...mermaid, secrets: { KEY: 1 } } }, /^body.secrets.KEY must be a string/],
    ],
    missing: { body: { ...mermaid, organization: 'nowhere' } },
    forbidden: ['cato', notAdmin],
  },
  'DELETE /integrations/{integrationName}': {
    input: figma,
    status: 204,
    async success({ world }) {
      const { message } = await world.refusal('GET /integrations/{integrationName}', figma);
      assert.equal(message, "No integration has the name 'figma'.");
    },
    missing: { because: 'withdrawing what is not there answers 204 as well' },
    forbidden: ['cato', notAdmin],
  },
  'GET /integrations/{integrationName}/events': {
    input: figma,
    status: 200,
    success: ({ result }) => assert.deepEqual([result.items, result.count], [[], 0]),
    missing: { integrationName: 'nowhere' },
    forbidden: ['cato', notAdmin],
  },
  'GET /integrations/{integrationName}/installations': {
    input: { ...figma, query: { externalId: 'file-1' } },
    status: 200,
    success: ({ result }) =>
      assert.deepEqual(
        result.items.map(({ id, status, target }) => [id, status, target?.organization]),
        [['one', 'active', 'zenith']],
      ),
    missing: { integrationName: 'nowhere' },
    forbidden: ['cato', notAdmin],
  },
} satisfies Rows;
