import assert from 'node:assert/strict';
import type { Schema } from '../../../src/api/routes.ts';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs, Files } from '../docs.ts';

/** Returns a folder whose change request 1 replaces, adds or renames these files. */
function withChangeRequest(base: Files, proposed: Record<string, string>, renamed: Record<string, string> = {}): Files {
  const inSpace = Object.entries(base).map(([path, content]) => [`space/${path}`, content] as const);
  const inRequest = Object.entries(proposed).map(([path, text]) => [`change-requests/1/files/${path}`, text] as const);
  const files = [
    ...Object.keys(proposed)
      .filter(path => !(path in renamed))
      .map(path => ({ status: path in base ? 'modified' : 'added', path })),
    ...Object.entries(renamed).map(([path, previousPath]) => ({ status: 'renamed', path, previousPath })),
  ];
  const description = { number: 1, subject: 'Better', createdAt: '2026-02-01T10:00:00Z', files };
  return {
    ...Object.fromEntries([...inSpace, ...inRequest]),
    'change-requests/1/change-request.json': JSON.stringify(description),
  };
}

async function changesOf(docs: Docs): Promise<Schema<'Change'>[]> {
  const route = 'GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes';
  return (await docs.call(route, { spaceId, changeRequestId: '1', query: { limit: 100 } })).changes;
}

function page(head: string, text = '# Page\n\nText.\n'): string {
  return `---\n${head}\n---\n\n${text}`;
}

