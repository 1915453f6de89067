import assert from 'node:assert/strict';
import { zip } from './archives.ts';
import { openImporting, route } from './importing.ts';
import type { Importing, ServedContent } from './importing.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2"/>';

const synced = {
  'manual-main/SUMMARY.md':
    '# Contents\n\n* [Welcome](README.md)\n* [Use it](guide/use.md)\n  * [Set it up](guide/setup.md)\n\n' +
    '## Reference\n\n* [Options](reference/options.md)\n* [Site](https://elsewhere.example/)\n',
  'manual-main/README.md': '# Hello\n\nFirst [set it up](guide/setup.md#now).\n',
  'manual-main/guide/setup.md':
    '---\ndescription: Once\n---\n\n![](../.gitbook/assets/a%201.svg) [Back](../README.md)\n',
  'manual-main/guide/use.md': 'See [options](/reference/options.md) and ![](pictures/b.svg), not [this](gone.md).\n',
  'manual-main/reference/options.md': 'None.\n',
  'manual-main/unlisted.md': 'Hidden.\n',
  'manual-main/.gitbook/assets/a 1.svg': svg,
  'manual-main/guide/pictures/b.svg': svg,
  'manual-main/LICENSE': 'Free.',
  'manual-main/broken.md': new Uint8Array([0x61, 0xff, 0x00]),
  'manual-main/.github/workflows/build.yml': 'on: push',
  '__MACOSX/manual-main/._README.md': 'x',
};

const unordered = {
  'README.md': 'Top.\n',
  'b-guide/README.md': '# The guide\n\nSee [one](one.md).\n',
  'b-guide/one.md': 'One.\n',
  'b-guide/deep/two.markdown': 'Two.\n',
  'a-notes/10.md': 'Ten.\n',
  'a-notes/9.md': 'Nine.\n',
};

const exported = {
  'export/index.html': '<title>Home</title><body><p>See <a href="more/setup%20it.html#now">setup</a>.</p></body>',
  'export/more/setup it.html':
    '<main><p><a href="../index.html">Home</a> <a href="https://elsewhere.example/">out</a> <img src="a.svg"></p></main>',
  'export/more/a.svg': svg,
  'export/more/notes.html': '<p>Not this one.</p>',
  'export/more/notes.md': 'But this one.\n',
  'export/more/order.md': 'In any order.\n',
  'export/more/order.html': '<p>Not this one.</p>',
  'export/empty.html': '<script>draw()</script>',
};

describe('importing a zip', () => {
  let docs: Importing;
  const served: Record<string, ServedContent> = {
    '/synced.zip': zip(synced),
    '/unordered.zip': zip(unordered),
    '/exported.zip': zip(exported),
  };
  beforeEach(async () => {
    docs = await openImporting(served);
  });
  const importZip = async (path: string, source = 'zip') => {
    const { importedResources, totalResources } = await docs.call(route, docs.input(path, source), { as: 'eden' });
    return [importedResources, totalResources];
  };
  const fileId = async (name: string) => (await docs.content()).files.find(file => file.name === name)?.id;

  it('adds the pages of a Git Sync folder, in its order, with its titles and links', async () => {
    assert.deepEqual(await importZip('/synced.zip'), [7, 9]);
    const outline =
      'readme welcome guide/use(guide/setup) reference(reference/options https://elsewhere.example/) unlisted';
    assert.equal(await docs.outline(docs), outline);
    assert.equal(await docs.outline(), 'readme');
    const { title, markdown } = await docs.page('welcome', docs);
    assert.deepEqual([title, markdown], ['Welcome', '# Hello\n\nFirst [set it up](guide/setup.md#now).\n']);
    const setup = await docs.page('guide/setup', docs);
    assert.deepEqual([setup.title, setup.description], ['Set it up', 'Once']);
    assert.equal(setup.markdown, `![](/files/${await fileId('a 1.svg')}) [Back](../welcome.md)\n`);
    assert.equal(
      await docs.read('guide/use', docs),
      `See [options](/reference/options.md) and ![](/files/${await fileId('b.svg')}), not [this](gone.md).\n`,
    );
    assert.equal((await docs.page('unlisted', docs)).hidden, true);
    const { files } = await docs.content();
    assert.deepEqual(
      files.map(({ name, dimensions }) => [name, dimensions?.width]),
      [
        ['a 1.svg', 4],
        ['b.svg', 4],
      ],
    );
  });

  it('sorts the pages of a folder without a summary by file name', async () => {
    assert.deepEqual(await importZip('/unordered.zip'), [6, 6]);
    const outline = 'readme introduction a-notes(a-notes/9 a-notes/10) b-guide(b-guide/deep/two b-guide/one)';
    assert.equal(await docs.outline(docs), outline);
    assert.equal((await docs.page('b-guide', docs)).title, 'The guide');
    assert.equal(await docs.read('b-guide', docs), '# The guide\n\nSee [one](one.md).\n');
  });

  it('adds a folder a second time besides the first, with separate links and files', async () => {
    await importZip('/synced.zip');
    assert.deepEqual(await importZip('/synced.zip'), [7, 9]);
    const once = 'welcome guide/use(guide/setup) reference(reference/options https://elsewhere.example/) unlisted';
    const again =
      'welcome-1 guide/use-1(guide/setup-1) reference-1(reference-1/options https://elsewhere.example/) unlisted-1';
    assert.equal(await docs.outline(docs), `readme ${once} ${again}`);
    const { pages, files } = await docs.content();
    const ids = [...pages, ...pages.flatMap(page => page.pages ?? [])].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a 1.svg', 'b.svg', 'a 1-1.svg', 'b-1.svg'],
    );
    const setup = `![](/files/${await fileId('a 1-1.svg')}) [Back](../welcome-1.md)\n`;
    assert.equal(await docs.read('guide/setup-1', docs), setup);
  });

  it('can be merged', async () => {
    await importZip('/synced.zip');
    const outline = await docs.outline(docs);
    await docs.merge(docs);
    assert.equal(await docs.outline(), outline);
    assert.equal(await docs.read('welcome'), '# Hello\n\nFirst [set it up](guide/setup.md#now).\n');
  });

  for (const source of ['zip', 'notion', 'confluence', 'google-docs']) {
    it(`reads the HTML of '${source}'`, async () => {
      assert.deepEqual(await importZip('/exported.zip', source), [5, 8]);
      assert.equal(await docs.outline(docs), 'readme home more(more/notes more/order more/setup-it)');
      assert.equal(await docs.read('home', docs), 'See [setup](more/setup%20it.md#now).\n');
      const picture = `![](/files/${await fileId('a.svg')})`;
      const markdown = `[Home](../home.md) [out](https://elsewhere.example/) ${picture}\n`;
      assert.equal(await docs.read('more/setup-it', docs), markdown);
      assert.equal(await docs.read('more/notes', docs), 'But this one.\n');
      assert.equal(await docs.read('more/order', docs), 'In any order.\n');
    });
  }
});
