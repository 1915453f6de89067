import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, editContent, marginalia, signedIn } from '../../host/support.ts';
import { openNewThread, typeInto } from './boxes.ts';
import { commentWithText, isTextShown, newThread, screen, textOfComment, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

const text = `# Two-point mooring

Drop the upstream anchor and pay out twice the final length of its mooring line.
`;

describe('a refresh while the user types', () => {
  let sandbox: RunningSandbox;
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    sandbox = await signedIn();
    page = addPage(sandbox, changeRequest, { title: 'Two-point mooring', markdown: text });
    // The extension creates the threads with the first document of the service.
    await vscode.workspace.openTextDocument(page.uri);
    await (await marginalia()).threads(page.uri);
    await run('tree.refresh');
    await eventually(() => screen());
    await run('comment.create', { thread: newThread(page.uri, { start: 2, end: 2 }), text: 'How long is that?' });
  });
  afterEach(async () => {
    for (const thread of screen().threads) if (thread.comments.length === 0) thread.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  /** Changes the text of the page as another user. */
  function write(markdown: string): void {
    editContent(sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
  }

  function stored(words: string) {
    const row = sandbox.state.comments.all().find(({ markdown }) => markdown === words);
    return row ?? assert.fail(`the server has no comment "${words}"`);
  }

  /** Types into the box of a new comment. Returns a function that clears the box. */
  async function typed(words: string): Promise<() => Promise<void>> {
    await vscode.window.showTextDocument(page.uri);
    const { box } = await openNewThread(page.uri);
    await typeInto(box, words);
    return () => typeInto(box, '');
  }

  it('keeps a comment that is being edited in its box, even if others change it', async () => {
    await run('comment.edit', commentWithText('How long is that?'));
    const editing = commentWithText('How long is that?');
    editing.body = new vscode.MarkdownString('How long is that, in metres?');
    const row = stored('How long is that?');
    sandbox.state.comments.put({ ...row, markdown: 'Changed in another window.', editedAt: row.postedAt });
    await run('tree.refresh');
    assert.equal(isTextShown('Changed in another window.'), false);
    assert.equal(commentWithText('in metres'), editing);
    assert.equal(editing.mode, vscode.CommentMode.Editing);
    await run('comment.save', editing);
    assert.equal(stored('How long is that, in metres?').id, row.id);
  });

  it('keeps the text of an edit when only reactions have changed', async () => {
    await run('comment.edit', commentWithText('How long is that?'));
    const editing = commentWithText('How long is that?');
    editing.body = new vscode.MarkdownString('In metres?');
    const row = stored('How long is that?');
    const reaction = { emoji: '1f44d', users: [{ user: 'jun', reactedAt: row.postedAt }] };
    sandbox.state.comments.put({ ...row, reactions: [reaction] });
    await run('tree.refresh');
    assert.equal(textOfComment(editing), 'In metres?');
    assert.equal(editing.mode, vscode.CommentMode.Editing);
  });

  it('does not move a thread until nothing is being typed', async () => {
    const takeBack = await typed('I think');
    const thread = threadWithText('How long is that?');
    write('# Moved\n\n* This page has moved.\n');
    await run('tree.refresh');
    assert.equal(threadWithText('How long is that?'), thread);
    assert.ok(thread.range, 'it is still on its lines');
    await takeBack();
    await run('tree.refresh');
    await eventually(() => assert.equal(threadWithText('How long is that?').range, undefined));
  });

  it('keeps the thread of a deleted conversation until nothing is being typed', async () => {
    const takeBack = await typed('I think');
    const thread = threadWithText('How long is that?');
    sandbox.state.comments.delete(stored('How long is that?').id);
    await run('tree.refresh');
    await eventually(() => assert.equal(thread.contextValue, 'thread.gone'));
    assert.equal(threadWithText('How long is that?'), thread);
    await takeBack();
    await run('tree.refresh');
    await eventually(() => assert.equal(isTextShown('How long is that?'), false));
  });
});
