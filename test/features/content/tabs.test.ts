import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { documentKey, titleIn, withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Parts, parts, row } from '../../host/app.ts';
import { eventually } from '../../host/eventually.ts';
import {
  addPage,
  changeRequestUri,
  editContent,
  itWithOptional,
  marginalia,
  pagesOf,
  pageUri,
  signedIn,
} from '../../host/support.ts';
import { newThread, threadWithText } from '../comments/screen.ts';

describe('the tab of a local file', () => {
  let folder: string;

  before(() => (folder = mkdtempSync(join(tmpdir(), 'marginalia-tabs-'))));
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true });
  });

  for (const path of [
    'spaces/a/change-requests/8.md',
    'spaces/a/change-requests/notes.md',
    'spaces/a/change-requests/8/guides/README.md',
    'spaces/a/revisions/1/guides/README.md',
    'spaces/a/content/guides/README.md',
  ]) {
    it(`keeps its name: ${path}`, async () => {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, 'Mine.\n');
      const uri = vscode.Uri.file(file);
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.equal(labelOf(uri), path.slice(path.lastIndexOf('/') + 1)));
    });
  }
});

const changeRequest = { space: 'heron-manual', number: 8 };
const moorings = 'hardware/moorings/README.md';

describe('the tab of a page', () => {
  let sandbox: RunningSandbox;
  let app: Parts;

  beforeEach(async () => {
    sandbox = await signedIn();
    app = parts();
    await app.session.signIn({ url: sandbox.url, token: sandbox.token });
  });
  afterEach(async () => {
    app.dispose();
    await sandbox.close();
  });

  const run = (command: string, ...args: unknown[]) => vscode.commands.executeCommand(`marginalia.${command}`, ...args);
  const plainUri = (path: string) => pageUri(changeRequest.space, changeRequest.number, path);
  const titledUri = (path: string, title: string) => withTitle(plainUri(path), title);
  const pageAt = (path: string) =>
    pagesOf(sandbox, changeRequest).find(page => page.path === path) ?? assert.fail(path);
  const rename = async (path: string, title: string) => {
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page: pageAt(path).id, title }]);
    await run('tree.refresh');
  };

  it('has the title of the page opened from a row, from the start', async () => {
    const { title } = pagesOf(sandbox, changeRequest).find(({ type }) => type === 'document') ?? assert.fail();
    const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8 ', 'All pages', title];
    const { uri } = (await row(app.tree, ...way))?.resource as { uri: vscode.Uri };
    assert.equal(titleIn(uri), title);
    await run('document.open', uri);
    await eventually(() => assert.deepEqual(tabsOf(uri), [title]));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it('has a placeholder for a title without visible text', async () => {
    const { uri } = addPage(sandbox, changeRequest, { title: '\u200b\u202e \u2060', markdown: 'Text.\n' });
    await run('tree.refresh');
    await vscode.window.showTextDocument(withTitle(uri, 'Of another page'));
    await eventually(() => assert.deepEqual(tabsOf(uri), ['Untitled']));
    const way = ['Tidewell', 'Products', 'Heron', 'Heron manual', '#8 ', 'All pages', 'Untitled'];
    const page = (await row(app.tree, ...way))?.resource as { uri: vscode.Uri };
    assert.equal(documentKey(page.uri), documentKey(uri));
  });

  it('gets the title of a page whose URI has none, while it is open', async () => {
    const { uri } = addPage(sandbox, changeRequest, { title: 'A & B / C', markdown: 'Text.\n' });
    await vscode.window.showTextDocument(uri);
    await eventually(() => assert.deepEqual(tabsOf(uri), ['A & B \u2215 C']));
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it('has the title of the page that a link leads to, not of the page with the link', async () => {
    const from = titledUri(moorings, 'Moorings');
    const to = vscode.Uri.joinPath(from, '../two-point.md');
    await vscode.commands.executeCommand('vscode.open', to, { selection: new vscode.Range(4, 0, 4, 0) });
    await eventually(() => assert.deepEqual(tabsOf(to), [pageAt('hardware/moorings/two-point').title]));
    assert.equal(vscode.window.activeTextEditor?.selection.active.line, 4);
  });

  it('gets the new title of a renamed page and keeps its threads; the page opens no second tab', async () => {
    const { id, uri: bare } = addPage(sandbox, changeRequest, { title: 'Before', markdown: 'One.\n\nTwo.\n' });
    const uri = withTitle(bare, 'Before');
    await run('tree.refresh');
    await vscode.window.showTextDocument(uri, { preview: false });
    await eventually(() => assert.deepEqual(tabsOf(uri), ['Before']));
    await run('comment.create', { thread: newThread(uri, { start: 2, end: 2 }), text: 'On the second.' });
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page: id, title: 'After' }]);
    await run('tree.refresh');
    await eventually(() => assert.deepEqual(tabsOf(uri), ['After']));
    assert.equal(threadWithText('On the second.').uri.toString(), uri.toString());
    await run('document.open', withTitle(bare, 'After'));
    assert.deepEqual(tabsOf(uri), ['After']);
    await run('comment.next');
    assert.deepEqual(tabsOf(uri), ['After']);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() =>
      assert.equal(threadWithText('On the second.').uri.toString(), withTitle(bare, 'After').toString()),
    );
  });

  it('has threads at whichever URI it is opened', async () => {
    const { uri: bare } = addPage(sandbox, changeRequest, { title: 'Now', markdown: 'One.\n' });
    await run('tree.refresh');
    const now = withTitle(bare, 'Now');
    await vscode.window.showTextDocument(now);
    await run('comment.create', { thread: newThread(now, { start: 0, end: 0 }), text: 'Where am I?' });
    assert.equal(threadWithText('Where am I?').uri.toString(), now.toString());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const uri of [bare, withTitle(bare, 'Then')]) {
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.equal(threadWithText('Where am I?').uri.toString(), uri.toString()));
      const { threads } = await marginalia();
      assert.equal((await threads(uri)).length, 1);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('is separate for two pages with equal titles', async () => {
    const both = ['A', 'B'].map(text => addPage(sandbox, changeRequest, { title: 'Overview', markdown: `${text}\n` }));
    await run('tree.refresh');
    for (const { uri } of both) {
      await vscode.window.showTextDocument(withTitle(uri, 'Overview'), { preview: false });
    }
    for (const { uri } of both) await eventually(() => assert.deepEqual(tabsOf(uri), ['Overview']));
  });

  it('has the name of a file opened by a link', async () => {
    const image = titledUri('.assets/mooring-line-parts.svg', 'Moorings');
    await vscode.commands.executeCommand('vscode.open', image);
    await eventually(() => assert.deepEqual(tabsOf(image), ['mooring-line-parts.svg']));
  });

  it('has the number of a change request for its overview', async () => {
    const overview = changeRequestUri(changeRequest.space, changeRequest.number);
    for (const uri of [overview, overview.with({ query: '' })]) {
      await vscode.window.showTextDocument(uri);
      await eventually(() => assert.deepEqual(tabsOf(uri), ['Change request #8']));
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('has the title in a preview, also after following a link, next to the source', async () => {
    const { title } = pageAt('hardware/moorings');
    await vscode.window.showTextDocument(titledUri(moorings, title));
    await run('document.preview');
    await eventually(() => assert.deepEqual(tabsOf(plainUri(moorings)), [title, title]));
    const preview = 'vscode.markdown.preview.editor';
    const to = vscode.Uri.joinPath(titledUri(moorings, title), '../two-point.md');
    await vscode.commands.executeCommand('vscode.openWith', to, preview, { preview: false });
    await eventually(() => assert.deepEqual(tabsOf(to), [pageAt('hardware/moorings/two-point').title]));
    assert.equal(tabsOf(plainUri(moorings)).length, 2);
  });

  describe('of the base', () => {
    /** Returns the URI of the base in the diff of a page. */
    async function baseOf(path: string): Promise<vscode.Uri> {
      await run('page.compareWithBase', plainUri(path));
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      return input.original;
    }

    /** Returns the URIs that are shown in previews. */
    function previews(): string[] {
      const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
      return tabs.flatMap(({ input }) => (input instanceof vscode.TabInputCustom ? input.uri.toString() : []));
    }

    for (const [what, move] of [
      ['', () => {}],
      [
        ', which was moved',
        () => {
          const [page, into] = ['deploy/recover', 'hardware/moorings'].map(path => pageAt(path).id);
          editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page ?? '', into: into ?? '' }]);
          editContent(sandbox, changeRequest, [
            { operation: 'update_page', page: pageAt('hardware/moorings/two-point').id, slug: 'meanwhile' },
            { operation: 'update_page', page: page ?? '', slug: 'two-point' },
          ]);
        },
      ],
    ] as const) {
      itWithOptional(`is the same, whether the diff or a link in a preview has opened it${what}`, async () => {
        move();
        await run('tree.refresh');
        const [from, to] = [await baseOf(moorings), await baseOf('hardware/moorings/two-point.md')];
        const preview = 'vscode.markdown.preview.editor';
        await vscode.commands.executeCommand('vscode.openWith', to, preview, { preview: false });
        const linked = vscode.Uri.joinPath(from, '../two-point.md');
        await vscode.commands.executeCommand('vscode.openWith', linked, preview, { preview: false });
        await eventually(() => assert.deepEqual(previews(), [to.toString()]));
      });
    }

    itWithOptional('is the one that links in its source lead to', async () => {
      const [from, to] = [await baseOf('maintain/calendar.md'), await baseOf('maintain/clean.md')];
      await vscode.workspace.openTextDocument(from);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', from, 99);
      const targets = links.map(({ target }) => target?.toString());
      assert.ok(targets.includes(to.toString()), targets.join(' '));
    });
  });

  it('gets its new title in a preview', async () => {
    await run('document.preview', plainUri('get-started/glossary.md'));
    await eventually(() => assert.deepEqual(tabsOf(plainUri('get-started/glossary.md')), ['Glossary']));
    await rename('get-started/glossary', 'Words');
    await eventually(() => assert.deepEqual(tabsOf(plainUri('get-started/glossary.md')), ['Words']));
  });

  itWithOptional('has the title after following a link in an overview', async () => {
    const { title } = pageAt('hardware/moorings');
    const overview = changeRequestUri(changeRequest.space, changeRequest.number);
    await vscode.workspace.openTextDocument(overview);
    // VS Code may still have the text of the previous test until it has reread the document.
    const links = await eventually(async () => {
      const all = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        overview,
        99,
      );
      assert.ok(all.some(({ target }) => target?.toString() === titledUri(moorings, title).toString()));
      return all;
    });
    const others = links.filter(({ target }) => target && titleIn(target) === titleIn(overview));
    assert.deepEqual(others, []);
  });

  it('has the title after following a link in the source', async () => {
    const { title, path } = pageAt('hardware/moorings/two-point');
    const markdown = `[a](${path}.md) [b](/pages/${pageAt('get-started/glossary').id})\n`;
    const { uri } = addPage(sandbox, changeRequest, { title: 'Links', markdown });
    await run('tree.refresh');
    const page = withTitle(uri, 'Links');
    await vscode.workspace.openTextDocument(page);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page, 9);
    assert.deepEqual(
      links.map(({ target }) => target?.toString()),
      [titledUri(`${path}.md`, title), titledUri('get-started/glossary.md', 'Glossary')].map(String),
    );
  });
});

/** Returns the labels of the tabs that show a document, in an editor or a preview, at any of its URIs. */
function tabsOf(uri: vscode.Uri): string[] {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const isIts = ({ input }: vscode.Tab) =>
    (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) &&
    documentKey(input.uri) === documentKey(uri);
  return tabs.filter(isIts).map(({ label }) => label);
}

/** Returns the label of the tab that shows a document. */
function labelOf(uri: vscode.Uri): string | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
  const isIts = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return tabs.find(isIts)?.label;
}
