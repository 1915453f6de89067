import assert from 'node:assert/strict';
import { openDocs, spaceId } from '../docs.ts';
import type { Docs, Files } from '../docs.ts';

const toc = { 'toc.md': '* [Start](start.md)\n* [More](more.md)\n', 'start.md': '# Start\n', 'more.md': '# More\n' };

async function titles(docs: Docs): Promise<string> {
  const { pages } = await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId });
  const inside = (all: typeof pages): string =>
    all.map(({ title, pages: below = [] }) => (below.length > 0 ? `${title} > (${inside(below)})` : title)).join(', ');
  return inside(pages);
}

describe('settings of a folder', () => {
  const structure = 'structure:\n  readme: start.md\n  summary: toc.md\n';
  const cases: Record<string, { settings: string; warnings?: string[]; outline?: string }> = {
    'with invisible characters': {
      settings: '\ufeff\u200bstructure:  \n\u00a0 readme: start.md\u200b\n  summary: toc.md \n',
    },
    'with tabs': { settings: 'structure:\n\treadme: start.md\n\tsummary: toc.md\n' },
    'with CRLF': { settings: `root: ./\n${structure}`.replaceAll('\n', '\r\n') },
    'with backslashes': { settings: 'root: ".\\"\nstructure:\n  readme: ".\\start.md"\n  summary: .\\toc.md\n' },
    'with a key that is set twice': {
      settings: `${structure}  summary: toc.md\n`,
      warnings: [".gitbook.yaml, line 4: 'structure.summary' is set twice; the last value counts."],
    },
    'with a line that is no YAML': {
      settings: `redirects: [open\n${structure}`,
      warnings: [".gitbook.yaml, line 1: 'redirects' was left out: its value is no YAML."],
    },
    'with a key that is no setting': {
      settings: `${structure}language: en\n`,
      warnings: [".gitbook.yaml, line 4: 'language' was left out: it is no setting."],
    },
    'with a file that is not there': {
      settings: 'structure:\n  readme: start.md\n  summary: contents.md\n',
      warnings: [".gitbook.yaml, line 3: 'structure.summary' was left out: there is no file 'contents.md'."],
      outline: 'more readme toc',
    },
    'with a folder that is not there': {
      settings: `root: ./docs/\n${structure}`,
      warnings: [".gitbook.yaml, line 1: 'root' was left out: there is no folder 'docs'."],
    },
    'with a folder outside': {
      settings: `root: ../\n${structure}`,
      warnings: [".gitbook.yaml, line 1: 'root' was left out: '../' is no folder below this one."],
    },
  };
  for (const [what, { settings, warnings = [], outline = 'readme more' }] of Object.entries(cases)) {
    it(`are read ${what}`, async () => {
      const docs = await openDocs({ ...toc, '.gitbook.yaml': settings });
      assert.deepEqual(docs.warnings, warnings);
      assert.equal(await docs.outline(), outline);
    });
  }

  it('are reported once, and not again for each change request', async () => {
    const description = { number: 1, subject: 'One', createdAt: '2026-02-01T10:00:00Z' };
    const docs = await openDocs({
      'space/.gitbook.yaml': 'lang: en\n',
      'space/README.md': 'One.\n',
      'change-requests/1/change-request.json': JSON.stringify({
        ...description,
        files: [{ status: 'modified', path: 'README.md' }],
      }),
      'change-requests/1/files/README.md': 'Two.\n',
    });
    assert.deepEqual(docs.warnings, [".gitbook.yaml, line 1: 'lang' was left out: it is no setting."]);
  });

  it('of variables report invalid values', async () => {
    const docs = await openDocs({ 'README.md': '', '.gitbook/vars.yaml': 'A: 1\nB: [x]\nA: 2\nC: "open\nD: yes\n' });
    const { variables } = await docs.call('GET /spaces/{spaceId}/content', { spaceId });
    assert.deepEqual(variables, { A: '2', D: 'yes' });
    assert.deepEqual(docs.warnings, [
      ".gitbook/vars.yaml, line 3: 'A' is set twice; the last value counts.",
      ".gitbook/vars.yaml, line 4: 'C' was left out: its value is no YAML.",
      ".gitbook/vars.yaml, line 2: 'B' was left out: a variable is a text, a number, true or false.",
    ]);
  });
});

