import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { documentKey, withTitle } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson, startFaultyServer } from '../../host/faultyServer.ts';
import { rendered } from '../../host/preview.ts';
import { addPage, editContent, marginalia, pagesOf, pageUri, signedIn, signOut } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

/** Links as documentation in folders contains them, each with the page to which it leads. */
const written: Record<string, string> = {
  'hardware/moorings/': 'hardware/moorings/README.md',
  'hardware/moorings': 'hardware/moorings/README.md',
  './hardware/moorings/#a': 'hardware/moorings/README.md',
  'hardware/moorings/two-point/': 'hardware/moorings/two-point.md',
  'get-started/glossary': 'get-started/glossary.md',
};

describe('links to the folder of a page', () => {
  let sandbox: RunningSandbox;

  before(async () => (sandbox = await signedIn()));
  after(() => sandbox.close());

  for (const [link, path] of Object.entries(written)) {
    it(`lead to the page, from the source and the preview: ${link}`, async () => {
      const { uri } = addPage(sandbox, changeRequest, { title: 'Links', markdown: `See [there](${link}).\n` });
      await vscode.commands.executeCommand('marginalia.tree.refresh');
      const document = await vscode.workspace.openTextDocument(uri);
      const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 9);
      assert.deepEqual(
        links.map(({ target }) => target && documentKey(target)),
        [documentKey(pageUri('heron-manual', 8, path))],
      );
      const [, href = ''] = /data-href="([^"]*)"/.exec(await rendered(document.getText(), uri)) ?? [];
      assert.equal(href.replace(/#.*/, ''), `./${path}`);
    });
  }

  it('lead to a heading of the page, or to its top when the heading does not exist', async () => {
    const anchors = ['#which-one', '#Rules-for-all-of-them', '#loads', '#nowhere', '#%zz', '#'];
    const links = anchors.map(anchor => `hardware/moorings/${anchor}`);
    // VS Code follows the first link without the extension.
    const { uri } = addPage(sandbox, changeRequest, linking(['hardware/moorings/README.md#loads', ...links]));
    const [which, rules, loads] = ['## Which one', '## Rules for all of them', '## Loads'];
    assert.deepEqual(await headingsLinkedIn(uri), [loads, which, rules, loads, '', '', '']);
  });

  it('lead to a heading of the page above', async () => {
    const slug = `page-${randomUUID()}`;
    const { title, markdown } = linking(['./#loads', '../moorings/#which-one', '<../moorings/#loads>']);
    const into = pagesOf(sandbox, changeRequest).find(({ path }) => path === 'hardware/moorings')?.id;
    assert.ok(into);
    editContent(sandbox, changeRequest, [{ operation: 'insert_page', title, slug, document: { markdown }, into }]);
    const uri = pageUri('heron-manual', 8, `hardware/moorings/${slug}.md`);
    assert.deepEqual(await headingsLinkedIn(uri), ['## Loads', '## Which one', '## Loads']);
  });

  it('lead to a heading next to a command link, too', async () => {
    const links = ['hardware/moorings/#loads', 'hardware/moorings/README.md#which-one', 'hardware/moorings/#nowhere'];
    const { title, markdown } = linking(links);
    const { uri } = addPage(sandbox, changeRequest, { title, markdown: `${markdown}\n[x](command:a.b)\n` });
    assert.deepEqual(await headingsLinkedIn(uri), ['## Loads', '## Which one', '']);
  });

  it('lead to a heading of a page by its ID, as some servers write it', async () => {
    const server = await startFaultyServer(sandbox.url);
    const api = await marginalia();
    try {
      await signOut('sandbox');
      await api.signIn({ url: server.url, token: sandbox.token });
      const { id, uri } = addPage(sandbox, changeRequest, linking(['hardware/moorings/#loads']));
      const moorings = pagesOf(sandbox, changeRequest).find(({ path }) => path === 'hardware/moorings')?.id ?? '';
      const markdown = `[x](/pages/${moorings}#loads) [x](/pages/${moorings}#nowhere)\n`;
      server.fail(
        otherJson(page => ({ ...(page as object), markdown })),
        new RegExp(`/page/${id}$`),
      );
      assert.deepEqual(await headingsLinkedIn(uri), ['## Loads', '']);
    } finally {
      await server.close();
      await signOut('sandbox');
      await api.signIn({ url: sandbox.url, token: sandbox.token });
    }
  });

  const linking = (links: readonly string[]) => ({
    title: 'Links',
    markdown: links.map(link => `See [there](${link}).\n`).join('\n'),
  });

  /** Returns the lines of the page about moorings to which links lead; empty for its top. */
  async function headingsLinkedIn(uri: vscode.Uri): Promise<string[]> {
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const { lineCount } = await vscode.workspace.openTextDocument(uri);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', uri, 99);
    const moorings = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
    const { lineAt } = await vscode.workspace.openTextDocument(moorings);
    const seen = links.filter(({ range }) => range.start.line < lineCount && !range.isEmpty);
    return seen.map(({ target }) => {
      assert.equal(target && documentKey(target), documentKey(moorings));
      const line = /^L?(\d+)/.exec(target?.fragment ?? '')?.[1];
      return line === undefined ? '' : lineAt(Number(line) - 1).text;
    });
  }

  it('lead to the page after signing out and in again, too', async () => {
    const uri = pageUri('heron-manual', 8, 'hardware/moorings/two-point.md');
    await vscode.workspace.openTextDocument(uri);
    const hrefs = async () => {
      const html = await rendered('[x](../moorings/) [y](anchors-and-chain/)', uri);
      return [...html.matchAll(/data-href="([^"]*)"/g)].map(([, href]) => href);
    };
    const before = ['../../hardware/moorings/README.md', '../../hardware/moorings/anchors-and-chain.md'];
    await eventually(async () => assert.deepEqual(await hrefs(), before));
    await signOut('sandbox');
    await (await marginalia()).signIn({ url: sandbox.url, token: sandbox.token });
    await eventually(async () => assert.deepEqual(await hrefs(), before));
  });

  it('lead to the page above', async () => {
    const uri = pageUri('heron-manual', 8, 'hardware/moorings/two-point.md');
    await vscode.workspace.openTextDocument(uri);
    const html = await rendered('[up](./) and [up](../moorings/) and [there](anchors-and-chain/)', uri);
    const hrefs = [...html.matchAll(/data-href="([^"]*)"/g)].map(([, href]) => href);
    const up = '../../hardware/moorings';
    assert.deepEqual(hrefs, [`${up}/README.md`, `${up}/README.md`, `${up}/anchors-and-chain.md`]);
  });

  it('are unchanged when the page does not exist', async () => {
    const uri = pageUri('heron-manual', 8, 'hardware/moorings/two-point.md');
    await vscode.workspace.openTextDocument(uri);
    assert.match(await rendered('[x](nowhere/) [y](../../../../out/) [z](#a)', uri), /nowhere\/".*out\/".*#a"/);
  });
});

describe('images of a page', () => {
  let sandbox: RunningSandbox;

  before(async () => (sandbox = await signedIn()));
  after(() => sandbox.close());

  it('are embedded when its URI contains a title, because the preview may not read files then', async () => {
    const uri = withTitle(pageUri('heron-manual', 8, 'hardware/moorings/README.md'), 'C# & "100%" + ä');
    const document = await vscode.workspace.openTextDocument(uri);
    const [file] = /\/files\/\w+/.exec(document.getText()) ?? [];
    const path = '../../.assets/mooring-line-parts.svg';
    const bytes = await vscode.workspace.fs.readFile(pageUri('heron-manual', 8, '.assets/mooring-line-parts.svg'));
    const address = `data:image/svg+xml;base64,${Buffer.from(bytes).toString('base64')}`;
    await eventually(async () => {
      const html = await rendered(`![a](${file}) <img src="${file}"> ![b](${path}) [c](${file})`, uri);
      const sources = [...html.matchAll(/ src="([^"]*)"/g)].map(([, source]) => source);
      assert.deepEqual(sources, [address, address, address]);
      assert.match(html, /href="\.\/\.assets\/mooring-line-parts\.svg"/);
    });
  });
});
