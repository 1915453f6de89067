import assert from 'node:assert/strict';
import { textOfNodes } from '../../../src/markdown/document.ts';
import { bookOf } from '../../../src/sandbox/pdf/books.ts';
import { omit } from '../../../src/sandbox/store/omit.ts';
import type { ChangeRequestRow } from '../../../src/sandbox/store/rows.ts';
import type { Schema } from '../../../src/api/routes.ts';
import { listFolder } from '../../../src/sandbox/gitSync/folder.ts';
import { loadSpace } from '../../../src/sandbox/load/space.ts';
import { fillAcme } from '../acme.ts';
import { makeFolder, openDocs, outlineOf, spaceId } from '../docs.ts';
import type { Files } from '../docs.ts';
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

const written = { 'README.md': '# Start\n', 'herons.md': '# Written\n' };

async function openBirds(summary: string | undefined, text = JSON.stringify(spec), others: Files = written) {
  const files = { ...others, ...(summary !== undefined && { 'SUMMARY.md': summary }) };
  let warnings: string[] = [];
  const sandbox = await openSandbox({
    fill(state) {
      fillAcme(state);
      const at = state.now();
      const row = { id: 'birds', organization: 'acme', slug: 'birds', source: { text }, createdAt: at, updatedAt: at };
      state.openApiSpecs.put({ ...row, processingState: 'complete', lastVersion: 'v1' });
      state.openApiSpecVersions.put({ id: 'v1', spec: 'birds', createdAt: at, text });
      const space = { id: spaceId, organization: 'acme', title: 'Docs', emoji: '📘', visibility: 'private' } as const;
      const options = { folder: listFolder(makeFolder(files)), author: 'ada' };
      ({ warnings } = loadSpace(state, { ...space, editMode: 'live', defaultLevel: null }, options));
    },
  });
  return { sandbox, warnings };
}

const pagesIn = async (sandbox: OpenSandbox, query: { computed?: boolean } = {}) =>
  (await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId, query })).pages;
const titled = (pages: readonly Schema<'Page'>[], title: string) => pages.find(page => page.title === title);

/** Sends a new text of the spec, and waits until it is processed. */
async function push(sandbox: OpenSandbox, described: object, specSlug = 'birds'): Promise<void> {
  const body = { source: { text: JSON.stringify(described) } };
  await sandbox.call('PUT /orgs/{organizationId}/openapi/{specSlug}', { organizationId: 'acme', specSlug, body });
  await sandbox.idle();
}

const mainOf = (sandbox: OpenSandbox) => sandbox.call('GET /spaces/{spaceId}/content', { spaceId });
const textIn = async (sandbox: OpenSandbox, title: string) => {
  const { id: pageId } = titled(await pagesIn(sandbox), title) ?? assert.fail(title);
  return sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId });
};

