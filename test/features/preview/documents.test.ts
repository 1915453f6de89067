import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { pageUri } from '../../host/support.ts';
import { rendered, withoutPlugin } from '../../host/preview.ts';
import { temporaryRepository } from '../../host/repository.ts';

const page = [
  'Title',
  '{% include "a.md" %}',
  '',
  '{% hint style="info" %}',
  'Some *words*, [a link](/pages/home) and ![a picture](/files/100%).',
  '{% endhint %}',
  '',
  '<div>',
  '{% hint %}',
  '</div></div>',
  '',
  '<img src="/files/100%" onerror="alert(1)"><script>alert(1)</script>',
  '',
  '{% constructor %}',
].join('\n');

describe('the preview', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryRepository()));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function write(...paths: string[]): void {
    for (const path of paths) {
      const [name = '', text = ''] = path.split('=');
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  }

  const ofFile = (path: string) => rendered(page, vscode.Uri.file(join(folder, path)));
  const isOurs = async (path: string) => (await ofFile(path)).includes('class="marginalia-hint');

  const others: [title: string, uri: () => vscode.Uri][] = [
    ['a local file', () => vscode.Uri.file(join(folder, 'page.md'))],
    ['a document without a file', () => vscode.Uri.parse('untitled:Untitled-1')],
    ['a file of a virtual folder', () => vscode.Uri.parse('vscode-vfs://github/a/b/README.md')],
    ['a version of a file', () => vscode.Uri.file(join(folder, 'page.md')).with({ scheme: 'git' })],
  ];
  for (const [title, uri] of others) {
    it(`of ${title} is VS Code's own, byte for byte`, async () => {
      const ours = await rendered(page, uri());
      assert.equal(ours, await withoutPlugin(() => rendered(page, uri())));
    });
  }

  it("of a text without a document is VS Code's own, byte for byte", async () => {
    const render = () => vscode.commands.executeCommand('markdown.api.render', page);
    assert.equal(await render(), await withoutPlugin(async () => render()));
  });

  it('of pages of the service shows custom blocks', async () => {
    const html = await rendered(page, pageUri('heron-manual', 8, 'README.md'));
    assert.match(html, /class="marginalia-hint/);
  });

  const gitSync: [title: string, files: string[], path: string, isOurs: boolean][] = [
    ['a folder with .gitbook.yaml', ['.gitbook.yaml'], 'a/b/page.md', true],
    ['the folder that .gitbook.yaml names', ['.gitbook.yaml=root: ./docs/'], 'docs/page.md', true],
    ['nothing outside of the folder that .gitbook.yaml names', ['.gitbook.yaml=root: "docs"'], 'src/page.md', false],
    ['the whole folder when .gitbook.yaml names one outside of it', ['.gitbook.yaml=root: ../..'], 'page.md', true],
    ['a folder with .gitbook/assets', ['.gitbook/assets/a.png'], 'a/page.md', true],
    ['a folder with .gitbook/includes', ['.gitbook/includes/a.md'], 'a/page.md', true],
    ['a folder with .gitbook/vars.yaml', ['.gitbook/vars.yaml'], 'a/page.md', true],
    ['no folder with build output in .gitbook', ['.gitbook/word-count/script.js'], 'a/page.md', false],
    ['no folder with a file named .gitbook', ['.gitbook'], 'page.md', false],
    ['a folder with SUMMARY.md and README.md', ['README.md', 'SUMMARY.md'], 'a/page.md', true],
    ['no folder with only README.md', ['README.md'], 'README.md', false],
    ['no folder with only SUMMARY.md', ['SUMMARY.md'], 'SUMMARY.md', false],
    ['no repository inside of such a folder', ['.gitbook.yaml', 'inner/.git/HEAD'], 'inner/page.md', false],
  ];
  for (const [title, files, path, expected] of gitSync) {
    it(`treats as Git Sync ${title}`, async () => {
      write(...files);
      assert.equal(await isOurs(path), expected);
    });
  }

  it('does not detect Git Sync above the workspace folder', async () => {
    write('.gitbook.yaml', 'inner/page.md');
    assert.equal(await isOurs('inner/page.md'), true);
    const before = Object.getOwnPropertyDescriptor(vscode.workspace, 'getWorkspaceFolder') ?? assert.fail();
    const uri = vscode.Uri.file(join(folder, 'inner'));
    const value = () => ({ uri, name: 'inner', index: 0 });
    Object.defineProperty(vscode.workspace, 'getWorkspaceFolder', { value, configurable: true });
    try {
      assert.equal(await isOurs('inner/page.md'), false);
      write('inner/README.md', 'inner/SUMMARY.md');
      assert.equal(await isOurs('inner/page.md'), true);
    } finally {
      Object.defineProperty(vscode.workspace, 'getWorkspaceFolder', before);
    }
  });

  it('does not detect Git Sync above the home folder', async () => {
    write('.gitbook.yaml', 'home/notes/page.md');
    const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
    const home = process.env[variable];
    process.env[variable] = join(folder, 'home');
    try {
      assert.equal(await isOurs('home/notes/page.md'), false);
    } finally {
      process.env[variable] = home;
    }
    assert.equal(await isOurs('home/notes/page.md'), true);
  });

  it('updates when a folder becomes or stops being a Git Sync folder', async () => {
    assert.equal(await isOurs('page.md'), false);
    write('.gitbook.yaml');
    assert.equal(await isOurs('page.md'), true);
    rmSync(join(folder, '.gitbook.yaml'));
    assert.equal(await isOurs('page.md'), false);
  });

  it('tolerates references that are not URLs', async () => {
    const html = await rendered('<img src="/files/100%">\n\n[a](/pages/%zz)', pageUri('heron-manual', 8, 'README.md'));
    assert.match(html, /<img src="\/files\/100%"/);
  });
});
