import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { rendered } from '../../host/preview.ts';
import { addPage, pageUri, signedIn } from '../../host/support.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

/** Links as they are written in documentation that is kept in folders, and the page that each leads to. */
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
        links.map(({ target }) => target?.with({ fragment: '' }).toString()),
        [pageUri('heron-manual', 8, path).toString()],
      );
      const [, href = ''] = /data-href="([^"]*)"/.exec(await rendered(document.getText(), uri)) ?? [];
      assert.equal(href.replace(/#.*/, ''), `./${path}`);
    });
  }

  it('lead to the page above', async () => {
    const uri = pageUri('heron-manual', 8, 'hardware/moorings/two-point.md');
    await vscode.workspace.openTextDocument(uri);
    const html = await rendered('[up](./) and [up](../moorings/) and [there](anchors-and-chain/)', uri);
    const hrefs = [...html.matchAll(/data-href="([^"]*)"/g)].map(([, href]) => href);
    const up = '../../hardware/moorings';
    assert.deepEqual(hrefs, [`${up}/README.md`, `${up}/README.md`, `${up}/anchors-and-chain.md`]);
  });

  it('are left as they are where there is no such page', async () => {
    const uri = pageUri('heron-manual', 8, 'hardware/moorings/two-point.md');
    await vscode.workspace.openTextDocument(uri);
    assert.match(await rendered('[x](nowhere/) [y](../../../../out/) [z](#a)', uri), /nowhere\/".*out\/".*#a"/);
  });
});
