import assert from 'node:assert/strict';
import type { DocumentNode } from '../../../src/markdown/document.ts';
import { textOfNodes } from '../../../src/markdown/document.ts';
import { readDocument, readMarkdown } from '../../../src/sandbox/content/reading.ts';
import { State } from '../../../src/sandbox/store/state.ts';
import { assertLinear } from '../../growth.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs, Files } from '../docs.ts';

type Query = {
  format?: 'document' | 'markdown';
  evaluated?: boolean | 'deterministic-only';
  dereferenced?: boolean | 'reusable-contents';
};

const included = (name: string) => `.gitbook/includes/${name}.md`;
const include = (name: string) => `{% include "/${included(name)}" %}`;
const expression = (name: string) => `<code class="expression">${name}</code>`;

async function readIn(docs: Docs, query: Query, path = '/') {
  return docs.call('GET /spaces/{spaceId}/content/path/{pagePath}', { spaceId, pagePath: path, query });
}

async function textOf(files: Files, query: Query = { dereferenced: true }): Promise<string> {
  return (await readIn(await openDocs(files), query)).markdown ?? '';
}

function allNodes(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap(node => [node, ...allNodes([...(node.nodes ?? []), ...(node.fragments ?? [])])]);
}

describe('reusable content included by a page', () => {
  const start = `Before.\n\n${include('note')}\n\nAfter.\n`;

  for (const query of [{}, { evaluated: false }, { evaluated: true }, { evaluated: 'deterministic-only' }] as Query[]) {
    it(`is a reference by default: ${JSON.stringify(query)}`, async () => {
      const docs = await openDocs({ 'README.md': start, [included('note')]: 'A note.\n' });
      assert.equal((await readIn(docs, query)).markdown, start);
      const { document } = await readIn(docs, { ...query, format: 'document' });
      const types = document?.nodes.map(({ type, isVoid, nodes }) => [type, isVoid, nodes === undefined]);
      assert.deepEqual(types?.[1], ['reusable-content', true, true]);
    });
  }

  for (const dereferenced of [true, 'reusable-contents'] as const) {
    it(`is expanded on request: ${dereferenced}`, async () => {
      const docs = await openDocs({ 'README.md': start, [included('note')]: '## A note\n\n* a\n* b\n' });
      assert.equal((await readIn(docs, { dereferenced })).markdown, 'Before.\n\n## A note\n\n* a\n* b\n\nAfter.\n');
      const { document } = await readIn(docs, { dereferenced, format: 'document' });
      assert.deepEqual(
        document?.nodes.map(({ type }) => type),
        ['paragraph', 'heading-2', 'list-unordered', 'paragraph'],
      );
    });
  }

  const table: [title: string, files: Record<string, string>, expected: string][] = [
    ['missing', { 'README.md': include('none') }, include('none')],
    ['empty', { 'README.md': `a\n\n${include('e')}\n\nb`, [included('e')]: '' }, 'a\n\n\n\nb'],
    ['a page', { 'README.md': '{% include "other.md" %}', 'other.md': '# Other' }, '{% include "other.md" %}'],
    [
      'code',
      { 'README.md': `\`\`\`\n${include('n')}\n\`\`\``, [included('n')]: 'n' },
      `\`\`\`\n${include('n')}\n\`\`\``,
    ],
    [
      'next to text',
      { 'README.md': `a\n${include('n')}\n${include('n')}\nb`, [included('n')]: 'n' },
      'a\n\nn\n\nn\n\nb',
    ],
    [
      'in a hint',
      { 'README.md': `{% hint %}\n${include('n')}\n{% endhint %}`, [included('n')]: 'n' },
      '{% hint %}\n\nn\n\n{% endhint %}',
    ],
    ['in a quote', { 'README.md': `> ${include('n')}`, [included('n')]: 'a\n\nb' }, '> a\n>\n> b'],
    ['in a list', { 'README.md': `1. ${include('n')}\n2. c`, [included('n')]: 'a\n\nb' }, '1. a\n\n   b\n\n2. c'],
    ['nested', { 'README.md': include('a'), [included('a')]: `a\n\n${include('b')}`, [included('b')]: 'b' }, 'a\n\nb'],
    [
      'nested in itself',
      { 'README.md': include('a'), [included('a')]: `a\n\n${include('a')}` },
      `a\n\n${include('a')}`,
    ],
    [
      'nested in one another',
      { 'README.md': include('a'), [included('a')]: `a\n\n${include('b')}`, [included('b')]: `b\n\n${include('a')}` },
      `a\n\nb\n\n${include('a')}`,
    ],
  ];
  for (const [title, files, expected] of table) {
    it(`is expanded as far as it exists, once when it is nested in itself: ${title}`, async () => {
      assert.equal((await textOf(files)).trim().replaceAll(/\(?"\/?(?=\.gitbook)/g, '"/'), expected);
    });
  }

  it('has the variables of the including page and of the space', async () => {
    const text = `${expression('space.vars.product')} ${expression('page.vars.edition')}`;
    const files = {
      'README.md': `---\nvars:\n  edition: 2.1\n---\n\n${include('about')}\n`,
      'other.md': `${include('about')}\n`,
      [included('about')]: text,
      '.gitbook/vars.yaml': 'product: Heron',
    };
    const docs = await openDocs(files);
    const query = { evaluated: true, dereferenced: true };
    assert.equal((await readIn(docs, query)).markdown, 'Heron 2.1\n');
    assert.equal((await readIn(docs, query, 'other')).markdown, `Heron ${expression('page.vars.edition')}\n`);
    assert.equal((await readIn(docs, { dereferenced: true })).markdown, `${text}\n`);
    const { document } = await readIn(docs, { ...query, format: 'document' });
    assert.equal(textOfNodes(document?.nodes ?? []), 'Heron 2.1');
  });

  it('keeps its links, relative to each including page', async () => {
    const files = {
      'README.md': include('links'),
      'guide/setup.md': include('links'),
      'guide/use.md': '# Use',
      [included('links')]: '[use](../../guide/use.md) [start](../../README.md)\n',
    };
    const docs = await openDocs(files);
    const { markdown } = await readIn(docs, { dereferenced: true }, 'guide/setup');
    assert.equal(markdown, '[use](use.md) [start](../README.md)');
    assert.equal(await textOf(files), '[use](guide/use.md) [start](README.md)');
  });

  it('has separate node IDs at each position', async () => {
    const note = '| a | b |\n|---|---|\n| 1 | 2 |\n\nText\n';
    const docs = await openDocs({ 'README.md': `${include('n')}\n\n${include('n')}\n`, [included('n')]: note });
    const { document } = await readIn(docs, { format: 'document', dereferenced: true });
    const keys = allNodes(document?.nodes ?? []).flatMap(({ key }) => key ?? []);
    assert.equal(new Set(keys).size, keys.length);
    assert.deepEqual(
      document?.nodes.map(({ type }) => type),
      ['table', 'paragraph', 'table', 'paragraph'],
    );
    const again = await readIn(docs, { format: 'document', dereferenced: true });
    assert.deepEqual(again.document, document);
  });

  it('may be a thousand items', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`);
    const docs = await openDocs({
      'README.md': names.map(include).join('\n\n'),
      ...Object.fromEntries(names.map(name => [included(name), `Says ${name}.\n`])),
    });
    const { markdown } = await readIn(docs, { dereferenced: true });
    assert.equal(markdown, names.map(name => `Says ${name}.`).join('\n\n'));
    const { document } = await readIn(docs, { dereferenced: true, format: 'document' });
    assert.equal(document?.nodes.length, 1000);
  });

  it('is limited when items multiply each other, and when they nest endlessly', async () => {
    const doubled = Array.from({ length: 60 }, (_, level): [string, string] => [
      included(`l${level}`),
      `${include(`l${level + 1}`)}\n\n${include(`l${level + 1}`)}\n`,
    ]);
    const docs = await openDocs({ 'README.md': include('l0'), ...Object.fromEntries(doubled) });
    const { markdown = '' } = await readIn(docs, { dereferenced: true });
    assert.match(markdown, /include/);
    const { document } = await readIn(docs, { dereferenced: true, format: 'document' });
    assert.ok(document?.nodes.every(({ type }) => type === 'reusable-content'));
  }).timeout(20_000);

  it('is limited to the page size when items include one another, and one is included often', async () => {
    const other = (name: string) => `${include(name)}\n\n`.repeat(2000);
    const docs = await openDocs({
      'README.md': `${include('a')}\n\n${`${include('c')}\n\n`.repeat(5000)}`,
      [included('a')]: other('b'),
      [included('b')]: other('a'),
      [included('c')]: 'Words that are said again and again.\n',
    });
    const { markdown = '' } = await readIn(docs, { dereferenced: true, evaluated: true });
    assert.ok(markdown.length < 1_500_000, `${markdown.length} characters`);
    assert.match(markdown, /include/);
    const { document } = await readIn(docs, { dereferenced: true, format: 'document' });
    const nodes = allNodes(document?.nodes ?? []).length;
    assert.ok(nodes > 5000 && nodes < 50_000, `${nodes} nodes`);
  });

  it('is expanded in linear time', async () => {
    const opened = new Map<number, ReturnType<typeof sourceOf>>();
    const sourceOf = (count: number) => {
      const text = '* a [b](c) `d`\n\n';
      const row = { id: 'd', space: 's', page: 'p', markdown: `${include('n')}\n\n`.repeat(count) };
      const state = new State();
      const document = state.documents.put(row);
      state.documents.put({ id: 'n', space: 's', page: 'n', markdown: text });
      const page = {
        id: 'p',
        type: 'document',
        title: '',
        slug: 'p',
        createdAt: '',
        updatedAt: '',
        pages: [],
      } as const;
      const reusableContents = [{ id: `/${included('n')}`, title: 'n', document: 'n' }];
      const content = { pages: [{ ...page, pages: [] }], files: [], variables: {}, reusableContents };
      const revision = { id: 'r', space: 's', parents: [], createdAt: '', type: 'edits', ...content } as const;
      return { state, revision: { ...revision, parents: [] }, page: { ...page, pages: [] }, document };
    };
    for (const manner of [{ evaluated: true, dereferenced: true }]) {
      const work = (read: typeof readMarkdown | typeof readDocument) => (count: number) => {
        const source = opened.get(count) ?? sourceOf(count);
        opened.set(count, source);
        return read(source, manner);
      };
      assertLinear(work(readMarkdown), 1000, 'a content that is included often, as Markdown');
      assertLinear(work(readDocument), 1000, 'a content that is included often, as nodes');
    }
  }).timeout(20_000);

  it('stays a reference on a server with only the documented operations', async () => {
    const docs = await openDocs({ 'README.md': start, [included('note')]: 'A note.\n' }, { documentedOnly: true });
    const { id: changeRequestId } = await docs.propose([]);
    const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}';
    const { pages } = await docs.call(`GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages`, {
      spaceId,
      changeRequestId,
    });
    const input = { spaceId, changeRequestId, pageId: pages[0]?.id ?? '' };
    assert.equal(
      (await docs.call(route, { ...input, query: { dereferenced: true, evaluated: true } })).markdown,
      start,
    );
    const refusal = await docs.refusal(route, { ...input, query: { evaluated: 'deterministic-only' } });
    assert.equal(refusal.status, 400);
  });

  it('is requested with true or false only', async () => {
    const docs = await openDocs({ 'README.md': 'a' });
    for (const name of ['evaluated', 'dereferenced']) {
      const url = `http://127.0.0.1/v1/spaces/${spaceId}/content/path/%2F?${name}=maybe`;
      const reply = await docs.fetch(new Request(url, { headers: { authorization: `Bearer ${docs.token}` } }));
      assert.equal(reply.status, 400, name);
    }
  });
});
