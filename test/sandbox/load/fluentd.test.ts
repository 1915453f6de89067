import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import type { Schema } from '../../../src/api/routes.ts';
import { isFullSize } from '../../size.ts';
import { openSandbox } from '../sandbox.ts';
import type { OpenSandbox } from '../sandbox.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/fluentd-docs', import.meta.url));
const spaceId = 'fluentd-docs';
/** One of the 182 Markdown files is the summary. */
const pageCount = 181;

describe('the sandbox with the documentation of Fluentd', function () {
  this.timeout(120_000);
  let sandbox: OpenSandbox;
  before(function () {
    if (!existsSync(folder)) this.skip();
  });
  beforeEach(async () => {
    sandbox = await openSandbox({ content: folder });
  });

  it('loads all pages, files and change requests', async () => {
    assert.deepEqual(sandbox.warnings, []);
    const { pages, files } = await sandbox.call('GET /spaces/{spaceId}/content', { spaceId });
    assert.equal(documentsIn(pages).length, pageCount);
    assert.equal(files.length, 25);
    const route = 'GET /spaces/{spaceId}/change-requests';
    assert.equal((await sandbox.call(route, { spaceId, query: { limit: 1000 } })).count, 33);
  });

  // Only the full run prints all pages, which takes half a minute; otherwise one part is printed.
  it('prints pages as PDF without blocking other requests', async () => {
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/pdf';
    const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    const part = pages.find(page => 'pages' in page && page.pages.length > 2) ?? assert.fail('no page has pages below');
    const query = isFullSize ? {} : { page: part.id };
    const { url } = await sandbox.call(route, { spaceId, changeRequestId: '1', query });
    const printing = sandbox.fetch(new Request(url));
    const first = await Promise.race([printing, sandbox.call('GET /spaces/{spaceId}', { spaceId })]);
    assert.ok('object' in first && first.object === 'space');
    const { numPages } = await getDocumentProxy(new Uint8Array(await (await printing).arrayBuffer()));
    assert.ok(numPages > documentsIn(isFullSize ? pages : [part]).length, `It has ${numPages} sheets.`);
  });

  it('serves the Markdown and the document of every page, with a key for every block', async () => {
    const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    for (const { id: pageId, path } of documentsIn(pages)) {
      const route = 'GET /spaces/{spaceId}/content/page/{pageId}';
      const { markdown } = await sandbox.call(route, { spaceId, pageId });
      assert.ok(markdown?.trim(), path);
      const { document } = await sandbox.call(route, { spaceId, pageId, query: { format: 'document' } });
      const blocks = (document?.nodes ?? []).filter(node => node.object === 'block');
      assert.ok(blocks.length > 0 && blocks.every(({ key }) => key), path);
    }
  });

  it('serves the content of every change request, and lists the changed pages', async () => {
    const { items } = await sandbox.call('GET /spaces/{spaceId}/change-requests', {
      spaceId,
      query: { limit: 1000 },
    });
    for (const { id: changeRequestId, number } of items) {
      const target = { spaceId, changeRequestId };
      const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}';
      const { changes } = await sandbox.call(`${route}/changes`, { ...target, query: { limit: 100 } });
      assert.ok(changes.length > 0, `#${number}`);
      for (const change of changes) {
        const pageId = 'page' in change ? change.page.id : '';
        const { markdown } = await sandbox.call(`${route}/content/page/{pageId}`, { ...target, pageId });
        assert.ok(markdown?.trim(), `#${number}`);
      }
    }
  });

  it('merges all change requests in chronological order without conflict, and loses no page', async () => {
    const { items } = await sandbox.call('GET /spaces/{spaceId}/change-requests', {
      spaceId,
      query: { limit: 1000 },
    });
    const results: string[] = [];
    for (const { id: changeRequestId } of items.toReversed()) {
      const route = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge';
      results.push((await sandbox.call(route, { spaceId, changeRequestId })).result);
    }
    const { pages } = await sandbox.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    // Two of the change requests add a page.
    assert.equal(documentsIn(pages).length, pageCount + 2);
    assert.deepEqual([...new Set(results)], ['merge']);
  });
});

function documentsIn(pages: readonly Schema<'Page'>[]): Schema<'Page'>[] {
  return pages.flatMap(page => [...(page.type === 'document' ? [page] : []), ...documentsIn(page.pages ?? [])]);
}
