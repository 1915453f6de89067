import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey, isSuggestedEdit } from '../../../src/model/content/address.ts';
import type { Role } from '../../../src/sandbox/store/rows.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, editContent, itWithOptional, marginalia } from '../../host/support.ts';
import { revertAll, save, sentEdits, storedText, type } from '../writing/editor.ts';
import { deletePendingComments, storedPendingComments } from './boxes.ts';
import { commentWithText, isTextShown, newThread, textOfComment } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';
const commentRequests = /^POST .*\/comments$/;

describe('editing a read-only page as a suggestion', () => {
  afterEach(revertAll);
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
    await signIn('comment');
  });

  async function signIn(role: Role): Promise<void> {
    const { state } = on.sandbox;
    state.members.put({ ...state.members.get(memberId('tidewell', 'sam')), role });
    state.spaces.put({ ...state.spaces.get(changeRequest.space), defaultLevel: null });
    state.keepWrites();
    await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
  }

  const copies = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(tab => isCopy(tab.input));
  const isCopy = (input: unknown) => input instanceof vscode.TabInputText && isSuggestedEdit(input.uri);
  const sent = () => {
    const comments = on.sandbox.state.comments.all().filter(one => one.postedBy === 'sam' && one.page === page.id);
    return comments.map(({ markdown }) => markdown);
  };
  const edit = (markdown: string) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);

  /** Begins a suggested edit, and replaces texts in it. */
  async function begin(...replaced: readonly (readonly [old: string, now: string])[]): Promise<vscode.TextEditor> {
    await run('comment.suggestEdit', [], page.uri);
    const editor = await eventually(() => {
      const active = vscode.window.activeTextEditor;
      return active && isSuggestedEdit(active.document.uri) ? active : assert.fail('no copy is open');
    });
    for (const [old, now] of replaced) await type(editor, now, old);
    return editor;
  }
  const send = ({ document }: vscode.TextEditor, answer = 'Send') =>
    run('comment.sendSuggestedEdit', [answer], document.uri);

  it('sends a suggestion for each changed block after a confirmation, and changes nothing', async () => {
    const editor = await begin(['the anchor', 'both anchors'], ['home.', 'home.\n\nSleep.']);
    const messages = await send(editor);
    assert.match(messages[0] ?? '', /^Send your edit of "Anchors" as 2 suggestions\?\n.*"Drop the anchor\." becomes/);
    assert.match(messages.at(-1) ?? '', /^Sent 2 suggestions for "Anchors"\./);
    assert.deepEqual(sent(), ['```suggestion\nDrop both anchors.\n```', '```suggestion\nGo home.\n\nSleep.\n```']);
    await eventually(() => assert.match(textOfComment(commentWithText('both anchors')), /^```diff\n-Drop the anchor/));
    assert.equal(copies().length, 0);
    assert.equal(documentKey(vscode.window.activeTextEditor?.document.uri ?? page.uri), documentKey(page.uri));
    assert.equal(await storedText(on.sandbox, changeRequest, page.id), text);
  });

  it('opens a copy with the cursor at the same position', async () => {
    const editor = await begin(['the anchor', 'both anchors\n\nTwice'], ['home.', 'home.\n\nSleep.']);
    const line = editor.document.positionAt(editor.document.getText().indexOf('Pay out')).line;
    editor.selection = new vscode.Selection(line, 2, line, 2);
    await send(editor);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no page is open');
    assert.equal(documentKey(document.uri), documentKey(page.uri));
    assert.equal(document.lineAt(selection.active).text, 'Pay out the line.');
  });

  itWithOptional('can be applied as a whole by a user who may edit', async () => {
    await send(
      await begin(['the anchor', 'both anchors'], ['Pay out the line.\n\n', ''], ['home.', 'home.\n\nSleep.']),
    );
    await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.token });
    const tickAll = (offered: readonly unknown[]) => (offered as vscode.QuickPickItem[]).map(({ label }) => label);
    await run('comment.applySuggestions', [tickAll], page.uri);
    assert.equal(sentEdits(on.server).length, 1);
    const stored = await storedText(on.sandbox, changeRequest, page.id);
    assert.equal(stored.trim(), 'Drop both anchors.\n\nGo home.\n\nSleep.');
  });

  it('is stored on this computer on save, and offered again', async () => {
    const editor = await begin(['the anchor', 'both anchors']);
    assert.ok(await save(editor));
    assert.deepEqual(sent(), []);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('comment.suggestEdit', ['Continue'], page.uri);
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /both anchors/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('comment.suggestEdit', ['Start Over'], page.uri);
    await eventually(() => assert.equal(vscode.window.activeTextEditor?.document.getText(), text));
  });

  it('sends once when the reply is lost', async () => {
    on.server.fail({ kind: 'dropped', isDone: true }, commentRequests, 1);
    const editor = await begin(['the anchor', 'both anchors'], ['home.', 'away.']);
    await send(editor);
    assert.deepEqual(sent(), ['```suggestion\nDrop both anchors.\n```', '```suggestion\nGo away.\n```']);
  });

  it('keeps rejected suggestions as unsent drafts', async () => {
    on.server.fail({ kind: 'status', status: 409, message: 'Not now.' }, commentRequests, 1);
    const editor = await begin(['the anchor', 'both anchors'], ['home.', 'away.']);
    const messages = await send(editor);
    assert.match(
      messages.at(-1) ?? '',
      /1 of 2 suggestions sent\. Not done: .*both anchors.*Not now.*Your text is kept/,
    );
    assert.deepEqual(sent(), ['```suggestion\nGo away.\n```']);
    const unsent = await eventually(() => commentWithText('both anchors'));
    assert.equal(unsent.contextValue, 'comment.draft');
    await run('comment.send', [], unsent);
    assert.equal(sent().length, 2);
  });

  it('shows the diff when the block was changed by another user meanwhile', async () => {
    const editor = await begin(['the anchor', 'both anchors'], ['home.', 'away.']);
    edit(text.replace('the anchor', 'no anchor'));
    await run('tree.refresh', []);
    await send(editor);
    const [first = '', second = ''] = sent();
    assert.equal(first, 'I suggest this change:\n\n```diff\n-Drop the anchor.\n+Drop both anchors.\n```');
    assert.equal(second, '```suggestion\nGo away.\n```');
  });

  it('makes pending comments while a review is in progress', async () => {
    await vscode.window.showTextDocument(page.uri);
    const thread = newThread(page.uri, { start: 2, end: 2 });
    await run('comment.addToReview', [], { thread, text: 'Begins the review.' });
    const editor = await begin(['home.', 'away.']);
    const messages = await send(editor, 'Add to Review');
    assert.match(messages.at(-1) ?? '', /^Added a suggestion to your review\./);
    assert.deepEqual(storedPendingComments(), ['Begins the review.', '```suggestion\nGo away.\n```']);
    assert.deepEqual(sent(), []);
    await deletePendingComments();
    await eventually(() => assert.deepEqual(['Begins', 'Go away.'].filter(isTextShown), []));
  });

  it('stays open when nothing is changed, or the user cancels', async () => {
    const editor = await begin();
    assert.match((await run('comment.sendSuggestedEdit', [], editor.document.uri)).join(), /Nothing is changed yet/);
    await type(editor, 'away.', 'home.');
    await run('comment.sendSuggestedEdit', [undefined], editor.document.uri);
    assert.deepEqual(sent(), []);
    assert.equal(copies().length, 1);
  });

  itWithOptional('is offered in the editor title to a user who may comment but not edit', async () => {
    let offered: unknown[] = [];
    const { executeCommand } = vscode.commands;
    const watch = (...[command, ...args]: Parameters<typeof executeCommand>) => {
      if (args[0] === 'marginalia.suggestiblePages') offered = args[1] as unknown[];
      return executeCommand(command, ...(args as unknown[]));
    };
    Object.assign(vscode.commands, { executeCommand: watch });
    try {
      await vscode.window.showTextDocument(page.uri);
      await eventually(() => assert.ok(offered.includes(page.uri.toString())));
      for (const role of ['read', 'edit'] as const) {
        await signIn(role);
        await eventually(() => assert.ok(!offered.includes(page.uri.toString()), role));
      }
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  it('is not available to a user who may only read', async () => {
    await signIn('read');
    assert.match((await run('comment.suggestEdit', [], page.uri)).join(), /you may not comment on this page/);
    assert.equal(copies().length, 0);
  });
});
