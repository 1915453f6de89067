import assert from 'node:assert/strict';
import { zip } from './archives.ts';
import { openImporting, route } from './importing.ts';
import type { Importing, ServedContent } from './importing.ts';

const html = (content: string): ServedContent => ({ content, headers: { 'content-type': 'text/html' } });
const nested = (tags: string, count: number) => `<h1>Deep</h1>${tags.repeat(count)}`;

const tooDeep = {
  'nested lists': nested('<ul><li>a', 1500),
  'nested tables': nested('<table><tr><td>a', 1000),
  'thousands of nested tables': nested('<table><tr><td>a', 5000),
  'nested quotes': nested('<blockquote>a', 1500),
  'nested div elements': nested('<div>a', 5000),
};

const served: Record<string, ServedContent> = {
  ...Object.fromEntries(Object.entries(tooDeep).map(([name, page]) => [`/${encodeURIComponent(name)}`, html(page)])),
  '/marks.html': html(`<h1>Marked</h1><p>${'<b><i>a'.repeat(100)}`),
  '/list.html': html(nested('<ul><li>a', 20)),
  '/boxes.html': html(nested('<div><section>', 60) + '<p>Inside.'),
  '/all.zip': zip({ 'lists.html': tooDeep['nested lists'], 'good.html': '<h1>Good</h1>Text.' }),
};

describe('an HTML page with deeply nested elements', () => {
  let docs: Importing;
  beforeEach(async () => {
    docs = await openImporting(served);
  });

  for (const name of Object.keys(tooDeep)) {
    it(`is rejected with a message when it is ${name}`, async () => {
      const { status, message } = await docs.refusal(route, docs.input(`/${encodeURIComponent(name)}`, 'html'));
      assert.equal(status, 400);
      assert.match(message, /its elements are nested too deep/);
    });
  }

  it('is omitted from a zip whose other pages are imported', async () => {
    const { importedResources, totalResources } = await docs.call(route, docs.input('/all.zip', 'zip'));
    assert.deepEqual([importedResources, totalResources], [1, 2]);
  });

  it('has nested bold text only once', async () => {
    await docs.call(route, docs.input('/marks.html', 'html'));
    assert.match((await docs.page('marked', docs)).markdown ?? '', /^# Marked\n\n\*\*_a{100}_\*\*\n$/);
  });

  it('is imported up to a generous depth', async () => {
    await docs.call(route, docs.input('/list.html', 'html'));
    assert.equal((await docs.page('deep', docs)).markdown?.match(/\* a$/gm)?.length, 20);
    await docs.call(route, docs.input('/boxes.html', 'html'));
    assert.match((await docs.page('deep-1', docs)).markdown ?? '', /Inside\./);
  });
});
