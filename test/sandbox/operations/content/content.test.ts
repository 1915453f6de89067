import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../../docs.ts';
import type { Docs } from '../../docs.ts';
import { files, picture } from './space.ts';

const inChangeRequest = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content';

describe('content of the sandbox', () => {
  let docs: Docs;
  beforeEach(async () => {
    docs = await openDocs(files);
  });

  it('is equal in the main content, its revision and a new change request', async () => {
    const { revision: revisionId } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    const { number } = await docs.propose([]);
    const changeRequestId = String(number);
    const query = { metadata: false };
    const main = await docs.call('GET /spaces/{spaceId}/content', { spaceId, query });
    const revision = await docs.call('GET /spaces/{spaceId}/revisions/{revisionId}', { spaceId, revisionId, query });
    const proposed = await docs.call(inChangeRequest, { spaceId, changeRequestId, query });
    const plain = (value: object) => JSON.stringify(value).replace(/"urls":\{[^}]*\}/g, '');
    assert.equal(plain(revision), plain(main));
    assert.equal(plain(proposed), plain(main));
    const { pages } = await docs.call(`${inChangeRequest}/pages`, { spaceId, changeRequestId, query });
    assert.deepEqual(pages, proposed.pages);
  });

  it('gives a page as Markdown, or as nodes with keys', async () => {
    const { id: pageId } = await docs.page('guide/setup');
    const changeRequestId = (await docs.propose([])).id;
    const route = `${inChangeRequest}/page/{pageId}` as const;
    const markdown = await docs.call(route, { spaceId, changeRequestId, pageId, query: { format: 'markdown' } });
    assert.equal(markdown.markdown, files['guide/setup.md']);
    assert.equal(markdown.document, undefined);
    const input = { spaceId, changeRequestId, pageId, query: { format: 'document', evaluated: true } } as const;
    const { document, ...rest } = await docs.call(route, input);
    assert.equal(rest.markdown, undefined);
    assert.deepEqual(
      document?.nodes.map(({ type, key }) => [type, typeof key]),
      [
        ['heading-2', 'string'],
        ['paragraph', 'string'],
        ['list-unordered', 'string'],
      ],
    );
  });

  it('omits Git metadata on request', async () => {
    const withGit = await docs.call('GET /spaces/{spaceId}/content', { spaceId });
    assert.equal(withGit.pages[1]?.git?.path, 'guide/README.md');
    assert.match(withGit.files[0]?.git?.oid ?? '', /^[0-9a-f]{40}$/);
    const without = await docs.call('GET /spaces/{spaceId}/content', { spaceId, query: { metadata: false } });
    assert.doesNotMatch(JSON.stringify(without), /"git"/);
  });

  it('is found by ID and by path, and nowhere else', async () => {
    const { id: pageId } = await docs.page('guide');
    const changeRequestId = (await docs.propose([])).id;
    const input = { spaceId, changeRequestId };
    const byPath = await docs.call(`${inChangeRequest}/path/{pagePath}`, { ...input, pagePath: 'guide' });
    assert.equal(byPath.id, pageId);
    const refusals = [
      await docs.refusal(`${inChangeRequest}/path/{pagePath}`, { ...input, pagePath: 'guide/none' }),
      await docs.refusal(`${inChangeRequest}/page/{pageId}`, { ...input, pageId: 'none' }),
      await docs.refusal(`${inChangeRequest}/files/{fileId}`, { ...input, fileId: 'none' }),
      await docs.refusal('GET /spaces/{spaceId}/revisions/{revisionId}', { spaceId, revisionId: 'none' }),
      await docs.refusal('GET /spaces/{spaceId}/documents/{documentId}', { spaceId, documentId: 'none' }),
    ];
    assert.deepEqual(
      refusals.map(({ status }) => status),
      [404, 404, 404, 404, 404],
    );
  });

  it('lists files page by page and serves their bytes at their address without a token', async () => {
    const list = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId, query: { limit: 1 } });
    assert.equal(list.count, 1);
    const [file] = list.items;
    assert.deepEqual(
      [file?.name, file?.contentType, file?.size, file?.dimensions],
      ['picture 1.png', 'image/png', picture.length, { width: 3, height: 2 }],
    );
    const url = new URL(file?.downloadURL ?? '');
    assert.doesNotMatch(url.pathname, /^\/v1/);
    const response = await docs.fetch(new Request(url));
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), picture);
    url.searchParams.set('signature', 'guessed');
    assert.equal((await docs.fetch(new Request(url))).status, 403);
  });

  it('keeps serving revisions after they were replaced', async () => {
    const { revision: revisionId } = await docs.call('GET /spaces/{spaceId}', { spaceId });
    const { id: pageId } = await docs.page('last');
    await docs.merge(await docs.propose([{ operation: 'delete_page', page: pageId }]));
    assert.equal(await docs.outline(), 'readme guide(guide/setup) more');
    const old = await docs.call('GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
      spaceId,
      revisionId,
      pageId,
    });
    assert.equal(old.markdown, 'The [guide](guide/README.md).\n');
  });
});
