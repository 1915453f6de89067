import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { providePageCompletions } from '../../../src/features/writing/completion.ts';
import { numberKey } from '../../../src/sandbox/store/state.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { addSpaces, fetchJson } from '../../host/content.ts';
import type { FaultyServer } from '../../host/faultyServer.ts';
import { startFaultyServer } from '../../host/faultyServer.ts';
import { stageOfParts } from '../../host/stage.ts';
import { editContent, itWithOptional, marginalia, pagesOf, sampleSandbox } from '../../host/support.ts';
import { addTitledPage, open, revertAll, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };

describe('completion while a page is edited', () => {
  let sandbox: RunningSandbox | undefined;
  let server: FaultyServer | undefined;
  let folder: string | undefined;
  afterEach(async () => {
    await revertAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await server?.close();
    await sandbox?.close();
    if (folder) rmSync(folder, { recursive: true });
    [sandbox, server, folder] = [undefined, undefined, undefined];
  });

  async function start(as?: string): Promise<{ sandbox: RunningSandbox; server: FaultyServer }> {
    const started = (sandbox = await sampleSandbox());
    const before = (server = await startFaultyServer(started.url));
    await (await marginalia()).signIn({ url: before.url, token: as ? started.tokenFor(as) : started.token });
    return { sandbox: started, server: before };
  }

  /** Returns the extension's own completion items at the `|` of a text typed at the end of a page. */
  async function offeredIn(editor: vscode.TextEditor, marked: string): Promise<vscode.CompletionItem[]> {
    const { document } = editor;
    const start = document.getText().length;
    await type(editor, marked.replace('|', ''));
    return offeredAt(document, document.positionAt(start + marked.indexOf('|')));
  }

  async function offeredAt(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.CompletionItem[]> {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      at,
    );
    // Items of VS Code have other details.
    return items.filter(({ detail = '' }) => ours.test(detail));
  }
  const ours = /^(?:Marginalia|page|file|heading, level \d|reusable content|OpenAPI spec|variable of the \w+)$/;

  const offered = async (marked: string, markdown = 'Drop the anchor.\n\n') => {
    const { uri } = addTitledPage(sandbox ?? assert.fail(), changeRequest, { title: 'Anchors', markdown });
    return offeredIn(await open(uri), marked);
  };
  const labels = (items: readonly vscode.CompletionItem[]) =>
    items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  const find = (items: readonly vscode.CompletionItem[], name: string) =>
    items[labels(items).indexOf(name)] ?? assert.fail(`${name} is not offered: ${labels(items).join(', ')}`);
  const textOf = ({ insertText }: vscode.CompletionItem) =>
    insertText instanceof vscode.SnippetString ? insertText.value : insertText;

  itWithOptional('offers pages by title, in order and with relative paths, and files', async () => {
    const { sandbox } = await start();
    const items = await offered('See [it](|)');
    const pages = pagesOf(sandbox, changeRequest).filter(
      ({ type, title }) => type === 'document' && title !== 'Anchors',
    );
    const ofPages = items.filter(({ detail }) => detail === 'page');
    assert.deepEqual(
      labels(ofPages),
      pages.map(({ title }) => title),
    );
    assert.equal(textOf(find(ofPages, 'Pair with a gateway')), 'get-started/quick-start/pair.md');
    const files = items.filter(({ detail }) => detail === 'file');
    const { items: listed } = await fetchJson<{ items: { id: string; name: string }[] }>(
      sandbox,
      '/spaces/heron-manual/change-requests/8/content/files?limit=1000',
    );
    assert.deepEqual(labels(files).toSorted(), listed.map(({ name }) => name).toSorted());
    assert.ok(files.every(item => /^\/files\/[\w-]+$/.test(String(textOf(item)))));
    const whole = await offeredIn(
      await open(vscode.window.activeTextEditor?.document.uri ?? assert.fail()),
      '\n\n[[pair|]]',
    );
    assert.equal(textOf(find(whole, 'Pair with a gateway')), '[Pair with a gateway](get-started/quick-start/pair.md)');
  });

  itWithOptional('offers only images for an image', async () => {
    await start();
    const items = await offered('![The map](|)');
    assert.ok(items.length > 0);
    assert.deepEqual([...new Set(items.map(({ detail }) => detail))], ['file']);
  });

  itWithOptional('offers only images for the cover', async () => {
    await start();
    const { uri } = addTitledPage(sandbox ?? assert.fail(), changeRequest, { title: 'Anchors', markdown: 'Drop.\n' });
    const editor = await open(uri);
    await type(editor, '---\ncover: \n---\n\nDrop.', 'Drop.');
    const items = await offeredAt(editor.document, new vscode.Position(1, 7));
    assert.deepEqual([...new Set(items.map(({ detail }) => detail))], ['file']);
    assert.ok(items.every(item => /^\/files\/[\w-]+$/.test(String(textOf(item)))));
  });

  itWithOptional('offers the headings of the linked page, and of the page as it is typed', async () => {
    await start();
    const typedHeadings = await offered('\n\n## New part\n\n[a](#|)', '# Anchors\n\n## Weigh it\n\n');
    assert.equal(textOf(find(typedHeadings, 'Weigh it')), 'weigh-it');
    assert.equal(textOf(find(typedHeadings, 'New part')), 'new-part');
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    const other = await offeredIn(editor, '\n\n[b](get-started/quick-start/pair.md#|)');
    assert.ok(other.length > 0 && !labels(other).includes('Weigh it'));
  });

  itWithOptional('offers variables and reusable content', async () => {
    const { sandbox } = await start();
    const { state } = sandbox;
    addTitledPage(sandbox, changeRequest, { title: 'Other', markdown: 'A\n' });
    const [row] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    const revision = state.revisions.get(row?.revision ?? '');
    const document = revision.pages[0]?.documentId ?? assert.fail();
    const { uri } = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop.\n' });
    const [now] = state.changeRequests.by('number', numberKey(changeRequest.space, changeRequest.number));
    state.revisions.put({
      ...state.revisions.get(now?.revision ?? ''),
      reusableContents: [{ id: 'text-1', title: 'Notice', document }],
      variables: { product: 'Heron' },
    });
    state.keepWrites();
    const editor = await open(uri);
    const variables = await offeredIn(editor, 'Use {{|}}');
    assert.equal(textOf(find(variables, 'product')), '<code class="expression">space.vars.product</code>');
    const inside = await offeredIn(editor, '\n\n<code class="expression">|</code>');
    assert.equal(textOf(find(inside, 'product')), 'space.vars.product');
    const texts = await offeredIn(editor, '\n\n{% include "|" %}');
    assert.equal(textOf(find(texts, 'Notice')), 'text-1');
  });

  itWithOptional('replaces a started tag by blocks, closing tag first', async () => {
    await start();
    const items = await offered('\n\n{%|}');
    const hint = find(items, 'Hint');
    assert.match(
      String(textOf(hint)),
      /^\{% hint style="\$\{1\|info,success,warning,danger\|\}" %\}\n\$0\n\{% endhint %\}$/,
    );
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    const range = hint.range instanceof vscode.Range ? hint.range : hint.range?.replacing;
    assert.equal(document.getText(range), '{%}');
    assert.ok(!labels(items).includes('Tab'));
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    const inside = await offeredIn(editor, '\n\n{% tabs %}\n{% tab title="A" %}\nText.\n\n{%|}');
    assert.equal(labels(inside)[0], '{% endtab %}');
    assert.ok(labels(inside).includes('Tab'));
    assert.deepEqual(labels(await offeredIn(editor, '\n\n{% code |%}')), [
      'title',
      'overflow',
      'lineNumbers',
      'expandable',
    ]);
    assert.deepEqual(labels(await offeredIn(editor, '\n\n{% hint style="|" %}')), [
      'info',
      'success',
      'warning',
      'danger',
    ]);
    const ref = await offeredIn(editor, '\n\n{% content-ref url="|" %}');
    assert.equal(textOf(find(ref, 'Pair with a gateway')), 'get-started/quick-start/pair.md');
  });

  itWithOptional('offers a part of very many pages, filtered by the input', async () => {
    const { sandbox } = await start();
    editContent(
      sandbox,
      changeRequest,
      Array.from({ length: 1200 }, (_, index) => ({
        ...{ operation: 'insert_page', title: `Buoy ${index}`, slug: `buoy-${index}` },
        document: { markdown: 'A buoy.\n' },
      })),
    );
    const items = await offered('[a](|)');
    assert.equal(items.filter(({ detail }) => detail === 'page').length, 500);
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    assert.deepEqual(labels(await offeredIn(editor, '\n\n[b](buoy-1199|)')), ['Buoy 1199']);
  });

  itWithOptional('offers no pages in an empty space', async () => {
    const { sandbox } = await start();
    const [space = ''] = addSpaces(sandbox, undefined, 'Empty');
    const { connection } = await marginalia();
    const row = await fetch(`${connection?.url}/v1/spaces/${space}/change-requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Begin' }),
    });
    const { number } = (await row.json()) as { number: number };
    const { uri } = addTitledPage(sandbox, { space, number }, { title: 'Only', markdown: 'Words.\n\n' });
    const editor = await open(uri);
    assert.deepEqual(labels(await offeredIn(editor, '[a](|)')), []);
    assert.deepEqual(labels(await offeredIn(editor, '\n\n{{|}}')), []);
    assert.ok((await offeredIn(editor, '\n\n{%|}')).length > 10);
  });

  itWithOptional('offers none while the server fails, and all afterwards', async () => {
    const { server } = await start();
    server.fail({ kind: 'status', status: 500 }, /content\/files/);
    assert.deepEqual(labels(await offered('![a](|)')), []);
    await server.recover();
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    assert.ok((await offeredIn(editor, '\n\n![a](|)')).length > 0);
  });

  itWithOptional('takes one request for the pages of a revision, however often it is used', async () => {
    const { server } = await start();
    const first = await offered('[a](|)');
    const count = server.exchanges.length;
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    for (let index = 0; index < 3; index++)
      assert.ok((await offeredIn(editor, `\n\n[${index}](|)`)).length >= first.length);
    const since = server.exchanges.slice(count).filter(({ asked }) => /content\/(?:pages|files)/.test(asked));
    assert.deepEqual(since, []);
  });

  it('offers nothing without permission to edit, and in local Markdown files', async () => {
    const { sandbox } = await start('lucia');
    const { uri } = addTitledPage(sandbox, changeRequest, { title: 'Anchors', markdown: '{%\n\n[a](' });
    const { document } = await open(uri);
    folder = mkdtempSync(join(tmpdir(), 'marginalia-'));
    const file = join(folder, 'page.md');
    writeFileSync(file, '{%\n\n[a](');
    const onDisk = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    for (const one of [document, onDisk]) {
      for (const at of [new vscode.Position(0, 2), new vscode.Position(2, 4)]) {
        assert.deepEqual(
          labels(await offeredAt(one, at)).filter(label => label !== 'page.md'),
          [],
        );
      }
    }
  });
});

describe('completion while the user keeps typing', () => {
  const on = stageOfParts();

  itWithOptional('replaces the brackets that were behind the cursor at the request', async () => {
    const { uri } = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: 'Drop.\n' });
    const connection = on.app.session.current ?? assert.fail();
    await on.app.content.changeRequests.fetch({ connection, ...changeRequest });
    let line = 'See [[]]';
    const document = {
      uri: uri.with({ authority: connection.id }),
      lineCount: 1,
      getText: (range?: vscode.Range) => (range ? line.slice(range.start.character, range.end.character) : line),
      lineAt: () => ({ text: line }),
    } as unknown as vscode.TextDocument;
    const { token } = new vscode.CancellationTokenSource();
    const position = new vscode.Position(0, 'See [['.length);
    const items = providePageCompletions(on.app as unknown as App, document, position, token);
    line = 'See [[cell]]';
    const [first] = (await items)?.items ?? [];
    assert.deepEqual(first?.range, new vscode.Range(0, 'See '.length, 0, 'See [[]]'.length));
  });
});