describe('an unusual documentation folder', () => {
  const cases: Record<string, { files: Files; outline: string; warnings?: string[] }> = {
    'a folder called space': {
      files: { 'README.md': '# Home\n', 'guide.md': '', 'space/README.md': '', 'space/create.md': '' },
      outline: 'readme guide space(space/create)',
    },
    'other endings of Markdown files': {
      files: { 'README.MD': '', 'upper.MD': '', 'long.markdown': '', 'sub/README.markdown': '', 'sub/page.md': '' },
      outline: 'readme long sub(sub/page) upper',
    },
    'other endings in the summary and in links': {
      files: {
        'SUMMARY.md': '* [Start](README.md)\n* [Upper](upper.MD)\n* [Long](long)\n',
        'README.md': '[upper](upper.MD) [long](long.markdown)\n',
        'upper.MD': '',
        'long.markdown': '',
      },
      outline: 'readme upper long',
    },
    'MDX files': {
      files: { 'README.md': '', 'a.mdx': '', 'b/c.mdx': '' },
      outline: 'readme',
      warnings: ["MDX files are no Markdown and were left out: 'a.mdx', 'b/c.mdx'."],
    },
    'includes and assets below a folder': {
      files: {
        'README.md': '',
        'docs/guide.md': '{% include ".gitbook/includes/note.md" %}\n',
        'docs/.gitbook/includes/note.md': 'Note.\n',
        'docs/.gitbook/assets/data.txt': 'x',
      },
      outline: 'readme docs(docs/guide)',
    },
    'a page below a link': {
      files: { 'SUMMARY.md': '* [Web](https://example.com)\n  * [Page](page.md)\n', 'page.md': '' },
      outline: 'https://example.com page',
      warnings: ["SUMMARY.md, line 1: what is below 'Web' stands beside it, because a link has no pages below it."],
    },
    'groups that a divider or an empty heading ends': {
      files: {
        'SUMMARY.md':
          '* [A](a.md)\n\n## Group <a href="#g" id="g"></a>\n\n* [B](b.md)\n\n***\n\n* [C](c.md)\n\n## Two\n\n* [D](d.md)\n\n##\n\n* [E](e.md)\n',
        ...Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [`${name}.md`, ''])),
      },
      outline: 'a group(b) c two(d) e',
    },
  };
  for (const [what, { files, outline, warnings = [] }] of Object.entries(cases)) {
    it(`is read with ${what}`, async () => {
      const docs = await openDocs(files);
      assert.equal(await docs.outline(), outline);
      assert.deepEqual(docs.warnings, warnings);
    });
  }

  it('keeps headings of its summary without a link', async () => {
    const docs = await openDocs({
      'SUMMARY.md': '* [Home](README.md)\n  * APIs\n    * Registration\n      * [B](b.md)\n    * [A](a.md)\n',
      'README.md': '',
      'a.md': '',
      'b.md': '',
    });
    assert.equal(await titles(docs), 'Home > (APIs > (Registration > (B), A))');
    const { pages } = await docs.call('GET /spaces/{spaceId}/content/pages', { spaceId });
    const [group] = pages[0]?.pages ?? [];
    assert.deepEqual([group?.type, group?.hidden], ['group', true]);
    assert.deepEqual(docs.warnings, []);
  });

  it('resolves variables in the titles of its summary', async () => {
    const expression = (name: string) => `<code class="expression">${name}</code>`;
    const docs = await openDocs({
      'SUMMARY.md': `* [About ${expression('space.vars.PRODUCT')}](README.md)\n* [For ${expression('visitor.claims.a')}](a.md)\n`,
      'README.md': '',
      'a.md': '',
      '.gitbook/vars.yaml': 'PRODUCT: Heron [Pro]\n',
    });
    assert.equal(await titles(docs), 'About Heron [Pro], For visitor.claims.a');
  });

  it('resolves includes below a folder', async () => {
    const docs = await openDocs({
      'README.md': '',
      'docs/guide.md':
        '{% include ".gitbook/includes/note.md" %}\n\n{% include "../docs/.gitbook/includes/note.md" %}\n',
      'docs/.gitbook/includes/note.md': 'Note.\n',
    });
    const { id: pageId } = await docs.page('docs/guide');
    const route = 'GET /spaces/{spaceId}/content/page/{pageId}';
    const { markdown } = await docs.call(route, { spaceId, pageId, query: { dereferenced: true } });
    assert.equal(markdown?.trim(), 'Note.\n\nNote.');
  });

  it('reads the valid lines of front matter, and reports the others', async () => {
    const head = 'description: one: two\nicon: key\nhidden: [oops\n\u200btitle: Named\n';
    const docs = await openDocs({ 'README.md': `---\n${head}---\n\n# Heading\n` });
    const { description, icon, title, markdown } = await docs.page('');
    assert.deepEqual([description, icon, title, markdown], ['one: two', 'key', 'Named', '# Heading\n']);
    assert.deepEqual(docs.warnings, [
      "README.md, line 2: 'description' is no YAML and is read as plain text; put it in quotes.",
      "README.md, line 4: 'hidden' was left out: its value is no YAML.",
    ]);
  });
});
