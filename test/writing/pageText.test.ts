import assert from 'node:assert/strict';
import { createPageEdit } from '../../src/model/writing/pageEdit.ts';
import { textOfPage } from '../../src/model/writing/pageText.ts';

const defaults = { width: 'default', cover: true, coverSize: 'hero', title: true, outline: true };

describe('the text of a page', () => {
  it('is its Markdown when it has no settings', () => {
    const page = { title: 'Start *here*', hidden: false, layout: defaults, variables: {}, tags: [] };
    assert.equal(textOfPage(page, '# Start \\*here\\*\n\nText.\n'), '# Start \\*here\\*\n\nText.\n');
  });

  it('starts with its settings, in the format of Git Sync', () => {
    const page = {
      title: 'Start',
      description: 'Begin: here',
      emoji: '1f6a9',
      cover: { ref: { kind: 'file', file: 'f1' }, refDark: { kind: 'url', url: 'https://a.example/b.png' }, yPos: 3 },
      layout: { ...defaults, width: 'wide', outline: false, cover: false, coverSize: 'full' },
      hidden: true,
      noIndex: false,
      condition: 'visitor.claims.beta',
      variables: { version: '2' },
      frontMatter: { owner: 'mira', layout: { toc: 'left' } },
    };
    assert.equal(
      textOfPage(page, 'Text.\n'),
      `---
description: "Begin: here"
emoji: 🚩
cover: /files/f1
coverDark: https://a.example/b.png
coverY: 3
layout:
  width: wide
  cover:
    visible: false
    size: full
  outline:
    visible: false
  toc: left
hidden: true
if: visitor.claims.beta
vars:
  version: "2"
owner: mira
---

Text.
`,
    );
  });

  it('tolerates null values, and values that cannot be written', () => {
    const page = {
      title: 'A',
      description: null,
      layout: null,
      cover: { ref: { kind: 'page' } },
      tags: [{ tag: 'x' }],
    };
    assert.equal(textOfPage(page as unknown as Parameters<typeof textOfPage>[0], '# A\n'), '# A\n');
    assert.equal(textOfPage({}, ''), '');
  });

  it('is the text of the server when that contains front matter', () => {
    const markdown = '---\ndescription: A\n---\n\nText.\n';
    assert.equal(textOfPage({ title: 'A', icon: 'flag' }, markdown), markdown);
  });

  it('shows no title when the page does not start with a heading', () => {
    assert.equal(textOfPage({ title: 'Start' }, 'Text.\n\n# Welcome\n'), 'Text.\n\n# Welcome\n');
  });

  it('shows a title that differs from its first heading, and sends it when it is changed', () => {
    const page = { id: 'p1', title: 'Start' };
    const text = textOfPage(page, '# Welcome\n\nText.\n');
    assert.equal(text, '---\ntitle: Start\n---\n\n# Welcome\n\nText.\n');
    assert.deepEqual(createPageEdit(text, text.replace('Start', 'Begin'), page), {
      operation: 'update_page',
      page: 'p1',
      title: 'Begin',
    });
  });

  const oddPages: Record<string, [page: object, markdown: string]> = {
    'a description with colons, quotes, "#" and surrounding spaces': [{ description: ' a: "b" \'c\' # d ' }, '# A\n'],
    'a description of several lines with fences': [{ description: 'a\n---\nb: c\n...\n\n  d' }, '# A\n'],
    'values that look like other types': [{ description: 'true', icon: '12', condition: 'null' }, '# A\n'],
    'CRLF line ends': [{ description: 'A\r\nB' }, '# A\r\n\r\nText.\r\n'],
    'a byte order mark': [{ description: 'A' }, '\uFEFF# A\n'],
    'no text': [{ description: 'A' }, ''],
    'blank lines at its beginning': [{ description: 'A' }, '\n\n# A\n'],
    'a divider at its beginning': [{ description: 'A' }, '---\n\nText.\n\n---\n'],
    'unknown keys of all kinds': [
      { frontMatter: { 'a b': 1, draft: false, list: [1, { a: null }], empty: '', 'c:d': '-', __proto__x: {} } },
      '# A\n',
    ],
    'known keys with values of other types': [
      { description: 'A', frontMatter: { description: ['b'], icon: { a: 1 }, hidden: 'maybe', vars: [1] } },
      '# A\n',
    ],
    'settings of other types than documented': [
      {
        ...{ title: 5, description: {}, icon: [], emoji: 1, cover: [], layout: 'wide', hidden: 'yes', condition: 0 },
        ...{ variables: [1], tags: 'a', metaLinks: 3, frontMatter: 'x', linkTitle: null },
      },
      '# A\n',
    ],
    'variables that are not strings': [{ variables: { a: 1, b: true, c: 'c' } }, '# A\n'],
    'a title with marks and expressions': [{ title: 'A *b* <code class="expression">space.vars.a</code>' }, '# A\n'],
  };
  for (const [what, [fields, markdown]] of Object.entries(oddPages)) {
    it(`sends no change for a page with ${what}`, () => {
      const page = { title: 'A', ...fields } as Parameters<typeof textOfPage>[0];
      const text = textOfPage(page, markdown);
      const sender = { id: 'p1', title: String(page.title) };
      assert.equal(createPageEdit(text, text, sender), undefined);
      assert.equal(createPageEdit(text, text.replaceAll('\r\n', '\n'), sender), undefined);
      assert.doesNotMatch(text, /[^\r]\n[^]*\r\n|\r\n[^]*[^\r]\n/);
      const { document, title, ...others } = createPageEdit(text, `${text}\nMore.\n`, sender) ?? {};
      const sent = (document as { markdown: string }).markdown.replace(/^---\ntitle: .*\n---\n\n/, '');
      const body = markdown.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
      assert.equal(sent.replace(/^---\n---\n\n/, '').trimStart(), `${body}\nMore.\n`.trimStart());
      assert.deepEqual([title, others], [undefined, { operation: 'update_page', page: 'p1' }]);
    });
  }

  it('omits settings that could be written only partly, because a change would lose the rest', () => {
    const cover = { ref: { kind: 'file', file: 'f1' }, refDark: { kind: 'page', page: 'p2' } };
    const metaLinks = { canonical: 'https://a.example', alternates: [{ kind: 'page' }] };
    assert.equal(textOfPage({ title: 'A', cover, metaLinks } as Parameters<typeof textOfPage>[0], '# A\n'), '# A\n');
  });
});
