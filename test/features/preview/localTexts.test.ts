import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { rendered } from '../../host/preview.ts';
import { temporaryRepository } from '../../host/repository.ts';
import { assertHarmless, hostileTexts, inMarkdown } from '../../hostile/fields.ts';

const include = (source: string) => `{% include "${source}" %}`;
const expression = (text: string) => `<code class="expression">${text}</code>`;
const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the preview of a page in a local Git Sync folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryRepository();
    write({ '.gitbook.yaml': 'root: ./docs\n' });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }

  /** Asserts what the preview of a page shows once its files are read. */
  async function assertShows(markdown: string, expected: string, path = 'docs/guide/page.md') {
    const uri = vscode.Uri.file(join(folder, path));
    await eventually(async () => assert.equal(words(await rendered(markdown, uri)), expected));
  }

  it('shows included texts under their titles, including nested and encoded names', async () => {
    write({
      'docs/.gitbook/includes/outer.md': `---\ntitle: Outer text\n---\n\nOuter.\n\n${include('sub/inner (1).md')}\n`,
      'docs/.gitbook/includes/sub/inner (1).md': 'Inner *words*.\n',
      'docs/guide/.gitbook/includes/inner.md': 'Nearer.\r\n',
    });
    const inner = 'inner (1) included text Inner words .';
    const markdown = [
      include('../.gitbook/includes/outer.md'),
      `* item\n\n  ${include('../.gitbook/includes/sub/inner%20(1).md')}`,
      include('.gitbook/includes/inner.md'),
    ].join('\n\n');
    await assertShows(markdown, `Outer text included text Outer. ${inner} item ${inner} inner included text Nearer.`);
  });

  it('reports when a text is missing, in another space, or includes itself', async () => {
    write({
      'secret.md': 'Outside.',
      'docs/page.md': 'A page.',
      'docs/.gitbook/includes/round.md': `Round.\n\n${include('round.md')}`,
    });
    const missing = (source: string) =>
      `${source} included text There is no text of this name: readers see nothing here.`;
    const others = ['../.gitbook/includes/none.md', '../../secret.md', '../page.md', '../.gitbook/vars.yaml'];
    const elsewhere = 'https://example.org/~/reusable/a/';
    await assertShows(
      [...others, elsewhere, '../.gitbook/includes/round.md'].map(include).join('\n\n'),
      [
        ...others.map(missing),
        `${elsewhere} included text This text is in another space.`,
        'round included text Round. round included text This text includes itself.',
      ].join(' '),
    );
  });

  it('reads no file outside of the folder, even through a symbolic link', async function () {
    write({ 'secret.md': 'Outside.', 'docs/.gitbook/includes/a.md': 'A.' });
    try {
      symlinkSync(join(folder, 'secret.md'), join(folder, 'docs/.gitbook/includes/link.md'));
    } catch {
      return this.skip();
    }
    const sources = ['../.gitbook/includes/a.md', '../.gitbook/includes/link.md'];
    const why = `${sources[1] ?? ''} included text There is no text of this name: readers see nothing here.`;
    await assertShows(sources.map(include).join('\n\n'), `a included text A. ${why}`);
  });

  it('shows the values of expressions, and code when these are unknown', async () => {
    write({ 'docs/.gitbook/vars.yaml': 'TAG: v1\nmy_tag : image\nlist: [a]\n' });
    const markdown = [
      '---\nvars:\n  edition: second\n---\n',
      `# Tag ${expression('space.vars.TAG')}`,
      `A ${expression('space.vars.my\\_tag + ":" + space.vars.TAG')} of ${expression('page.vars.edition')}`,
      `${expression('space.vars.list')} ${expression('visitor.role')}`,
    ].join('\n\n');
    await assertShows(markdown, 'vars edition: second Tag v1 A image:v1 of second space.vars.list visitor.role');
  });

  it('updates when an included text changes', async () => {
    write({ 'docs/.gitbook/includes/a.md': 'Old.' });
    const markdown = include('../.gitbook/includes/a.md');
    await assertShows(markdown, 'a included text Old.');
    write({ 'docs/.gitbook/includes/a.md': 'New.' });
    await assertShows(markdown, 'a included text New.');
  });

  it('escapes included text', async () => {
    for (const text of hostileTexts) {
      const title = JSON.stringify(text);
      write({
        'docs/.gitbook/includes/a.md': `---\ntitle: ${title}\n---\n\n${inMarkdown(text)}`,
        'docs/.gitbook/vars.yaml': `TAG: ${title}\n`,
      });
      const uri = vscode.Uri.file(join(folder, 'docs/guide/page.md'));
      const markdown = `${include('../.gitbook/includes/a.md')}\n\n${expression('space.vars.TAG')}`;
      await eventually(async () => assert.match(await rendered(markdown, uri), /marginalia-included/));
      assertHarmless(await rendered(markdown, uri), text);
    }
  });
});
