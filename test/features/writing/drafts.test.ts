import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { editContent, itWithOptional, marginalia, signOut } from '../../host/support.ts';
import {
  addTitledPage,
  afterSending,
  autoSave,
  editRequests,
  open,
  revertAll,
  save,
  sentEdits,
  setAutoSave,
  storedText,
  type,
} from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n';
const changed = text.replace('the line', 'twice the line');

describe('auto save of a page', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
    await run('pageDraft.discard', ['Discard'], page.uri).catch(() => undefined);
  });
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  const stored = async (id = page.id) => `${(await storedText(on.sandbox, changeRequest, id)).trim()}\n`;
  const read = async (uri = page.uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  const autoSaved = (uri = page.uri, replaced = 'Pay out the line.') =>
    autoSave(uri, replaced.replace('the', 'twice the'), replaced);

  beforeEach(() => {
    page = addTitledPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
  });

  itWithOptional('stores the text locally and sends nothing; a manual save sends it', async () => {
    const editor = await autoSaved();
    assert.deepEqual(sentEdits(on.server), []);
    assert.equal(await stored(), text);
    assert.equal(await read(), changed, 'who reads the file gets the draft');
    assert.ok(await save(editor));
    await eventually(async () => assert.equal(await stored(), changed));
    assert.equal(sentEdits(on.server).length, 1);
    const messages = await run('pageDraft.send', [], page.uri);
    assert.match(messages.join(), /This page has no unsent text/);
  });

  itWithOptional('works while the server is offline', async () => {
    const editor = await open(page.uri);
    await on.server.refuse();
    await autoSaved();
    assert.equal(editor.document.getText(), changed);
    await on.server.recover();
    assert.equal(await stored(), text);
    await run('pageDraft.send', [], page.uri);
    assert.equal(await stored(), changed);
  });

  itWithOptional('keeps the text after closing the tab and signing out', async () => {
    await autoSaved();
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await signOut((await marginalia()).connection?.id ?? '');
    assert.equal(await read(), changed);
    await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.token });
    assert.equal((await open(page.uri)).document.getText(), changed);
  });

  itWithOptional('can be discarded after a confirmation', async () => {
    const editor = await autoSaved();
    await run('pageDraft.discard', [undefined], page.uri);
    assert.equal(await read(), changed, 'who walks away keeps the text');
    await run('pageDraft.discard', ['Discard'], page.uri);
    await eventually(() => assert.equal(editor.document.getText().trim(), text.trim()));
    assert.deepEqual(sentEdits(on.server), []);
  });

  itWithOptional('is sent with all other drafts, in one request', async () => {
    const other = addTitledPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    await autoSaved();
    await autoSaved(other.uri, 'Count the links.');
    const messages = await run('pageDraft.sendAll', []);
    assert.match(messages.join(), /Sent 2 pages\./);
    assert.deepEqual(
      sentEdits(on.server).map(({ length }) => length),
      [2],
    );
    assert.equal(await stored(), changed);
    assert.equal(await stored(other.id), 'Count twice the links.\n');
    assert.match((await run('pageDraft.sendAll', [])).join(), /There are no pages to send\./);
  });

  for (const command of ['send', 'sendAll'] as const) {
    itWithOptional(`of a page that is open as a diff is sent by "${command}", with a message`, async () => {
      await autoSaved();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('vscode.diff', vscode.Uri.parse('untitled:Before'), page.uri);
      const right = vscode.window.activeTextEditor ?? assert.fail();
      await type(right, 'Drop both anchors.', 'Drop the anchor.');
      const messages = await run(`pageDraft.${command}`, [], ...(command === 'send' ? [page.uri] : []));
      assert.match(messages.at(-1) ?? '', /^Sent /);
      assert.equal(await stored(), changed.replace('Drop the anchor', 'Drop both anchors'));
    });
  }

  /** Replaces a text in the editor, and waits until auto save has saved it. */
  const typeAutoSaved = async (editor: vscode.TextEditor, typed: string, replaced: string) => {
    await type(editor, typed, replaced);
    await setAutoSave('afterDelay');
    await eventually(() => assert.equal(editor.document.isDirty, false));
    await setAutoSave('off');
  };

  for (const way of ['as a draft', 'from the editor']) {
    itWithOptional(`of text typed while an earlier text is being sent can be sent ${way}`, async () => {
      const editor = await autoSaved();
      on.server.fail({ kind: 'held' }, editRequests, 1);
      const sending = run('pageDraft.send', [], page.uri);
      await on.server.waiting();
      await typeAutoSaved(editor, 'Drop the big anchor.', 'Drop the anchor.');
      on.server.release();
      await sending;
      assert.equal(await stored(), changed);
      if (way === 'as a draft') {
        await run('pageDraft.send', [], page.uri);
        assert.equal(await stored(), changed.replace('the anchor', 'the big anchor'));
        return;
      }
      await type(editor, 'Drop the biggest anchor.', 'Drop the big anchor.');
      assert.ok(await save(editor));
      assert.equal(await stored(), changed.replace('the anchor', 'the biggest anchor'));
    });
  }

  itWithOptional('of text typed while a page is read back does not block the next save', async () => {
    const editor = await open(page.uri);
    await type(editor, 'Pay out twice the line.', 'Pay out the line.');
    const answers = answerPrompts();
    try {
      on.server.fail({ kind: 'held' }, afterSending(on.server, new RegExp(`^GET .*/page/${page.id}$`)), 1);
      assert.ok(await save(editor));
      await on.server.waiting();
      await typeAutoSaved(editor, 'Drop the big anchor.', 'Drop the anchor.');
      await type(editor, 'Drop the biggest anchor.', 'Drop the big anchor.');
      on.server.release();
      await eventually(() => assert.match(answers.transcript.join('\n'), /^Sent "Anchors"$/m));
    } finally {
      answers.restore();
    }
    assert.ok(await save(editor));
    assert.equal(await stored(), changed.replace('the anchor', 'the biggest anchor'));
  });

  itWithOptional('is not sent over a text that another user has saved meanwhile', async () => {
    await autoSaved();
    const theirs = text.replace('the line', 'half the line');
    editContent(on.sandbox, changeRequest, [
      { operation: 'update_page', page: page.id, document: { markdown: theirs } },
    ]);
    const messages = await run('pageDraft.send', [], page.uri);
    assert.match(messages.join(), /Someone else may have changed the same parts of "Anchors"\. Your text was not sent/);
    assert.equal(await stored(), theirs);
    assert.equal(await read(), changed);
  });
});
