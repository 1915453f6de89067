import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { fetchJson } from '../../host/content.ts';
import { editContent, itWithOptional } from '../../host/support.ts';
import { newThread, whenThreadsLoaded, threadWithText } from '../comments/screen.ts';
import { addTitledPage, open, revertAll, save, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';

describe('comments on a page that is being edited', () => {
  afterEach(revertAll);
  const on = stage();
  let page: { id: string; uri: vscode.Uri };
  const lineOf = (comment: string) => threadWithText(comment).range?.end.line;
  const create = async (line: number, comment: string) => {
    await vscode.commands.executeCommand('marginalia.comment.create', {
      thread: newThread(page.uri, { start: line, end: line }),
      text: comment,
    });
  };

  beforeEach(async () => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
    await open(page.uri);
    await whenThreadsLoaded(page.uri);
    await create(2, 'How far?');
  });

  itWithOptional('stay at their lines when they are redrawn', async () => {
    const editor = await open(page.uri);
    await type(editor, 'First of all:\n\nDrop the anchor.', 'Drop the anchor.');
    await create(6, 'Why?');
    await eventually(() => assert.deepEqual([lineOf('How far?'), lineOf('Why?')], [4, 6]));
    assert.ok(await save(editor));
    await run('tree.refresh', []);
    await eventually(() => assert.deepEqual([lineOf('How far?'), lineOf('Why?')], [4, 6]));
  });

  itWithOptional('are attached to the block on the line in the editor', async () => {
    const editor = await open(page.uri);
    await type(editor, 'First of all:\n\nDrop the anchor.', 'Drop the anchor.');
    await create(6, 'Why home?');
    const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}/comments?limit=1000`;
    const { items } = await fetchJson<{
      items: { body: { markdown: string }; target: { node?: { preview?: string } } }[];
    }>(on.sandbox, path);
    const posted = items.find(({ body }) => body.markdown.trim() === 'Why home?');
    assert.equal(posted?.target.node?.preview, 'Go home.');
    await eventually(() => assert.equal(lineOf('Why home?'), 6));
  });

  itWithOptional('are placed at their lines in a locally saved draft', async () => {
    const editor = await open(page.uri);
    const files = vscode.workspace.getConfiguration('files');
    await type(editor, 'First of all:\n\nDrop the anchor.', 'Drop the anchor.');
    await files.update('autoSaveDelay', 10, vscode.ConfigurationTarget.Global);
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    await eventually(() => assert.equal(editor.document.isDirty, false));
    await files.update('autoSave', 'off', vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await open(page.uri);
    await run('tree.refresh', []);
    await create(6, 'Why?');
    await eventually(() => assert.deepEqual([lineOf('How far?'), lineOf('Why?')], [4, 6]));
    await run('pageDraft.discard', ['Discard'], page.uri);
  });
});

describe('comments on a page with front matter', () => {
  afterEach(revertAll);
  const on = stage();
  const head = '---\ndescription: "Weights: and chains"\nicon: anchor\n---\n\n';
  const path = `/spaces/${changeRequest.space}/change-requests/${changeRequest.number}`;
  let page: { id: string; uri: vscode.Uri };

  const update = (fields: object) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, ...fields }]);
  const targetOf = async (comment: string) => {
    interface Posted {
      body: { markdown: string };
      target: { node?: { preview?: string } };
    }
    const { items } = await fetchJson<{ items: Posted[] }>(on.sandbox, `${path}/comments?limit=1000`);
    return items.find(({ body }) => body.markdown.trim() === comment)?.target ?? assert.fail(comment);
  };
  const comment = async (uri: vscode.Uri, words: string, text: string) => {
    const document = await vscode.workspace.openTextDocument(uri);
    const line = document.getText().split('\n').indexOf(words);
    const thread = newThread(uri, { start: line, end: line });
    await vscode.commands.executeCommand('marginalia.comment.create', { thread, text });
  };
  const commentedLine = async (uri: vscode.Uri, text: string) => {
    const { range } = threadWithText(text);
    return (await vscode.workspace.openTextDocument(uri)).lineAt(range?.end.line ?? assert.fail('no line')).text;
  };

  beforeEach(async () => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
    update({ document: { markdown: head + text } });
  });

  itWithOptional(
    'are attached to the block on their line, on both sides of a diff, even if settings change',
    async () => {
      await open(page.uri);
      await whenThreadsLoaded(page.uri);
      await comment(page.uri, 'Pay out the line.', 'How far?');
      assert.equal((await targetOf('How far?')).node?.preview, 'Pay out the line.');
      assert.equal(await commentedLine(page.uri, 'How far?'), 'Pay out the line.');
      const { revision } = await fetchJson<{ revision: string }>(on.sandbox, path);
      update({ description: '', hidden: true, noIndex: true, condition: 'visitor.claims.beta' });
      await run('tree.refresh', []);
      await eventually(async () => {
        assert.equal(threadWithText('How far?').range?.end.line, 9);
        assert.equal(await commentedLine(page.uri, 'How far?'), 'Pay out the line.');
      });
      const base = baseUri(page.uri, revision, { path: page.uri.path.split('/').at(-1) ?? '', title: 'Anchors' });
      await vscode.commands.executeCommand('vscode.diff', base, page.uri);
      await whenThreadsLoaded(base);
      await comment(base, 'Go home.', 'Why home?');
      assert.equal((await targetOf('Why home?')).node?.preview, 'Go home.');
      assert.equal(await commentedLine(page.uri, 'Why home?'), 'Go home.');
    },
  );

  itWithOptional('are attached to the page when they are placed on its settings', async () => {
    await open(page.uri);
    await whenThreadsLoaded(page.uri);
    await comment(page.uri, 'icon: anchor', 'Why this one?');
    assert.equal((await targetOf('Why this one?')).node, undefined);
    assert.equal(threadWithText('Why this one?').range, undefined);
  });
});
