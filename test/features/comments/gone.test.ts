import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { stage } from '../../host/stage.ts';
import { addPage, marginalia } from '../../host/support.ts';
import { isTextShown, newThread, screen, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('a conversation that another user deletes', () => {
  let answers: Answers;
  afterEach(() => answers.restore());
  const on = stage();
  beforeEach(async () => {
    const page = addPage(on.sandbox, changeRequest, { title: 'Gone', markdown: 'A line.\n' });
    await vscode.workspace.openTextDocument(page.uri);
    await eventually(() => void screen());
    await (await marginalia()).threads(page.uri);
    await run('tree.refresh');
    await run('comment.create', { thread: newThread(page.uri, { start: 0, end: 0 }), text: 'Soon gone' });
    answers = answerPrompts();
  });

  /** Deletes the conversation on the server, and returns a function that restores it. */
  function deleteElsewhere(): () => void {
    const { comments } = on.sandbox.state;
    const row = comments.all().find(({ markdown }) => markdown === 'Soon gone') ?? assert.fail();
    comments.delete(row.id);
    return () => void comments.put(row);
  }

  it('stays while a reply to it is being sent', async () => {
    on.server.fail({ kind: 'held' }, /^POST .*\/replies$/, 1);
    const sending = run('comment.reply', { thread: threadWithText('Soon gone'), text: 'Wait' }).then(
      () => assert.fail('sent'),
      () => undefined,
    );
    await on.server.waiting();
    deleteElsewhere();
    await run('tree.refresh');
    await eventually(() => assert.equal(threadWithText('Soon gone').contextValue, 'thread.gone'));
    await on.server.recover();
    await sending;
  });

  it('accepts replies again when the server lists it again', async () => {
    on.server.fail({ kind: 'held' }, /^POST .*\/replies$/, 1);
    const sending = run('comment.reply', { thread: threadWithText('Soon gone'), text: 'Wait' });
    await on.server.waiting();
    const restore = deleteElsewhere();
    await run('tree.refresh');
    await eventually(() => assert.equal(threadWithText('Soon gone').contextValue, 'thread.gone'));
    restore();
    await run('tree.refresh');
    await eventually(() => assert.notEqual(threadWithText('Soon gone').contextValue, 'thread.gone'));
    await on.server.recover();
    await sending;
    await run('comment.reply', { thread: threadWithText('Soon gone'), text: 'Back again' });
    const { comments, commentReplies } = on.sandbox.state;
    const replies = () => commentReplies.all().filter(({ markdown }) => markdown === 'Back again');
    await eventually(() => assert.equal(replies().length, 1));
    assert.equal(comments.all().filter(({ markdown }) => markdown === 'Back again').length, 0);
  });

  it('disappears even if a reply to it has failed before', async () => {
    on.server.fail({ kind: 'status', status: 400 }, /^POST .*\/replies$/, 1);
    await run('comment.reply', { thread: threadWithText('Soon gone'), text: 'Refused' }).then(
      () => assert.fail('sent'),
      () => undefined,
    );
    deleteElsewhere();
    await run('tree.refresh');
    await eventually(() => assert.equal(isTextShown('Soon gone'), false));
  });
});
