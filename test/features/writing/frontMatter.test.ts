import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { fetchJson } from '../../host/content.ts';
import { eventually } from '../../host/eventually.ts';
import { rendered } from '../../host/preview.ts';
import { stage } from '../../host/stage.ts';
import { editContent, itWithOptional } from '../../host/support.ts';
import { addTitledPage, open, revertAll, save, sentEdits, storedText, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const body = '# Anchors\n\nDrop the anchor.\n';
const head = '---\ndescription: "Weights: and chains"\nicon: anchor\nowner: mira\n---\n\n';

const readText = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();

describe('the front matter of a page', () => {
  afterEach(revertAll);
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  const update = (fields: object) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, ...fields }]);
  const settings = async () => {
    const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}/content/page/${page.id}`;
    return fetchJson<Record<string, unknown>>(on.sandbox, `${path}?format=markdown`);
  };
  const sent = () => sentEdits(on.server).map(([edit]) => edit);
  const edit = (fields: object) => ({ operation: 'update_page', page: page.id, ...fields });

  beforeEach(() => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: body });
  });

  describe('with settings', () => {
    beforeEach(() => update({ document: { markdown: head + body } }));

    itWithOptional('is shown above the text, and sends nothing while it is unchanged', async () => {
      const editor = await open(page.uri);
      assert.equal(editor.document.getText(), head + body);
      await vscode.commands.executeCommand('workbench.action.files.save');
      await vscode.workspace.save(page.uri);
      assert.deepEqual(sentEdits(on.server), []);
    });

    itWithOptional('is sent as the fields that changed', async () => {
      const editor = await open(page.uri);
      await type(editor, 'icon: link\nhidden: true', 'icon: anchor');
      assert.ok(await save(editor));
      assert.deepEqual(sent(), [edit({ icon: 'link', hidden: true })]);
      const { icon, hidden, description, frontMatter } = await settings();
      assert.deepEqual([icon, hidden, description], ['link', true, 'Weights: and chains']);
      assert.deepEqual(frontMatter, { owner: 'mira' });
      await eventually(() =>
        assert.match(editor.document.getText(), /^---\ndescription: .*\nicon: link\nhidden: true\nowner: mira\n---\n/),
      );
    });

    itWithOptional('is kept when the text is edited', async () => {
      const editor = await open(page.uri);
      await type(editor, 'Weigh the anchor.', 'Drop the anchor.');
      assert.ok(await save(editor));
      const markdown = body.replace('Drop', 'Weigh');
      assert.deepEqual(sent(), [edit({ document: { markdown } })]);
      assert.deepEqual((await settings())['frontMatter'], { owner: 'mira' });
    });

    itWithOptional('removes deleted settings, and keeps unknown keys', async () => {
      const editor = await open(page.uri);
      await type(editor, '', 'description: "Weights: and chains"\n');
      await type(editor, 'owner: jun\nlayout:\n  width: wide', 'owner: mira');
      assert.ok(await save(editor));
      const { description, layout, frontMatter } = await settings();
      assert.deepEqual([description, frontMatter], [undefined, { owner: 'jun' }]);
      assert.equal((layout as { width: string }).width, 'wide');
      await eventually(async () => assert.equal(editor.document.getText(), await readText(page.uri)));
      assert.match(editor.document.getText(), /^---\nicon: anchor\nlayout:\n {2}width: wide\nowner: jun\n---\n/);
    });

    itWithOptional('is merged by key with changes of others', async () => {
      const editor = await open(page.uri);
      await type(editor, 'icon: link', 'icon: anchor');
      await update({ description: 'Theirs', document: { markdown: body.replace('Drop', 'Weigh') } });
      assert.ok(await save(editor));
      const { icon, description } = await settings();
      assert.deepEqual([icon, description], ['link', 'Theirs']);
      assert.match(await storedText(on.sandbox, changeRequest, page.id), /Weigh the anchor/);
      assert.deepEqual(sent(), [edit({ icon: 'link' })]);
    });

    itWithOptional('is a conflict when both changed the same key', async () => {
      const editor = await open(page.uri);
      await type(editor, 'icon: link', 'icon: anchor');
      await update({ icon: 'gear' });
      await save(editor);
      assert.ok(editor.document.isDirty);
      assert.deepEqual(sentEdits(on.server), []);
      await run('page.useMine', [], page.uri);
      await eventually(async () => assert.equal((await settings())['icon'], 'link'));
    });

    itWithOptional('is shown on both sides of a diff', async () => {
      const before = (
        await fetchJson<{ revision: string }>(
          on.sandbox,
          `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}`,
        )
      ).revision;
      await update({ icon: 'link' });
      const base = baseUri(page.uri, before, { path: page.uri.path.split('/').at(-1) ?? '', title: 'Anchors' });
      assert.equal(await readText(base), head + body);
    });

    itWithOptional('is not shown as text in the preview', async () => {
      const html = await rendered(head + body, page.uri);
      assert.match(html, /Drop the anchor/);
      assert.doesNotMatch(html.replace(/<[^>]*>/g, ''), /description:/);
    });
  });

  for (const [what, typed, reason] of [
    ['is not YAML', '---\nicon: "open\n---\n\n', /Front matter, line 2: .*quote.*Your text is still in the editor/is],
    ['has a value of another type', '---\nhidden: maybe\n---\n\n', /line 2: "hidden" must be true or false\./],
    ['sets a read-only setting', '---\nicon: a\npath: b\n---\n\n', /line 3: "path" follows.*Rename or move the page/],
  ] as const) {
    itWithOptional(`is rejected before anything is sent when it ${what}; the text stays`, async () => {
      const editor = await open(page.uri);
      await type(editor, `${typed}# Anchors`, '# Anchors');
      const write = vscode.workspace.fs.writeFile(page.uri, Buffer.from(editor.document.getText()));
      await assert.rejects(Promise.resolve(write), reason);
      assert.equal(await save(editor), false);
      assert.equal(editor.document.getText(), typed + body);
      assert.deepEqual(sentEdits(on.server), []);
    });
  }

  itWithOptional('is compared with the stored result after a save', async () => {
    const editor = await open(page.uri);
    await type(editor, '---\ntags: []\nlayout:\n  width: wide\n  color: red\n---\n\n# Anchors', '# Anchors');
    const answers = answerPrompts();
    try {
      assert.ok(await save(editor));
      await eventually(() => assert.match(answers.transcript.join('\n'), /Sent "Anchors"/));
      assert.doesNotMatch(answers.transcript.join('\n'), /differently/);
    } finally {
      answers.restore();
    }
  });

  it('is shown on a server without page edits, too, without problems', async () => {
    const uri = vscode.Uri.parse('marginalia://sandbox/spaces/heron-manual/change-requests/8/get-started/glossary.md');
    assert.match(
      await readText(uri),
      /^---\ndescription: Words of this manual, in one place\.\nicon: spell-check\n---\n/,
    );
  });
});

