import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { descriptionUri } from '../../../src/model/content/address.ts';
import type { DocumentNode } from '../../../src/markdown/document.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { otherJson } from '../../host/faultyServer.ts';
import { stage } from '../../host/stage.ts';
import { changeRequestUri, documentedOnly, itWithOptional, marginalia } from '../../host/support.ts';

const space = 'heron-manual';
const number = 8;
const uri = changeRequestUri(space, number);
const patch = /^PATCH .*\/change-requests\/8$/;
const read = /^GET .*\/change-requests\/8$/;
/** Reads are not retried after this status. */
const unreadable = { kind: 'status', status: 520 } as const;
const paragraph = (text: string): DocumentNode => ({
  ...{ object: 'block', type: 'paragraph' },
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});

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
  const addresses = () => (row().links ?? []).map(({ ref }) => ref.url);

  function putDescription(...nodes: DocumentNode[]): void {
    set.sandbox.state.changeRequests.put({ ...row(), description: { object: 'document', data: {}, nodes } });
    set.sandbox.state.keepWrites();
  }

  function putLinks(...links: NonNullable<ReturnType<typeof row>['links']>): void {
    set.sandbox.state.changeRequests.put({ ...row(), links });
    set.sandbox.state.keepWrites();
  }

  async function type(text: string): Promise<vscode.TextDocument> {
    await run('editDescription');
    const editor = vscode.window.activeTextEditor ?? assert.fail('An editor is open.');
    // After a moment, VS Code rereads a document that it still knows from the previous test.
    const current = Buffer.from(await vscode.workspace.fs.readFile(editor.document.uri)).toString();
    await eventually(() => assert.equal(editor.document.getText(), current));
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit(builder => builder.replace(all, text));
    return editor.document;
  }

  it('is not offered on a server without descriptions', async function () {
    if (!documentedOnly) return this.skip();
    answers = answerPrompts();
    await run('editDescription');
    await run('editLinks');
    assert.match(answers.transcript.join('\n'), /this server has no descriptions/);
    assert.match(answers.transcript.join('\n'), /this server has no links/);
    assert.equal(set.server.requests.filter(request => patch.test(request)).length, 0);
  });

  itWithOptional('is Markdown that is sent on save, and read again', async () => {
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
    itWithOptional(`keeps its text in the editor when the server rejects it with ${status}`, async () => {
      set.server.fail({ kind: 'status', status }, patch);
      const document = await type('Words of mine.');
      assert.equal(await document.save(), false);
      assert.deepEqual([document.isDirty, document.getText()], [true, 'Words of mine.']);
    });
  }

  itWithOptional('keeps its text when another user has changed it meanwhile', async () => {
    const document = await type('Mine.');
    putDescription(paragraph('Theirs, and longer.'));
    assert.equal(await document.save(), false);
    assert.equal(document.getText(), 'Mine.');
    assert.match(stored(), /Theirs/);
  });

  itWithOptional(
    'does not overwrite a text of equal length that another user saved meanwhile, until the user has seen it',
    async () => {
      putDescription(paragraph('First text.'));
      const document = await type('Mine.');
      putDescription(paragraph('Other text.'));
      assert.equal(await document.save(), false);
      assert.deepEqual([document.isDirty, document.getText()], [true, 'Mine.']);
      assert.match(stored(), /Other text\./);
      assert.equal(await document.save(), true);
      assert.match(stored(), /Mine\./);
    },
  );

  itWithOptional('is saved when the server stored it but cannot be read afterwards', async () => {
    const document = await type('Taken.');
    set.server.fail({ kind: 'late' }, patch, 1);
    const saving = document.save();
    await set.server.waiting();
    set.server.fail(unreadable, read);
    set.server.release();
    assert.equal(await saving, true);
    assert.equal(document.isDirty, false);
    assert.match(stored(), /Taken\./);
    await set.server.recover();
    const editor = vscode.window.activeTextEditor ?? assert.fail('An editor is open.');
    await editor.edit(builder => builder.insert(new vscode.Position(0, 0), 'Again. '));
    assert.equal(await document.save(), true);
    assert.match(stored(), /Again\. Taken\./);
  });

  itWithOptional('is not empty with only an image', async () => {
    const ref = { kind: 'url', url: 'https://lamps.example/lamp.png' };
    const caption = { object: 'fragment', fragment: 'caption', nodes: [] };
    putDescription({ object: 'block', type: 'image', data: { ref }, fragments: [caption] });
    await run('editDescription');
    await eventually(() => {
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /lamps\.example\/lamp\.png/);
    });
  });

  itWithOptional('is saved when it contains nothing visible', async () => {
    const document = await type('\u200b');
    assert.equal(await document.save(), true);
  });

  itWithOptional('links to the change request in the browser', async () => {
    await run('editDescription');
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand('marginalia.item.copyWebAddress', document.uri);
    assert.match(await vscode.env.clipboard.readText(), /\/change-requests\/8$/);
  });

  itWithOptional('keeps links that other users add while one is added', async () => {
    answers = answerPrompts('https://linear.app/t/issue/T-1', () => {
      putLinks({ id: 'theirs', ref: { kind: 'url', url: 'https://lamps.example/theirs' } });
      return '';
    });
    await run('editLinks');
    assert.deepEqual(addresses(), ['https://lamps.example/theirs', 'https://linear.app/t/issue/T-1']);
    assert.match(answers.transcript.join('\n'), /Link added/);
  });

  itWithOptional(
    'keeps links that other users add, and does not restore those that they remove, while one is removed',
    async () => {
      const [first, second, third] = ['first', 'second', 'third'].map(id => ({
        ...{ id, title: id },
        ref: { kind: 'url' as const, url: `https://lamps.example/${id}` },
      }));
      assert.ok(first && second && third);
      putLinks(first, second);
      answers = answerPrompts('second', () => {
        putLinks(third, second);
        return 'Remove';
      });
      await run('editLinks');
      assert.deepEqual(addresses(), ['https://lamps.example/third']);
      assert.match(answers.transcript.join('\n'), /Link removed/);
    },
  );

  itWithOptional('has no link that another user has removed meanwhile', async () => {
    putLinks({ id: 'one', title: 'one', ref: { kind: 'url', url: 'https://lamps.example/one' } });
    answers = answerPrompts('one', () => {
      putLinks();
      return 'Remove';
    });
    await run('editLinks');
    assert.match(answers.transcript.join('\n'), /Link removed/);
    assert.equal(set.server.requests.filter(request => patch.test(request)).length, 0);
  });

  itWithOptional('has a new link when the server stored it but cannot be read afterwards', async () => {
    answers = answerPrompts('https://linear.app/t/issue/T-1', '');
    set.server.fail({ kind: 'late' }, patch, 1);
    const adding = run('editLinks');
    await set.server.waiting();
    set.server.fail(unreadable, read);
    set.server.release();
    await adding;
    assert.match(answers.transcript.join('\n'), /Link added/);
    assert.deepEqual(addresses(), ['https://linear.app/t/issue/T-1']);
  });

  itWithOptional('reports when a server ignores a link', async () => {
    answers = answerPrompts('https://linear.app/t/issue/T-1', '');
    set.server.fail(
      otherJson(json => ({ ...(json as object), links: [] })),
      read,
    );
    await run('editLinks');
    assert.match(answers.transcript.join('\n'), /the server ignored the change/);
  });

  itWithOptional('accepts a link that is typed without https://', async () => {
    answers = answerPrompts('linear.app/t/issue/T-1', '');
    await run('editLinks');
    assert.deepEqual(addresses(), ['https://linear.app/t/issue/T-1']);
  });

  itWithOptional('accepts only web links, and removes them', async () => {
    answers = answerPrompts('https://linear.app/t/issue/T-1', 'The ticket');
    await run('editLinks');
    assert.deepEqual(
      row().links?.map(({ ref, title }) => [ref.url, title]),
      [['https://linear.app/t/issue/T-1', 'The ticket']],
    );
    answers.restore();
    answers = answerPrompts('The ticket', 'Remove');
    await run('editLinks');
    assert.deepEqual(row().links, []);
  });

  itWithOptional('is shown in the overview, with links', async () => {
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

  itWithOptional('is read-only when Markdown would lose a part of it', async () => {
    putDescription({ object: 'block', type: 'hologram', nodes: [] });
    answers = answerPrompts();
    await run('editDescription');
    assert.match(
      answers.transcript.join('\n'),
      /contains "hologram", which Markdown can't represent\. Edit it in the web app\./,
    );
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('has a URI of its own', () => {
    const address = descriptionUri({ connection: 'sandbox', space, changeRequest: number });
    assert.equal(address.path, `/spaces/${space}/change-requests/8.description.md`);
  });
});
