import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { descriptionUri } from '../../../src/model/content/address.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional, marginalia } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const uri = changeRequestUri(space, number);
const patch = /^PATCH .*\/change-requests\/8$/;

describe('the description of a change request in the editor', () => {
  let answers: Answers | undefined;
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
  const set = stage();
  const row = () =>
    set.sandbox.state.changeRequests.all().find(one => one.space === space && one.number === number) ?? assert.fail();
  const run = (verb: string) => vscode.commands.executeCommand(`marginalia.changeRequest.${verb}`, uri);
  const stored = () => JSON.stringify(row().description ?? '');

  async function type(text: string): Promise<vscode.TextDocument> {
    await run('editDescription');
    const editor = vscode.window.activeTextEditor ?? assert.fail('An editor is open.');
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit(builder => builder.replace(all, text));
    return editor.document;
  }

  it('is not offered where the server has none', async function () {
    if (!documentedOnly) return this.skip();
    answers = answering();
    await run('editDescription');
    await run('editLinks');
    assert.match(answers.said.join('\n'), /this server has no descriptions/);
    assert.match(answers.said.join('\n'), /this server has no links/);
    assert.equal(set.server.requests.filter(request => patch.test(request)).length, 0);
  });

  itWithOptional('is Markdown that is sent when it is saved, and read again', async () => {
    const document = await type('Lamps **burn** at night.\n');
    assert.equal(await document.save(), true);
    assert.match(stored(), /"text":"burn".*"bold"/);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await run('editDescription');
    assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Lamps **burn** at night.\n');
    const emptied = await type('');
    assert.equal(await emptied.save(), true);
    assert.deepEqual(row().description?.nodes, []);
  });

  for (const status of [400, 404, 405]) {
    itWithOptional(`keeps the words in the editor where the server refuses them with ${status}`, async () => {
      set.server.fail({ kind: 'status', status }, patch);
      const document = await type('Words of mine.');
      assert.equal(await document.save(), false);
      assert.deepEqual([document.isDirty, document.getText()], [true, 'Words of mine.']);
    });
  }

  itWithOptional('keeps the words where somebody else has changed it meanwhile', async () => {
    const document = await type('Mine.');
    const { nodes } = {
      nodes: [
        {
          object: 'block',
          type: 'paragraph',
          nodes: [{ object: 'text', leaves: [{ object: 'leaf' as const, text: 'Theirs, and longer.', marks: [] }] }],
        },
      ],
    };
    set.sandbox.state.changeRequests.put({ ...row(), description: { object: 'document', data: {}, nodes } });
    set.sandbox.state.keepWrites();
    assert.equal(await document.save(), false);
    assert.equal(document.getText(), 'Mine.');
    assert.match(stored(), /Theirs/);
  });

  itWithOptional('gets links of the web alone, and loses them', async () => {
    answers = answering('Add Link...', 'https://linear.app/t/issue/T-1', 'The ticket');
    await run('editLinks');
    assert.deepEqual(
      row().links?.map(({ ref, title }) => [ref.url, title]),
      [['https://linear.app/t/issue/T-1', 'The ticket']],
    );
    answers.restore();
    answers = answering('The ticket', 'Remove');
    await run('editLinks');
    assert.deepEqual(row().links, []);
  });

  itWithOptional('stands in the overview, with links', async () => {
    const leaves = [{ object: 'leaf' as const, text: 'Lamps burn at night.', marks: [] }];
    const nodes = [{ object: 'block', type: 'heading-1', nodes: [{ object: 'text', leaves }] }];
    const ref = { kind: 'url' as const, url: 'javascript:alert(1)' };
    const links = [
      { id: '1', ref, title: 'Bad' },
      { id: '2', ref: { ...ref, url: 'https://github.com/a/b' }, title: 'Good' },
    ];
    set.sandbox.state.changeRequests.put({ ...row(), description: { object: 'document', data: {}, nodes }, links });
    set.sandbox.state.keepWrites();
    await marginalia();
    const text = (await vscode.workspace.openTextDocument(uri)).getText();
    assert.match(text, /^## Description\n\n> # Lamps burn at night\.$/m);
    assert.match(text, /^- Link: Bad$/m);
    assert.match(text, /^- GitHub: \[Good\]\(<https:\/\/github\.com\/a\/b>\)$/m);
  });

  itWithOptional('cannot be written over where Markdown would lose a part of it', async () => {
    const nodes = [{ object: 'block', type: 'hologram', nodes: [] }];
    set.sandbox.state.changeRequests.put({ ...row(), description: { object: 'document', data: {}, nodes } });
    set.sandbox.state.keepWrites();
    answers = answering();
    await run('editDescription');
    assert.match(answers.said.join('\n'), /holds "hologram", which Markdown cannot say/);
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('has an address of its own', () => {
    const address = descriptionUri({ connection: 'sandbox', space, changeRequest: number });
    assert.equal(address.path, `/spaces/${space}/change-requests/8.description.md`);
  });
});
