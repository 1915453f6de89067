import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import { loadSpace } from '../../../src/sandbox/load/space.ts';
import { fillAcme } from '../acme.ts';
import { makeFolder, openDocs, outlineOf, spaceId } from '../docs.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const spec = {
  openapi: '3.1.0',
  info: { title: 'Birds', version: '1' },
  tags: [{ name: 'Herons', description: 'Grey ones.' }, { name: 'About birds' }],
  paths: {
    '/herons': { get: { tags: ['Herons'] }, post: { tags: ['Herons'] } },
    '/owls': { get: {} },
  },
  components: { schemas: { Heron: {}, 'O"wl %}': {} } },
};
const fence = (models: boolean, slug = 'birds') =>
  [
    '* ```yaml',
    '  type: builtin:openapi',
    `  props:\n    models: ${models}`,
    '  dependencies:\n    spec:\n      ref:\n        kind: openapi',
    `        spec: ${slug}`,
    '  ```',
  ].join('\n');

const source = (models: boolean) => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref: { kind: 'openapi', spec: 'birds' } } },
});

async function openBirds(summary: string, text = JSON.stringify(spec)) {
  const files = { 'README.md': '# Start\n', 'herons.md': '# Written\n', 'SUMMARY.md': summary };
  let warnings: string[] = [];
  const sandbox = await openSandbox({
    fill(state) {
      fillAcme(state);
      const at = state.now();
      const row = { id: 'birds', organization: 'acme', slug: 'birds', source: { text }, createdAt: at, updatedAt: at };
      state.openApiSpecs.put({ ...row, processingState: 'complete', lastVersion: 'v1' });
      state.openApiSpecVersions.put({ id: 'v1', spec: 'birds', createdAt: at, text });
      const space = { id: spaceId, organization: 'acme', title: 'Docs', emoji: '📘', visibility: 'private' } as const;
      const options = { folder: makeFolder(files), author: 'ada' };
      ({ warnings } = loadSpace(state, { ...space, editMode: 'live', defaultLevel: null }, options));
    },
  });
  return { sandbox, warnings };
}

const pagesIn = async (sandbox: OpenSandbox, query: { computed?: boolean } = {}) =>
  (await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId, query })).pages;
const titled = (pages: readonly Schema<'Page'>[], title: string) => pages.find(page => page.title === title);

