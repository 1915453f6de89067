import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { parseBlocks } from '../../../src/markdown/blocks.ts';
import type { RequestInput, Result, Route } from '../../../src/api/routes.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';
import { zip } from '../import/archives.ts';
import { openImporting, route } from '../import/importing.ts';
import { toRequest } from '../sandbox.ts';

/** The limit for a turn of the event loop on a machine that reads the table below in `usualMs`. */
const limitMs = 150;
const usualMs = 400;

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join('');
const table = `# Table\n\n| a | b | c |\n|---|---|---|\n${lines(12_000, row => `| Cell ${row} | **bold** | [link](README.md) |\n`)}`;
const list = `# List\n\n${lines(1000, level => `${'  '.repeat(level)}- level ${level}\n`)}`;
const items = `# Items\n\n${lines(30_000, item => `- item ${item}\n`)}`;
const page = (body: string) => `<html><head><title>Page</title></head><body><main>${body}</main></body></html>`;
const htmlTable = page(
  `<table>${lines(8000, row => `<tr><td>Cell ${row}</td><td><b>bold</b></td><td>c</td></tr>`)}</table>`,
);
const htmlText = page(lines(9000, index => `<p>Paragraph ${index} with <b>words</b> and <a href="x">links</a>.</p>\n`));

describe('large and nested content of the sandbox', function () {
  this.timeout(120_000);
  let floorMs: number;

  /** Measures the same work on the main thread, as the reference for this machine. */
  before(() => {
    const before = process.threadCpuUsage();
    parseBlocks(table);
    floorMs = milliseconds(process.threadCpuUsage(before));
  });

  /** Sends a request while another caller sends small ones, and measures how long these are blocked. */
  async function withOthers<R extends Route>(docs: Docs, route: R, input: RequestInput<R>): Promise<Result<R>> {
    let longest = 0;
    let isDone = false;
    const others = async () => {
      do {
        const before = process.threadCpuUsage();
        await setImmediate();
        await docs.call('GET /spaces/{spaceId}', { spaceId: 'handbook' }, { as: 'reed' });
        longest = Math.max(longest, milliseconds(process.threadCpuUsage(before)));
      } while (!isDone);
    };
    const asking = others();
    const { status, bytes } = await docs.answer(toRequest(route, input, docs.token));
    isDone = true;
    await asking;
    const text = Buffer.from(bytes ?? []).toString();
    assert.ok(status < 400, text);
    const limit = Math.max(limitMs, (limitMs * floorMs) / usualMs);
    const words = `${route} held others up for ${Math.round(longest)} ms, more than ${Math.round(limit)} ms.`;
    assert.ok(longest <= limit, words);
    return JSON.parse(text) as Result<R>;
  }

  const sources = { '/table.html': htmlTable, '/text.html': htmlText, '/table.md': table, '/list.md': list };
  for (const [path, served] of Object.entries(sources)) {
    it(`does not block other requests when ${path.slice(1)} is imported`, async () => {
      const docs = await openImporting({ [path]: served });
      const source = path.endsWith('.html') ? 'html' : 'markdown';
      const { importedResources } = await withOthers(docs, route, docs.input(path, source));
      assert.equal(importedResources, 1);
      const { pages } = await docs.content();
      assert.equal(pages.length, 2);
    });
  }

  it('does not block other requests when an archive of many pages is imported', async () => {
    const text = lines(200, index => `Paragraph ${index} with **words** and [a link](page-1.md).\n\n`);
    const markdown = Array.from({ length: 60 }, (_, index) => [`page-${index}.md`, `# Page ${index}\n\n${text}`]);
    const html = Array.from({ length: 20 }, (_, index) => [`other-${index}.html`, htmlText.slice(0, 20_000)]);
    const archive = zip(Object.fromEntries([...markdown, ...html]) as Record<string, string>);
    const docs = await openImporting({ '/docs.zip': archive });
    const input = docs.input('/docs.zip', 'zip');
    const { importedResources } = await withOthers(docs, route, input);
    assert.equal(importedResources, 80);
  });

  for (const [name, markdown] of Object.entries({ table, list: list.slice(0, 200_000), items })) {
    it(`does not block other requests when a page with a large ${name} is written, read, searched, commented on and merged`, async () => {
      const docs = await openDocs({ 'README.md': 'Start.' });
      const changeRequest = await docs.propose([]);
      const target = { spaceId, changeRequestId: changeRequest.id };
      const content = 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/content';
      const insert = { operation: 'insert_page' as const, title: 'Large', document: { markdown } };
      const changes = [insert];
      const reply = await withOthers(docs, content, { ...target, query: { compat: false }, body: { changes } });
      const [change] = 'changes' in reply ? reply.changes : [];
      const pageId = change && 'page' in change && typeof change.page === 'object' ? change.page.id : assert.fail();
      const pageRoute = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
      const read = (format: 'document' | 'markdown') =>
        withOthers(docs, pageRoute, { ...target, pageId, query: { format } });
      const node = (await read('document')).document?.nodes.at(-1)?.key ?? assert.fail();
      assert.equal((await read('markdown')).markdown?.trim(), markdown.trim());
      const body = { page: pageId, node, body: { markdown: 'Long.' } };
      await withOthers(docs, 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/comments', { ...target, body });
      const document = { markdown: `${markdown}\n\nMore.\n` };
      const update = { operation: 'update_page' as const, page: pageId, document };
      await withOthers(docs, content, { ...target, query: {}, body: { changes: [update] } });
      const nodes = (await read('document')).document?.nodes;
      assert.ok(
        nodes?.some(({ key }) => key === node),
        'The block that was commented on has another key.',
      );
      await withOthers(docs, 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes', target);
      await withOthers(docs, 'POST /spaces/{spaceId}/change-requests/{changeRequestId}/merge', target);
      const query = { query: 'more' };
      const { items } = await withOthers(docs, 'GET /spaces/{spaceId}/search', { spaceId, query });
      assert.equal(items.length, 1);
      await withOthers(docs, 'GET /spaces/{spaceId}/links', { spaceId });
    });
  }
});

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}