describe('computed pages', () => {
  const summary = `* [Start](README.md)\n* [Written](herons.md)\n${fence(true)}\n`;

  for (const query of [{}, { computed: true }]) {
    it(`are generated from their source, in place: ${JSON.stringify(query)}`, async () => {
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

  it('are one placeholder page, which names the source, when they are not computed', async () => {
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

  it('have content, unless computation is off', async () => {
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
    const start = { spaceId, pageId: titled(await pagesIn(sandbox), 'Start')?.id ?? '', query: { computed: false } };
    const written = await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', start);
    assert.equal(written.markdown, '# Start\n', 'what somebody wrote is there all the same');
  });

  it('contain everything in the spec, whatever the names', async () => {
    const odd = {
      swagger: '2.0',
      tags: [{ name: 'Models' }],
      paths: { '/a "b" %}\n\\c': { get: { tags: ['Models'] }, trace: { tags: ['Models', 'Others'] } } },
      components: { schemas: { 'O"wl %}': {} } },
      definitions: { Heron: {} },
    };
    const { sandbox } = await openBirds(summary, JSON.stringify(odd));
    const computed = (await pagesIn(sandbox)).filter(page => page.computed);
    assert.deepEqual(
      computed.map(({ title }) => title),
      ['Models', 'Models'],
    );
    assert.notEqual(computed[0]?.id, computed[1]?.id);
    const nodesOf = async ({ id: pageId }: Schema<'Page'>) => {
      const query = { format: 'document' } as const;
      const { document } = await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', {
        spaceId,
        pageId,
        query,
      });
      return document?.nodes ?? [];
    };
    const [operations = [], models = []] = await Promise.all(computed.map(nodesOf));
    const path = '/a "b" % } \\c';
    assert.deepEqual(
      operations.map(({ type, data }) => [type, data?.['path'], data?.['method']]),
      [
        ['openapi-operation', path, 'get'],
        ['openapi-operation', path, 'trace'],
      ],
    );
    assert.deepEqual(
      models.map(node => node.data?.['schemas'] ?? textOfNodes([node])),
      ['O wl', 'O"wl % }', 'Heron', 'Heron'],
    );
  });

  it('are generated separately for each of two sources', async () => {
    const { sandbox } = await openBirds(`${summary}${fence(false)}\n`);
    const pages = await pagesIn(sandbox);
    assert.equal(
      outlineOf(pages),
      'readme herons herons-1 about-birds default models herons-2 about-birds-1 default-1',
    );
    assert.equal(new Set(pages.map(({ id }) => id)).size, pages.length);
    assert.equal(new Set(pages.flatMap(({ computedSeed = [] }) => computedSeed)).size, 2);
  });

  it('are printed, but not their placeholder', async () => {
    const { sandbox } = await openBirds(summary);
    const [space, revision] = [
      sandbox.state.spaces.get(spaceId),
      sandbox.state.revisions.get((await mainOf(sandbox)).id),
    ];
    const changeRequest = { number: 1, subject: '' } as ChangeRequestRow;
    const reader = { state: sandbox.state, origin: 'http://sandbox.test' };
    const { pages } = bookOf(reader, { space, changeRequest, revision }, { only: false });
    assert.deepEqual(
      pages.map(({ title }) => title),
      ['Start', 'Written', 'Herons', 'About birds', 'Default', 'Models'],
    );
    assert.match(pages[2]?.markdown ?? '', /openapi-operation/);
  });

  it('of the models are generated on request', async () => {
    const { sandbox } = await openBirds(fence(false));
    assert.equal(titled(await pagesIn(sandbox), 'Models'), undefined);
  });

  it('stay unchanged in a change request, and cannot be edited there', async () => {
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
    ['not JSON', '{'],
    ['not a spec', '[]'],
    ['null', 'null'],
    [
      'malformed everywhere',
      JSON.stringify({ openapi: 3, tags: {}, paths: { a: null, b: { get: null } }, components: [] }),
    ],
    ['tags without names', JSON.stringify({ tags: [null, {}, { name: 1 }], paths: [] })],
  ] as const) {
    it(`are those that a spec can yield that is ${what}`, async () => {
      const { sandbox } = await openBirds(summary, text);
      const titles = (await pagesIn(sandbox)).map(({ title }) => title);
      assert.deepEqual(titles.slice(0, 2), ['Start', 'Written']);
    });
  }

  for (const odd of [
    'type: [',
    'type: builtin:openapi\n  dependencies: {spec: {ref: {kind: file, spec: birds}}}',
    'type: integration:a:b',
    'type: builtin:openapi',
    '',
  ]) {
    it(`are omitted with a message for an unsupported source: ${odd || 'nothing'}`, async () => {
      const docs = await openDocs({
        'README.md': '',
        'SUMMARY.md': `* [Start](README.md)\n* \`\`\`yaml\n  ${odd}\n  \`\`\`\n`,
      });
      assert.equal(await docs.outline(), 'readme');
      assert.match(docs.warnings.join(), /^SUMMARY\.md, line 2: the pages to be computed were left out, because/);
    });
  }
});

describe('computed pages whose spec changes', () => {
  const summary = `* [Start](README.md)\n${fence(true)}\n* [Written](herons.md)\n`;
  const { '/owls': owls, ...others } = spec.paths;
  const changed = {
    ...spec,
    tags: [{ name: 'Herons', description: 'Blue ones.' }, { name: 'About birds' }, { name: 'Written' }],
    paths: { ...others, '/herons/{id}': { get: { tags: ['Herons'] } }, '/notes': { get: { tags: ['Written'] } } },
  };

  it('follow it in a new revision with a message, and edits of users stay', async () => {
    const { sandbox } = await openBirds(summary, JSON.stringify(spec), { ...written, 'written.md': '# Hidden' });
    const before = await mainOf(sandbox);
    assert.equal(outlineOf(before.pages), 'readme herons-1 about-birds default models herons written');
    await push(sandbox, changed);
    const after = await mainOf(sandbox);
    assert.equal(outlineOf(after.pages), 'readme herons-1 about-birds written-1 models herons written');
    const { type, parents, sourceRevision } = after;
    assert.deepEqual(
      { type, parents, sourceRevision },
      { type: 'computed', parents: [before.id], sourceRevision: before.id },
    );
    assert.equal(before.sourceRevision, undefined);
    const [old, now] = [before, after].map(({ pages }) => titled(pages, 'Herons') ?? assert.fail());
    assert.deepEqual([now?.id, now?.createdAt, now?.description], [old?.id, old?.createdAt, 'Blue ones.']);
    assert.notEqual(now?.updatedAt, old?.updatedAt);
    assert.equal(titled(after.pages, 'Models')?.updatedAt, titled(before.pages, 'Models')?.updatedAt);
    assert.match((await textIn(sandbox, 'Herons')).markdown ?? '', /path="\/herons\/\{id\}" method="get"/);
    const space = await sandbox.call('GET /spaces/{spaceId}', { spaceId });
    assert.deepEqual([space.revision, space.updatedAt], [after.id, after.createdAt]);
    const revisionId = after.id;
    const { changes } = await sandbox.call('GET /spaces/{spaceId}/revisions/{revisionId}/changes', {
      spaceId,
      revisionId,
    });
    assert.deepEqual(
      changes.map(change => [change.type, 'page' in change && change.page.title]),
      [
        ['page_edited', 'Herons'],
        ['page_created', 'Written'],
        ['page_deleted', 'Default'],
      ],
    );
  });

  it('keep the keys of unchanged blocks', async () => {
    const { sandbox } = await openBirds(summary);
    const keys = async () => {
      const { id: pageId } = titled(await pagesIn(sandbox), 'Herons') ?? assert.fail();
      const query = { format: 'document' } as const;
      const { document } = await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', {
        spaceId,
        pageId,
        query,
      });
      return document?.nodes.map(({ key }) => key) ?? [];
    };
    const before = await keys();
    await push(sandbox, { ...spec, paths: { '/egrets': { get: { tags: ['Herons'] } }, ...spec.paths } });
    assert.deepEqual((await keys()).slice(1), before);
    await push(sandbox, spec);
    assert.deepEqual(await keys(), before, 'also when it says again what it said before');
  });

  it('can be read when their spec has its former content again', async () => {
    const { sandbox } = await openBirds(summary);
    await push(sandbox, changed);
    await push(sandbox, spec);
    const { id: pageId } = titled(await pagesIn(sandbox), 'Herons') ?? assert.fail();
    const query = { format: 'document' } as const;
    const { document } = await sandbox.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId, query });
    assert.equal(document?.nodes.length, 2);
  });

  it('create no revision when they are unchanged, or another spec changes', async () => {
    const { sandbox } = await openBirds(summary);
    const { id } = await mainOf(sandbox);
    await push(sandbox, { ...spec, info: { title: 'Birds', version: '2' } });
    await push(sandbox, changed, 'others');
    assert.equal((await mainOf(sandbox)).id, id);
  });

  it('exist as long as the spec exists', async () => {
    const { sandbox, warnings } = await openBirds(`* [Start](README.md)\n${fence(false, 'owls')}\n`);
    assert.deepEqual(warnings, ["SUMMARY.md, line 2: there is no OpenAPI spec 'owls' to compute pages of."]);
    assert.equal(outlineOf(await pagesIn(sandbox)), 'readme herons');
    await push(sandbox, spec, 'owls');
    assert.equal(outlineOf(await pagesIn(sandbox)), 'readme herons-1 about-birds default herons');
    await sandbox.reply('DELETE /orgs/{organizationId}/openapi/{specSlug}', {
      organizationId: 'acme',
      specSlug: 'owls',
    });
    assert.equal(outlineOf(await pagesIn(sandbox)), 'readme herons');
  });

  it('reach a change request when it is updated, without counting as its change', async () => {
    const { sandbox } = await openBirds(summary);
    const target = { spaceId, changeRequestId: '' };
    const subject = { subject: 'Edit' };
    target.changeRequestId = (
      await sandbox.call('POST /spaces/{spaceId}/change-requests', { spaceId, body: subject })
    ).id;
    await push(sandbox, changed);
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages';
    assert.equal(
      outlineOf((await sandbox.call(route, target)).pages),
      'readme herons-1 about-birds default models herons',
    );
    const update = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/update';
    assert.equal((await sandbox.call(update, target)).result, 'update');
    assert.equal(outlineOf((await sandbox.call(route, target)).pages), outlineOf((await mainOf(sandbox)).pages));
    const { changes } = await sandbox.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes', target);
    assert.deepEqual(changes, []);
  });

  it('are those of the main content in a change request that does not change them', async () => {
    const { sandbox } = await openBirds(
      undefined,
      JSON.stringify(spec),
      proposal(summary, { 'herons.md': '# Mine\n' }),
    );
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages';
    const { pages } = await sandbox.call(route, { spaceId, changeRequestId: '1' });
    const computed = (all: readonly Schema<'Page'>[]) =>
      all.filter(page => page.computed).map(page => omit(page, 'urls'));
    assert.equal(computed(pages).length, 4);
    assert.deepEqual(computed(pages), computed(await pagesIn(sandbox)));
  });

  it('use the current spec when a change request adds them', async () => {
    const plain = '* [Start](README.md)\n* [Written](herons.md)\n';
    const files = proposal(plain, { 'SUMMARY.md': `${plain}${fence(false)}\n` });
    const { sandbox, warnings } = await openBirds(undefined, JSON.stringify(spec), files);
    assert.deepEqual(warnings, []);
    await push(sandbox, changed);
    assert.equal(outlineOf(await pagesIn(sandbox)), 'readme herons');
    const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
    assert.equal((await sandbox.call(route, { spaceId, changeRequestId: '1' })).result, 'merge');
    assert.equal(outlineOf(await pagesIn(sandbox)), 'readme herons herons-1 about-birds written');
  });
});

/** Returns a space with a change request created one day later. */
function proposal(summary: string, changed: Record<string, string>): Files {
  const within = (folder: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  const files = Object.keys(changed).map(path => ({ status: 'modified', path }));
  const described = { number: 1, subject: 'Show the API', createdAt: '2026-01-02T00:00:00Z', files };
  return {
    ...within('space', { ...written, 'SUMMARY.md': summary }),
    ...within('change-requests/001/files', changed),
    'change-requests/001/change-request.json': JSON.stringify(described),
  };
}