describe('computed pages', () => {
  const summary = `* [Start](README.md)\n* [Written](herons.md)\n${fence(true)}\n`;

  for (const query of [{}, { computed: true }]) {
    it(`are what their source makes, in its place: ${JSON.stringify(query)}`, async () => {
      const { sandbox, warnings } = await openBirds(summary);
      assert.deepEqual(warnings, []);
      const pages = await pagesIn(sandbox, query);
      assert.equal(outlineOf(pages), 'readme herons herons-1 about-birds default models');
      const herons = titled(pages, 'Herons');
      assert.deepEqual([herons?.type, herons?.description], ['document', 'Grey ones.']);
      assert.deepEqual(herons?.computed, { ...source(true), props: { doc: 'operations', page: 'Herons' } });
      assert.equal(typeof herons?.computedSeed, 'string');
      assert.deepEqual([herons?.documentId, herons?.git], [undefined, undefined]);
      assert.equal(titled(pages, 'Start')?.computed, undefined);
      assert.deepEqual(titled(pages, 'About birds')?.computed?.props, { doc: 'info', page: 'About birds' });
      assert.deepEqual(titled(pages, 'Models')?.computed?.props, { doc: 'models' });
    });
  }

  it('are one page, which says what it is made of, where nothing is to be computed', async () => {
    const { sandbox } = await openBirds(summary);
    const pages = await pagesIn(sandbox, { computed: false });
    const computed = pages.find(({ type }) => type === 'computed');
    const { id, ...rest } = computed ?? assert.fail();
    assert.deepEqual([rest.title, rest.computed, rest.pages], ['birds', source(true), undefined]);
    assert.deepEqual(
      pages.map(({ title }) => title),
      ['Start', 'Written', 'birds'],
    );
    const revision = await sandbox.call('GET /spaces/{spaceId}/content', { spaceId, query: { computed: false } });
    assert.deepEqual(revision.pages, pages);
    assert.equal(titled(await pagesIn(sandbox), 'Herons')?.computedSeed, id, 'they are made for it');
  });

  it('have content, unless it is not to be computed', async () => {
    const { sandbox } = await openBirds(summary);
    const { id: pageId } = titled(await pagesIn(sandbox), 'Herons') ?? assert.fail();
    const read = (query: { computed?: boolean; format?: 'document' | 'markdown' }) =>
      sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId, query });
    const { markdown } = await read({});
    assert.match(markdown ?? '', /^\{% openapi-operation spec="birds" path="\/herons" method="get" %\}\n/);
    const { document } = await read({ format: 'document' });
    assert.deepEqual(
      document?.nodes.map(({ type, data }) => [type, data?.['method'], data?.['ref']]),
      ['get', 'post'].map(method => ['openapi-operation', method, { kind: 'openapi', spec: 'birds' }]),
    );
    const bare = await read({ computed: false, format: 'document' });
    assert.deepEqual([bare.markdown, bare.document, bare.title], [undefined, undefined, 'Herons']);
  });

  it('of the models are there where they are asked for', async () => {
    const { sandbox } = await openBirds(fence(false));
    assert.equal(titled(await pagesIn(sandbox), 'Models'), undefined);
  });

  it('stay as they are in a change request, and cannot be edited there', async () => {
    const { sandbox } = await openBirds(summary);
    const before = await pagesIn(sandbox);
    const { id: changeRequestId } = await sandbox.call('POST /spaces/{spaceId}/change-requests', {
      spaceId,
      body: { subject: 'Edit' },
    });
    const proposed = await sandbox.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages', {
      spaceId,
      changeRequestId,
    });
    assert.equal(outlineOf(proposed.pages), outlineOf(before));
    const page = titled(before, 'Herons')?.id ?? '';
    const above = (await pagesIn(sandbox, { computed: false })).at(-1)?.id ?? '';
    const document = { markdown: 'Mine' };
    for (const change of [
      { operation: 'update_page', page, document },
      { operation: 'delete_page', page },
      { operation: 'insert_page', title: 'Below', document, into: above },
      { operation: 'insert_page', title: 'Below', document, into: page },
    ] as const) {
      const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
      const input = { spaceId, changeRequestId, query: {}, body: { changes: [change] } };
      const refusal = await sandbox.refusal(route, input);
      assert.equal(refusal.status, 400);
      assert.match(refusal.message, /computed/);
    }
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['no spec', '[]'],
    ['null', 'null'],
    [
      'odd in all it says',
      JSON.stringify({ openapi: 3, tags: {}, paths: { a: null, b: { get: null } }, components: [] }),
    ],
    ['tags without names', JSON.stringify({ tags: [null, {}, { name: 1 }], paths: [] })],
  ] as const) {
    it(`are those that can be made of a spec that is ${what}`, async () => {
      const { sandbox } = await openBirds(summary, text);
      const titles = (await pagesIn(sandbox)).map(({ title }) => title);
      assert.deepEqual(titles.slice(0, 2), ['Start', 'Written']);
    });
  }

  for (const odd of ['type: [', 'type: integration:a:b', 'type: builtin:openapi', '']) {
    it(`are left out, which is said, where nobody knows how to compute them: ${odd || 'nothing'}`, async () => {
      const docs = await openDocs({
        'README.md': '',
        'SUMMARY.md': `* [Start](README.md)\n* \`\`\`yaml\n  ${odd}\n  \`\`\`\n`,
      });
      assert.equal(await docs.outline(), 'readme');
      assert.match(docs.warnings.join(), /^SUMMARY\.md, line 2: the pages to be computed were left out, because/);
    });
  }
});
