import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { itWithOptional, marginalia, sampleSandbox } from '../../host/support.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { addTitledPage, open, revertAll, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const block = '{% hint style="info" %}\nText.\n\nMore.\n{% endhint %}\n';
const broken = '# Anchors\n\n{% hint style="warn" %}\nText.\n{% endhint %}\n\n[a](get-started/pair.md) [b](#gone)\n';

describe('problems of a page that is being edited', () => {
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

  async function openPage(markdown: string, as?: string, fault?: Fault): Promise<vscode.TextEditor> {
    const started = (sandbox = await sampleSandbox());
    server = await startFaultyServer(started.url);
    if (fault) server.fail(fault, /content\/files/);
    await (await marginalia()).signIn({ url: server.url, token: as ? started.tokenFor(as) : started.token });
    return open(addTitledPage(started, changeRequest, { title: 'Anchors', markdown }).uri);
  }

  const marksOf = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Marginalia');
  const marked = ({ document }: vscode.TextEditor) => marksOf(document.uri).map(({ range }) => document.getText(range));

  itWithOptional('are marked, follow the text, and disappear with the page', async () => {
    const editor = await openPage(broken);
    await eventually(() => assert.deepEqual(marked(editor), ['warn', 'get-started/pair.md', '#gone']));
    await type(editor, 'info', 'warn');
    await type(editor, '\n{% endtab %}\n');
    await eventually(() => assert.deepEqual(marked(editor), ['get-started/pair.md', '#gone', '{% endtab %}']));
    const { uri } = editor.document;
    await revertAll();
    await eventually(() => assert.equal(marked(editor).length, 3));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    // VS Code keeps a closed document and its diagnostics for some minutes.
    const isClosed = () => !vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
    await eventually(() => assert.ok(!isClosed() || marksOf(uri).length === 0));
  });

  itWithOptional('have quick fixes', async () => {
    const editor = await openPage(broken);
    const { document } = editor;
    await eventually(() => assert.equal(marked(editor).length, 3));
    for (const expected of ['{% hint style="warning" %}', '(get-started/quick-start/pair.md)']) {
      const [mark = assert.fail(expected)] = marksOf(document.uri);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        mark.range,
        vscode.CodeActionKind.QuickFix.value,
      );
      const fix = actions.find(({ edit, isPreferred }) => edit && isPreferred) ?? assert.fail(expected);
      const count = marked(editor).length;
      await vscode.workspace.applyEdit(fix.edit ?? assert.fail());
      assert.ok(document.getText().includes(expected), document.getText());
      await eventually(() => assert.equal(marked(editor).length, count - 1));
    }
  });

  itWithOptional('are marked at blocks and pages even if the server does not list its files', async () => {
    const fault = { kind: 'status', status: 500 } as const;
    const editor = await openPage('![a](/files/gone)\n\n[b](gone.md)\n\n{% endhint %}\n', undefined, fault);
    await eventually(() => assert.deepEqual(marked(editor), ['gone.md', '{% endhint %}']));
  });

  itWithOptional('are none in a valid page, which has folding ranges for its blocks', async () => {
    const editor = await openPage(`# Anchors\n\n${block}\nSee [it](get-started/quick-start/pair.md).\n`);
    const { uri } = editor.document;
    await type(editor, '\n{% endtab %}\n');
    await eventually(() => assert.equal(marked(editor).length, 1));
    await type(editor, '', '\n{% endtab %}\n');
    await eventually(() => assert.deepEqual(marked(editor), []));
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      uri,
    );
    assert.ok(
      folds.some(({ start, end }) => start === 2 && end === 5),
      JSON.stringify(folds),
    );
    const highlights = await vscode.commands.executeCommand<vscode.DocumentHighlight[]>(
      'vscode.executeDocumentHighlights',
      uri,
      new vscode.Position(2, 4),
    );
    const lines = highlights.map(({ range }) => editor.document.getText(range));
    assert.deepEqual(lines, ['{% hint style="info" %}', '{% endhint %}']);
  });

  itWithOptional('come with the outline of headings of VS Code itself', async () => {
    const editor = await openPage('# Anchors\n\n## Drop\n\n## Weigh\n');
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      'vscode.executeDocumentSymbolProvider',
      editor.document.uri,
    );
    const names = (all: readonly vscode.DocumentSymbol[]): string[] =>
      all.flatMap(({ name, children }) => [name, ...names(children)]);
    assert.deepEqual(names(symbols), ['# Anchors', '## Drop', '## Weigh']);
  });

  itWithOptional('are not shown without permission to edit, and in local Markdown', async () => {
    const { document } = await openPage(broken, 'lucia');
    folder = mkdtempSync(join(tmpdir(), 'marginalia-'));
    const file = join(folder, 'page.md');
    writeFileSync(file, broken + block);
    const onDisk = await open(vscode.Uri.file(file));
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      onDisk.document.uri,
    );
    assert.ok(!(folds ?? []).some(({ start }) => onDisk.document.lineAt(start).text.startsWith('{%')));
    // The marks of an editable page show that all pages have been checked.
    const editable = addTitledPage(sandbox ?? assert.fail(), changeRequest, { title: 'B', markdown: broken });
    await (await marginalia()).signIn({ url: server?.url ?? '', token: sandbox?.token ?? '' });
    const editor = await open(editable.uri);
    await eventually(() => assert.equal(marked(editor).length, 3));
    assert.deepEqual(marksOf(onDisk.document.uri), []);
    // The other account can edit the page.
    await eventually(() => assert.equal(marksOf(document.uri).length, 3));
  });
});