describe('changes of a change request loaded from files', () => {
  const settings: Record<string, { before: string; after: string; attributes: object }> = {
    'the condition': {
      before: 'if: visitor.claims.a',
      after: 'if: >-\n  !visitor.claims.a',
      attributes: { condition: { before: 'visitor.claims.a', after: '!visitor.claims.a' } },
    },
    'the visibility': {
      before: 'icon: key',
      after: 'icon: key\nhidden: true',
      attributes: { hidden: { before: false, after: true } },
    },
    'the icon': {
      before: 'icon: key',
      after: 'icon: lock',
      attributes: { icon: { before: 'key', after: 'lock' } },
    },
    'the index settings': {
      before: 'noIndex: true',
      after: 'noRobotsIndex: true',
      attributes: { noIndex: { before: true, after: false }, noRobotsIndex: { before: false, after: true } },
    },
    'the title in the table of contents': {
      before: 'linkTitle: Short',
      after: 'linkTitle: Shorter',
      attributes: { linkTitle: { before: 'Short', after: 'Shorter' } },
    },
    'the tags': {
      before: 'tags: [alpha, "beta, gamma"]',
      after: 'tags: [alpha]',
      attributes: { tags: { before: ['alpha', 'beta, gamma'], after: ['alpha'] } },
    },
    'the canonical link': {
      before: 'metaLinks:\n  canonical: https://example.com/a',
      after: 'metaLinks:\n  canonical: https://example.com/b\n  alternates: [other.md]',
      attributes: {
        metaLinks: {
          before: { canonical: 'https://example.com/a' },
          after: { canonical: 'https://example.com/b', alternates: ['other.md'] },
        },
      },
    },
    'unknown keys': {
      before: 'reviewed: 2026-01-01\nlayout:\n  width: wide\n  banner: true',
      after: 'reviewed: 2026-02-01\nlayout:\n  width: wide\n  banner: false',
      attributes: {
        frontMatter: {
          before: { reviewed: '2026-01-01', layout: { banner: true } },
          after: { reviewed: '2026-02-01', layout: { banner: false } },
        },
      },
    },
    'a key with invalid YAML': {
      before: 'icon: key\ntitle: [open',
      after: 'icon: key\ntitle: "closed"',
      attributes: {
        title: { before: 'Page', after: 'closed' },
        frontMatter: { before: { title: '[open' } },
      },
    },
    'invalid values': {
      before: 'hidden: sometimes',
      after: 'hidden: never',
      attributes: { frontMatter: { before: { hidden: 'sometimes' }, after: { hidden: 'never' } } },
    },
  };
  for (const [what, { before, after, attributes }] of Object.entries(settings)) {
    it(`contain ${what}, and nothing else for an equal page`, async () => {
      const docs = await openDocs(withChangeRequest({ 'README.md': page(before) }, { 'README.md': page(after) }));
      const [change, ...others] = await changesOf(docs);
      assert.deepEqual(
        [change?.type, change?.type === 'page_edited' && change.attributes],
        ['page_edited', attributes],
      );
      assert.deepEqual(others, []);
    });
  }

  it('contain a page that was removed from the table of contents as hidden', async () => {
    const list = (...names: string[]) =>
      `# Table of contents\n\n${names.map(name => `* [${name}](${name}.md)\n`).join('')}`;
    const base = { 'SUMMARY.md': list('a', 'b'), 'a.md': '# A\n', 'b.md': '# B\n', 'c.md': '# C\n' };
    const changes = await changesOf(await openDocs(withChangeRequest(base, { 'SUMMARY.md': list('a', 'c') })));
    const hidden = changes.flatMap(change =>
      change.type === 'page_edited' ? [[change.page.title, change.attributes.hidden]] : [],
    );
    assert.deepEqual(hidden.toSorted(), [
      ['b', { before: false, after: true }],
      ['c', { before: true, after: false }],
    ]);
  });

  it('do not contain a page that was only saved again', async () => {
    const before = page('icon: key', '# Page\n\nSee [other](other.md).\n');
    const after = page('hidden: false\nicon: "key"\nlayout:\n  width: default', '# Page\n\nSee [other](other.md).\n');
    const base = { 'README.md': before, 'other.md': 'Other.\n', '.gitbook/includes/note.md': 'Note.\n' };
    const docs = await openDocs(
      withChangeRequest(base, { 'README.md': after, '.gitbook/includes/note.md': '---\nkey: 1\n---\n\nNote.\n' }),
    );
    assert.deepEqual(await changesOf(docs), []);
    assert.equal((await docs.page('', { id: '1' })).documentId, (await docs.page('')).documentId);
  });

  it('do not contain the text of a page whose links follow a renamed page', async () => {
    const base = { 'README.md': 'See [a](a.md).\n', 'a.md': '# A\n\nBack to [start](README.md).\n' };
    const proposed = { 'README.md': 'See [a](sub/b.md).\n', 'sub/b.md': '# A\n\nBack to [start](../README.md).\n' };
    const docs = await openDocs(withChangeRequest(base, proposed, { 'sub/b.md': 'a.md' }));
    const changes = await changesOf(docs);
    const edited = changes.filter(change => change.type === 'page_edited');
    assert.deepEqual(
      edited.map(change => Object.keys(change.attributes)),
      [['slug']],
    );
  });

  it('contain a page with a link to another target', async () => {
    const base = { 'README.md': 'See [it](a.md).\n', 'a.md': 'A.\n', 'b.md': 'B.\n' };
    const docs = await openDocs(withChangeRequest(base, { 'README.md': 'See [it](b.md).\n' }));
    const [change] = await changesOf(docs);
    assert.deepEqual(change?.type === 'page_edited' && Object.keys(change.attributes), ['document']);
  });
});

describe('the front matter of a page', () => {
  it('is parsed into the page', async () => {
    const head = 'if: a === b\nnoIndex: true\nlinkTitle: Short\ntags: alpha\nlast_checked: "4.5"';
    const docs = await openDocs({ 'README.md': page(head) });
    const { condition, noIndex, linkTitle, tags, frontMatter } = await docs.page('');
    assert.deepEqual(
      { condition, noIndex, linkTitle, tags, frontMatter },
      {
        condition: 'a === b',
        noIndex: true,
        linkTitle: 'Short',
        tags: ['alpha'],
        frontMatter: { last_checked: '4.5' },
      },
    );
  });
});
