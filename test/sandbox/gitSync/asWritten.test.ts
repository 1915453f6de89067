import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs } from '../docs.ts';

const start = [
  '# Start',
  '',
  'See [folder](blocking-and-triggers/), [its file](blocking-and-triggers/README.md#top), [app](<Web Application.md>),',
  '[app](Web%20Application.md), [app](/Web%20Application.md), [short](setup) and [gone](gone.md).',
  '',
].join('\n');
const files = {
  'README.md': start,
  'blocking-and-triggers/README.md': '# Blocking\n\nUp to [the start](../) and [app](../Web%20Application.md).\n',
  'Web Application.md': '# App\n',
  'setup.md': '# Setup\n',
  'images/heron.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

describe('a documentation folder after a round trip', () => {
  let docs: Docs;
  beforeEach(async () => {
    docs = await openDocs(files);
  });

  it('has its pages and files at the same paths', async () => {
    const { pages, files: assets } = await docs.call('GET /spaces/{spaceId}/content', { spaceId });
    const paths = pages.map(({ git }) => git?.path).sort();
    assert.deepEqual(paths, ['README.md', 'Web Application.md', 'blocking-and-triggers/README.md', 'setup.md']);
    assert.deepEqual(
      assets.map(({ git }) => git?.path),
      ['images/heron.svg'],
    );
  });

  it('keeps the notation of its links', async () => {
    assert.equal(await docs.read(''), start);
    assert.match(
      (await docs.read('blocking-and-triggers')) ?? '',
      /\(\.\.\/\) and \[app\]\(\.\.\/Web%20Application\.md\)/,
    );
  });

  it('keeps the links when other text of the page is edited, in the change request and merged', async () => {
    const { id: page } = await docs.page('');
    const markdown = start.replace('See', 'Look at');
    const changeRequest = await docs.propose([{ operation: 'update_page', page, document: { markdown } }]);
    assert.equal(await docs.read('', changeRequest), markdown);
    const other = await docs.propose([
      { operation: 'update_page', page, document: { markdown: `${start}\nMore of [it](blocking-and-triggers).\n` } },
    ]);
    await docs.merge(changeRequest);
    await docs.merge(other);
    assert.equal(await docs.read(''), `${markdown}\nMore of [it](blocking-and-triggers).\n`);
  });

  it('changes the links to a moved page, and no others', async () => {
    const { id: page } = await docs.page('setup');
    const { id: into } = await docs.page('blocking-and-triggers');
    const changeRequest = await docs.propose([{ operation: 'update_page', page, into }]);
    assert.equal(await docs.read('', changeRequest), start.replace('(setup)', '(blocking-and-triggers/setup.md)'));
    const moved = await docs.page('blocking-and-triggers/setup', changeRequest);
    assert.equal(moved.git?.path, 'blocking-and-triggers/setup.md');
  });
});

describe('settings of a documentation folder', () => {
  const written = {
    '.gitbook/vars.yaml': 'product: Heron\nversion: 2\nbeta: true\nnothing:\nlist: [a]\n',
    '.gitbook/includes/warning.md': '---\ntitle: A warning\n---\n\nDo not feed [the herons](../../herons.md).\n',
    '.gitbook/includes/plain.md': 'Plain.\n',
    'README.md':
      '# Start\n\n<code class="expression">space.vars.product</code> <code class="expression">space.vars.version</code>\n\n' +
      '{% include "/.gitbook/includes/warning.md" %}\n\n{% include ".gitbook/includes/plain.md" %}\n',
    'herons.md': '# Herons\n',
  };
  let docs: Docs;
  let revision: Schema<'Revision'>;
  beforeEach(async () => {
    docs = await openDocs(written);
    revision = await docs.call('GET /spaces/{spaceId}/content', { spaceId });
  });

  const page = async (query: { evaluated?: boolean; format?: 'document' | 'markdown' }) =>
    docs.call('GET /spaces/{spaceId}/content/page/{pageId}', { spaceId, pageId: (await docs.page('')).id, query });

  it('define variables, with which pages are evaluated', async () => {
    assert.deepEqual(revision.variables, { product: 'Heron', version: '2', beta: 'true' });
    assert.match((await page({ evaluated: true })).markdown ?? '', /^Heron 2$/m);
    assert.match((await page({})).markdown ?? '', /space\.vars\.product/);
  });

  it('define reusable content, which is not listed as pages', async () => {
    const reusable = revision.reusableContents ?? [];
    assert.deepEqual(
      reusable.map(({ title, git }) => [title, git?.path]),
      [
        ['plain', '.gitbook/includes/plain.md'],
        ['A warning', '.gitbook/includes/warning.md'],
      ],
    );
    assert.deepEqual(
      revision.pages.map(({ title }) => title),
      ['Start', 'Herons'],
    );
    const [, warning] = reusable;
    const document = await docs.call('GET /spaces/{spaceId}/documents/{documentId}', {
      spaceId,
      documentId: warning?.document ?? '',
    });
    assert.match(JSON.stringify(document), /Do not feed/);
  });

  it('define content that pages include by path or by ID', async () => {
    assert.equal((await page({})).markdown, written['README.md']);
    const { document } = await page({ format: 'document' });
    const ids = (revision.reusableContents ?? []).map(({ id }) => id).reverse();
    const refs = document?.nodes.filter(({ type }) => type === 'reusable-content').map(({ data }) => data?.['ref']);
    assert.deepEqual(
      refs,
      ids.map(reusableContent => ({ kind: 'reusable-content', reusableContent })),
    );
  });
});
