import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenSandbox } from '../sandbox.ts';
import type { Rows } from './row.ts';

const content = '/spaces/{spaceId}/change-requests/{changeRequestId}/content';
const molt = { spaceId: 'docs', changeRequestId: '1' };
const query = { metadata: false, computed: false };
const missing = { changeRequestId: '2' };
const forbidden = { because: 'for those who may not see a space it has no change requests: they get 404' };

const listed = async (world: OpenSandbox) => {
  const { pages, files } = await world.call(`GET ${content}`, molt);
  const idOf = (title: string) => pages.find(page => page.title === title)?.id ?? '';
  return { pages, start: idOf('Start'), setup: idOf('Setup'), heron: files[0]?.id ?? '' };
};

const titlesOf = (pages: readonly { title: string; git?: unknown }[]) => pages.map(({ title, git }) => [title, git]);

export const changeRequestContentRows = {
  [`GET ${content}`]: {
    input: { ...molt, query },
    status: 200,
    async success({ result, world }) {
      const { revision } = await world.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}', molt);
      assert.deepEqual([result.object, result.id], ['revision', revision]);
      assert.deepEqual(titlesOf(result.pages), [
        ['Start', undefined],
        ['Setup', undefined],
      ]);
      assert.deepEqual(
        result.files.map(({ name, git }) => [name, git]),
        [['heron.svg', undefined]],
      );
    },
    missing,
    forbidden,
  },

  [`POST ${content}/import`]: {
    input: async () => ({ ...molt, body: { url: await serve('# Wings\n\nTwo of them.\n'), source: 'markdown' } }),
    status: 201,
    async success({ result, world }) {
      assert.deepEqual([result.importedResources, result.totalResources], [1, 1]);
      const { pages } = await listed(world);
      assert.deepEqual(
        pages.map(({ title }) => title),
        ['Start', 'Setup', 'Wings'],
      );
      const { revision } = await world.call('GET /spaces/{spaceId}/change-requests/{changeRequestId}', molt);
      assert.equal(revision, result.revision);
    },
    bad: [[{ body: { url: 'ftp://heron.example/a.md', source: 'markdown' } }, /body\.url/]],
    missing,
    forbidden: ['colm', /You may not edit it: 'Docs' asks for the role Editor, and yours is Commenter/],
  },

  [`GET ${content}/pages`]: {
    input: { ...molt, query },
    status: 200,
    async success({ result, world }) {
      assert.deepEqual(titlesOf(result.pages), [
        ['Start', undefined],
        ['Setup', undefined],
      ]);
      const { pages } = await world.call(`GET ${content}/pages`, molt);
      assert.deepEqual(
        pages.map(({ git }) => git?.path),
        ['README.md', 'setup.md'],
      );
    },
    missing,
    forbidden,
  },

  [`GET ${content}/files`]: {
    input: { ...molt, query },
    status: 200,
    async success({ result, world }) {
      const [heron] = result.items;
      assert.deepEqual([heron?.name, heron?.contentType, heron?.git], ['heron.svg', 'image/svg+xml', undefined]);
      const bytes = await world.fetch(new Request(heron?.downloadURL ?? ''));
      assert.match(await bytes.text(), /^<svg/);
    },
    missing,
    forbidden,
  },

  [`GET ${content}/files/{fileId}`]: {
    input: async world => ({ ...molt, fileId: (await listed(world)).heron, query: { computed: false } }),
    status: 200,
    success({ result }) {
      assert.deepEqual([result.name, result.dimensions], ['heron.svg', { width: 4, height: 4 }]);
      assert.equal(result.git?.path, '.gitbook/assets/heron.svg');
    },
    missing: { fileId: 'nowhere' },
    forbidden,
  },

  [`GET ${content}/files/{fileId}/backlinks`]: {
    input: async world => ({ ...molt, fileId: (await listed(world)).heron }),
    status: 200,
    async success({ result, world }) {
      const [place, ...others] = result.items;
      assert.ok(typeof place?.page === 'object' && typeof place.versionContext?.changeRequest === 'object');
      assert.deepEqual([place.kind, place.page.id, others], ['page', (await listed(world)).start, []]);
      assert.equal(place.versionContext.changeRequest.id, 'molt');
    },
    missing: { fileId: 'nowhere' },
    forbidden,
  },

  [`GET ${content}/page/{pageId}`]: {
    input: async world => ({
      ...molt,
      pageId: (await listed(world)).setup,
      query: { ...query, format: 'markdown', evaluated: false },
    }),
    status: 200,
    async success({ result, world, input }) {
      assert.deepEqual([result.title, result.path, result.git], ['Setup', 'setup', undefined]);
      assert.match(result.markdown ?? '', /^A \[gone page\]\(gone\.md\)/m);
      const asked = { ...input, query: { format: 'document' } } as const;
      const { document, markdown } = await world.call(`GET ${content}/page/{pageId}`, asked);
      assert.deepEqual([document?.object, markdown], ['document', undefined]);
    },
    missing: { pageId: 'nowhere' },
    forbidden,
  },

  [`GET ${content}/page/{pageId}/links`]: {
    input: async world => ({ ...molt, pageId: (await listed(world)).setup }),
    status: 200,
    success({ result }) {
      assert.deepEqual(
        result.items.map(({ status, targetReference }) => [status, targetReference?.url]),
        [
          ['broken', 'gone.md'],
          ['ok', 'https://heron.example/'],
        ],
      );
      assert.deepEqual(result.stats, { total: 2, broken: { total: 1, changeRequest: 0 } });
    },
    missing: { pageId: 'nowhere' },
    forbidden,
  },
} satisfies Rows;

const closing: (() => Promise<unknown>)[] = [];

/** Serves a text until the test ends. Returns its URL. */
export async function serve(text: string): Promise<string> {
  const server = createServer((_, response) => response.end(text));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise(resolve => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/wings.md`;
}

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
