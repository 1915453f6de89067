import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey, withTitle } from '../../../src/model/content/address.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { rendered } from '../../host/preview.ts';
import { stage } from '../../host/stage.ts';
import { itWithOptional, pageUri } from '../../host/support.ts';
import { addTitledPage, open, revertAll, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('unsaved text', () => {
  afterEach(async () => {
    await revertAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  const set = stage();
  const openPage = (markdown: string) =>
    open(addTitledPage(set.sandbox, changeRequest, { title: 'Anchors', markdown }).uri);

  itWithOptional('is shown by the preview, with custom blocks', async () => {
    const { document } = await openPage('Drop the anchor.\n').then(async editor => {
      await type(editor, '\n{% hint style="warning" %}\nMind the chain.\n{% endhint %}\n');
      return editor;
    });
    await rendered('', document.uri);
    const html = String(await vscode.commands.executeCommand('markdown.api.render', document));
    assert.match(html, /class="marginalia-hint marginalia-hint-warning[^]*Mind the chain\./);
    assert.ok(document.isDirty);
  });

  itWithOptional('is shown with the first file that it refers to', async () => {
    const editor = await openPage('Drop the anchor.\n');
    const path = '/spaces/heron-manual/change-requests/8/content/files?limit=1000';
    const { items } = await fetchJson<{ items: { id: string; name: string }[] }>(set.sandbox, path);
    const [file = assert.fail('The sample has files.')] = items;
    // The preview was rendered before the page referred to a file.
    await eventually(async () => assert.match(await rendered('[a](README.md)', editor.document.uri), /README/));
    const text = `![Map](/files/${file.id})\n`;
    await type(editor, text);
    await eventually(async () =>
      assert.match(await rendered(text, editor.document.uri), /src="(?:\.\/\.assets\/|data:)/),
    );
  });

  itWithOptional('is compared with the base, whatever title the URI contains', async () => {
    const uri = withTitle(pageUri('heron-manual', 8, 'README.md'), 'An older title');
    const editor = await open(uri);
    await type(editor, '\nNot sent yet.\n');
    await vscode.commands.executeCommand('marginalia.page.compareWithBase', withTitle(uri, 'Another title'));
    await eventually(() => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(documentKey(input.modified), documentKey(uri));
      const compared = vscode.workspace.textDocuments.find(one => one.uri.toString() === input.modified.toString());
      assert.match(compared?.getText() ?? '', /Not sent yet\./);
      const base = vscode.workspace.textDocuments.find(one => one.uri.toString() === input.original.toString());
      assert.doesNotMatch(base?.getText() ?? 'Not sent yet.', /Not sent yet\./);
    });
  });
});
