import assert from 'node:assert/strict';
import { join } from 'node:path';
import { listFolder } from '../../../src/sandbox/gitSync/folder.ts';
import { makeFolder, openDocs, spaceId } from '../docs.ts';
import { png } from '../png.ts';

const picture = png(3, 2);

describe('a documentation folder', () => {
  it('gives pages the order, nesting and titles of its summary', async () => {
    const docs = await openDocs({
      'SUMMARY.md': [
        '# Table of contents',
        '',
        '* [Start](README.md)',
        '* [Guide \\(short\\)](guide/README.md "tooltip")',
        '  * [Set *up*](guide/setup.md)',
        '    * [Use `it`](guide/use.md#here)',
        '',
        '## Reference & more',
        '',
        '* [Options \\_x\\_](reference/options.md)',
        '* [Elsewhere](https://example.com/a%20b)',
        '',
      ].join('\n'),
      'README.md': '# Hello\n',
      'guide/README.md': '',
      'guide/setup.md': '',
      'guide/use.md': '',
      'reference/options.md': '',
    });
    assert.equal(
      await docs.outline(),
      'readme guide(guide/setup(guide/use)) reference-more(reference/options https://example.com/a%20b)',
    );
    const { pages } = await docs.call('GET /spaces/{spaceId}/content', { spaceId });
    const titles = (all: typeof pages): string[] => all.flatMap(page => [page.title, ...titles(page.pages ?? [])]);
    assert.deepEqual(titles(pages), [
      ...['Start', 'Guide (short)', 'Set up', 'Use it'],
      ...['Reference & more', 'Options _x_', 'Elsewhere'],
    ]);
    assert.deepEqual(pages[2]?.pages?.[1]?.target, { kind: 'url', url: 'https://example.com/a%20b' });
    assert.deepEqual(docs.warnings, []);
  });

  it('is sorted by name without a summary, the README first', async () => {
    const docs = await openDocs({
      'b.md': '# Second\n',
      'README.md': '# First\n',
      'page 10.md': '',
      'page 2.md': '',
      'a.md': '',
      'a/inner.md': '',
      'with/README.md': '',
      'with/deep/er.md': '',
      'without/x.md': '',
    });
    assert.equal(await docs.outline(), 'readme a(a/inner) b page-2 page-10 with(with/deep/er) without(without/x)');
    assert.deepEqual([(await docs.page('')).title, (await docs.page('page-2')).title], ['First', 'Page 2']);
  });

  it('uses the front matter of pages', async () => {
    const head = [
      '---',
      'title: Own title',
      'description: >-',
      '  One',
      '  line',
      'icon: anchor',
      'hidden: true',
      'cover: ../.gitbook/assets/wide.png',
      'coverY: -12',
      'layout:',
      '  cover:',
      '    visible: true',
      '    size: hero',
      '  outline:',
      '    visible: false',
      '---',
    ];
    const docs = await openDocs({
      'SUMMARY.md': '* [Listed](sub/page.md)\n',
      'sub/page.md': [...head, '', '# Heading', 'Text'].join('\r\n'),
      '.gitbook/assets/wide.png': picture,
    });
    const page = await docs.page('sub/page');
    const { title, description, icon, hidden, layout, cover, markdown } = page;
    assert.deepEqual(
      { title, description, icon, hidden, layout },
      {
        title: 'Own title',
        description: 'One line',
        icon: 'anchor',
        hidden: true,
        layout: {
          cover: true,
          coverSize: 'hero',
          outline: false,
          // Options that the front matter omits have their defaults.
          width: 'default',
          title: true,
          description: true,
          tableOfContents: true,
          pagination: true,
          metadata: true,
        },
      },
    );
    const { items } = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId });
    assert.deepEqual(cover, { ref: { kind: 'file', file: items[0]?.id }, yPos: -12 });
    assert.equal(markdown, '# Heading\nText');
  });

  it('shows invalid front matter as text, with a warning', async () => {
    const docs = await openDocs({ 'README.md': '---\ntitle: "open\n---\nText\n' });
    assert.equal(await docs.read(''), '---\ntitle: "open\n---\nText\n');
    assert.equal(docs.warnings.length, 1);
    assert.match(docs.warnings[0] ?? '', /README\.md: its head is shown as text/);
  });

  it('keeps pages that are not in the summary hidden, below the page of their folder', async () => {
    const docs = await openDocs({
      'SUMMARY.md': '* [Guide](guide/README.md)\n',
      'guide/README.md': '',
      'guide/extra.md': '',
      'other/lost.md': '# Lost\n',
    });
    assert.equal(await docs.outline(), 'guide(guide/extra) other/lost');
    assert.equal((await docs.page('other/lost')).hidden, true);
    assert.equal((await docs.page('guide')).hidden, false);
  });

  it('gives any file name a valid path', async () => {
    const long = 'x'.repeat(150);
    const docs = await openDocs({
      'SUMMARY.md': [
        '* [One](<my page (draft).md>)',
        '* [Two](my%20page%20[draft].md)',
        '* [Three](sub/über.md)',
        `* [Four](${long}.md)`,
        '* [Five](same.md)',
        '* [Six](same/README.md)',
        '* [Seven](README/README.md)',
        '* [Eight](数据.md)',
      ].join('\n'),
      'my page (draft).md': '',
      'my page [draft].md': '',
      'sub/über.md': '',
      [`${long}.md`]: '',
      'same.md': '',
      'same/README.md': '',
      'README/README.md': '',
      '数据.md': '',
    });
    assert.deepEqual(docs.warnings, []);
    assert.deepEqual((await docs.outline()).split(' '), [
      ...['my-page-draft', 'my-page-draft-1', 'sub/über', long.slice(0, 100), 'same', 'same-1'],
      ...['README-1', '数据'],
    ]);
  });

  it('treats a tab in its summary as four spaces', async () => {
    const summary = '* [A](a.md)\n  * [B](b.md)\n\t* [C](c.md)\n';
    const docs = await openDocs({ 'SUMMARY.md': summary, 'a.md': '', 'b.md': '', 'c.md': '' });
    assert.equal(await docs.outline(), 'a(b(c))');
  });

  it('warns of broken entries of the summary, and continues', async () => {
    const docs = await openDocs({
      'SUMMARY.md': [
        '* [Here](here.md)',
        '* [Missing](missing.md)',
        '  * [Below](below.md)',
        '* [Outside](../outside.md)',
        '* [Here again](here.md)',
        '  * [Inside](inside.md)',
      ].join('\n'),
      'here.md': '',
      'below.md': '',
      'inside.md': '',
    });
    assert.equal(await docs.outline(), 'here(inside) below');
    assert.deepEqual(docs.warnings, [
      "SUMMARY.md, line 2: 'Missing' was left out, because there is no page 'missing.md'.",
      "SUMMARY.md, line 4: 'Outside' was left out, because '../outside.md' lies outside the folder.",
      "SUMMARY.md, line 5: 'here.md' is listed twice; its first place counts.",
    ]);
  });

  it('may have its content in a subfolder, with other file names', async () => {
    const docs = await openDocs({
      '.gitbook.yaml': 'root: ./docs/\nstructure:\n  readme: start.md\n  summary: toc.md\n',
      'README.md': 'About the repository',
      'docs/toc.md': '* [Start](start.md)\n* [More](more.md)\n',
      'docs/start.md': 'Go to [more](more.md).\n',
      'docs/more.md': 'Back to [the start](start.md).\n',
    });
    assert.equal(await docs.outline(), 'readme more');
    assert.equal(await docs.read('more'), 'Back to [the start](start.md).\n');
  });

  it('converts links between pages to paths between their files', async () => {
    const docs = await openDocs({
      'SUMMARY.md': '* [A](README.md)\n* [B](b/README.md)\n  * [C](b/c.md)\n* [D](d/README.md)\n',
      'README.md':
        '[c](b/c.md#part) [b](b/) ![pic](.gitbook/assets/a%20b.png) [gone](gone.md) [web](https://x.example/)',
      'b/README.md': '[c](c.md) [top](/README.md) [d](../d/README.md)',
      'b/c.md': '{% content-ref url="./" %}\n[.](./)\n{% endcontent-ref %}\n\n`[b](README.md)`\n',
      'd/README.md': '[c](../b/c.md)',
      '.gitbook/assets/a b.png': picture,
    });
    const { items } = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId });
    const [file] = items;
    assert.deepEqual(file?.dimensions, { width: 3, height: 2 });
    assert.equal(
      await docs.read(''),
      `[c](b/c.md#part) [b](b/) ![pic](/files/${file?.id}) [gone](gone.md) [web](https://x.example/)`,
    );
    assert.equal(await docs.read('b'), '[c](c.md) [top](/README.md) [d](../d/README.md)');
    assert.equal(await docs.read('d'), '[c](../b/c.md)');
    assert.match((await docs.read('b/c')) ?? '', /url="\.\/".*\n\[\.\]\(\.\/\)[^]*`\[b\]\(README\.md\)`/);
  });

  it('takes images from anywhere, other files from its assets, and neither hidden nor installed ones', async () => {
    const docs = await openDocs({
      'README.md': '',
      'img/a.png': picture,
      '.gitbook/assets/notes.txt': 'x',
      'package.json': '{}',
      '.git/config': '',
      'node_modules/x/README.md': '',
      '.gitbook/includes/part.md': '',
    });
    const { items } = await docs.call('GET /spaces/{spaceId}/content/files', { spaceId });
    assert.deepEqual(items.map(({ name, contentType }) => `${name} ${contentType}`).sort(), [
      'a.png image/png',
      'notes.txt text/plain',
    ]);
    assert.equal(await docs.outline(), 'readme');
  });

  it('warns of computed pages in its summary that are not supported', async () => {
    const computed = (indent: string) =>
      [
        '* ```yaml',
        '  type: builtin:openapi',
        '  props:',
        '    models: true',
        '  dependencies:',
        '    spec:',
        '      ref:',
        '        kind: openapi',
        '        spec: heron',
        '    list:',
        '      - "[no](page.md)"',
        '  ```',
      ].map(line => indent + line);
    const summary = [
      '* [Start](README.md)',
      ...computed(''),
      '',
      '## Reference',
      '',
      ...computed(''),
      '* [Page](page.md)',
      ...computed('  '),
      '  * [Below](below.md)',
      '',
    ];
    const docs = await openDocs({
      'SUMMARY.md': summary.join('\n'),
      'README.md': '',
      'page.md': '',
      'below.md': '',
    });
    assert.equal(await docs.outline(), 'readme reference(page(below))');
    assert.deepEqual(
      docs.warnings,
      [2, 17, 30].map(line => `SUMMARY.md, line ${line}: there is no OpenAPI spec 'heron' to compute pages of.`),
    );
  });

  it('follows no links that leave it or form a cycle', () => {
    const secret = makeFolder({ 'secret.md': 'secret' });
    const folder = makeFolder({
      'README.md': '',
      'sub/page.md': '',
      'out.md': { link: join(secret, 'secret.md') },
      outside: { link: secret },
      'sub/circle': { link: '..' },
      'nothing.md': { link: 'missing.md' },
      'alias.md': { link: 'sub/page.md' },
    });
    const { files, warnings } = listFolder(folder);
    assert.deepEqual([...files.keys()], ['README.md', 'alias.md', 'sub/page.md']);
    assert.equal(warnings.length, 4);
    assert.match(warnings.join('\n'), /'out\.md' was left out: it is a link to something outside/);
  });
});