describe('help with front matter', () => {
  afterEach(revertAll);
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: body });
  });

  const writing = async (typed: string) => {
    const editor = await open(page.uri);
    await type(editor, `${typed}# Anchors`, '# Anchors');
    return editor;
  };
  const labelsAt = async (uri: vscode.Uri, line: number, character: number) => {
    const position = new vscode.Position(line, character);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      uri,
      position,
    );
    return items.map(({ label }) => (typeof label === 'string' ? label : label.label));
  };
  const hoverAt = async (uri: vscode.Uri, line: number, character: number) => {
    const position = new vscode.Position(line, character);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', uri, position);
    return hovers
      .flatMap(({ contents }) => contents.map(one => (typeof one === 'string' ? one : one.value)))
      .join('\n');
  };
  const marksOn = (uri: vscode.Uri) =>
    vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'Marginalia');

  itWithOptional('completes keys and values, and explains keys', async () => {
    const { document } = await writing('---\nicon: link\n\nlayout:\n  width: \n---\n\n');
    const keys = await labelsAt(document.uri, 2, 0);
    assert.ok(keys.includes('description') && keys.includes('noIndex'), keys.join());
    assert.ok(!keys.includes('icon'));
    const values = await labelsAt(document.uri, 4, 9);
    assert.ok(values.includes('wide') && values.includes('default'), values.join());
    assert.match(
      await hoverAt(document.uri, 4, 4),
      /layout\.width[^]*Width&nbsp;of&nbsp;the&nbsp;page[^]*default,&nbsp;wide/,
    );
    assert.equal(await hoverAt(document.uri, 7, 4), '');
  });

  itWithOptional('reports problems while it is typed, and offers fixes', async () => {
    const editor = await writing('---\nhidden: yes\nDescription: A\n---\n\n');
    const { uri } = editor.document;
    await eventually(() =>
      assert.deepEqual(
        marksOn(uri).map(({ range, severity }) => [range.start.line, severity]),
        [
          [1, vscode.DiagnosticSeverity.Error],
          [2, vscode.DiagnosticSeverity.Warning],
        ],
      ),
    );
    const fixes = async (line: number) => {
      const range = new vscode.Range(line, 9, line, 9);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
      );
      return actions.filter(({ title }) => title.startsWith('Change to'));
    };
    const [fix] = await fixes(1);
    assert.equal(fix?.title, 'Change to true');
    assert.ok(await vscode.workspace.applyEdit(fix.edit ?? assert.fail()));
    await eventually(() => assert.equal(marksOn(uri).length, 1));
    assert.match(editor.document.getText(), /^---\nhidden: true\n/);
  });

  it('is not active in other Markdown', async () => {
    const content = '---\nhidden: yes\nDescription: A\n\n---\n\nText.\n';
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
    assert.ok(!(await labelsAt(document.uri, 3, 0)).includes('noIndex'));
    assert.equal(await hoverAt(document.uri, 1, 2), '');
    assert.deepEqual(marksOn(document.uri), []);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
