import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import type { CommentRow } from '../../../src/sandbox/store/rows.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { addPage, changeRequestUri, marginalia, pageUri, signedIn } from '../../host/support.ts';
import { commentWithText, isTextShown, newThread, screen, threadWithText, threadsOn } from './screen.ts';

const space = 'heron-manual';
const number = 8;
const page = pageUri(space, number, 'hardware/moorings/README.md');
const overview = changeRequestUri(space, number);
const run = (command: string, argument: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('discussing a change request', () => {
  let sandbox: RunningSandbox;
  let answers: Answers | undefined;

  beforeEach(async () => {
    sandbox = await signedIn();
    await (await marginalia()).threads(page);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
  });
  afterEach(async () => {
    answers?.restore();
    answers = undefined;
    await sandbox.close();
  });

  function stored(words: string): CommentRow {
    const row = sandbox.state.comments.all().find(({ markdown }) => markdown.includes(words));
    return row ?? assert.fail(`the server has no comment "${words}"`);
  }

  const storedReplies = (id: string) => sandbox.state.commentReplies.all().filter(({ comment }) => comment === id);

  /** Returns the first open conversation on the page that has replies. */
  async function conversation() {
    const threads = await (await marginalia()).threads(page);
    const thread = threads.find(({ comments, state }) => comments.length > 1 && state === 'open');
    return thread ?? assert.fail('no open conversation with replies');
  }

  it('attaches a comment on lines to the block of those lines', async () => {
    const text = (await vscode.workspace.openTextDocument(page)).getText().split('\n');
    const line = text.findIndex((words, index) => index > 5 && /^[A-Z].{40}/.test(words));
    const thread = newThread(page, { start: line, end: line });
    await run('comment.create', { thread, text: '  Which block is this?\n' });
    const row = stored('Which block is this?');
    assert.equal(row.markdown, 'Which block is this?');
    assert.ok(row.page && row.node);
    const conversation = (await (await marginalia()).threads(page)).find(({ id }) => id === row.id);
    assert.equal(conversation?.exactness, 'node');
    assert.ok(conversation.range && conversation.range.start <= line && line <= conversation.range.end);
    const ownThread = threadWithText('Which block is this?');
    assert.equal(ownThread.contextValue, 'thread.open.reply');
    assert.equal(ownThread.range?.end.line, conversation.range.end);
    // VS Code would leave a thread that it has created itself in the middle of a wrapped paragraph.
    assert.notEqual(ownThread, thread);
    assert.equal(screen().threads.has(thread), false, 'the box in which it was typed is gone');
  });

  it('shows a thread below its whole paragraph, even if it is wrapped', async () => {
    const { lineAt } = await vscode.workspace.openTextDocument(page);
    const { id } = await conversation();
    const thread = threadWithText(stored(sandbox.state.comments.get(id).markdown ?? '').markdown ?? '');
    const { start, end } = thread.range ?? assert.fail('it stands on no lines');
    assert.ok(end.character >= lineAt(end.line).text.length);
    assert.ok(start.isEqual(end), 'VS Code looks at the beginning of what has several lines');
  });

  it('asks which block a comment on several blocks is attached to, and keeps its text until then', async () => {
    const { uri } = addPage(sandbox, { space, number }, { title: 'Knots', markdown: 'One.\n\nTwo.\n\nThree.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await vscode.workspace.openTextDocument(uri);
    const reply = { thread: newThread(uri, { start: 2, end: 4 }), text: 'Both of these.' };
    answers = answerPrompts(undefined, 'Comment There');
    await assert.rejects(async () => run('comment.create', reply), vscode.CancellationError);
    assert.equal(isTextShown('Both of these.'), false);
    await run('comment.create', reply);
    assert.match(answers.transcript.join() ?? '', /stand at "Two\."/);
    assert.ok(stored('Both of these.').node);
  });

  it('attaches a comment without lines to the page', async () => {
    await run('comment.create', { thread: newThread(page), text: 'About all of it.' });
    const row = stored('About all of it.');
    assert.ok(row.page);
    assert.equal(row.node, undefined);
    assert.equal(threadWithText('About all of it.').range, undefined);
    assert.match(threadWithText('About all of it.').label ?? '', /whole page/);
  });

  it('attaches a comment on the overview to the change request', async () => {
    await run('comment.create', { thread: newThread(overview), text: 'Ready to merge?' });
    const row = stored('Ready to merge?');
    assert.equal(row.page, undefined);
    assert.ok(row.changeRequest);
    assert.match(threadWithText('Ready to merge?').label ?? '', /whole change request/);
  });

  it('sends a reply and shows it in its conversation', async () => {
    const { id, comments } = await conversation();
    const thread = threadWithText(comments[0]?.markdown ?? '');
    await run('comment.reply', { thread, text: 'Agreed.' });
    assert.equal(storedReplies(id).at(-1)?.markdown, 'Agreed.');
    assert.equal(threadWithText('Agreed.'), thread);
    assert.equal(thread.comments.length, comments.length + 1);
  });

  it("edits the user's own comment, and marks it as edited", async () => {
    await run('comment.create', { thread: newThread(page), text: 'First words.' });
    const comment = commentWithText('First words.');
    assert.equal(comment.contextValue, 'comment.edit.delete');
    await run('comment.edit', comment);
    assert.equal(commentWithText('First words.').mode, vscode.CommentMode.Editing);
    const edited = commentWithText('First words.');
    edited.body = new vscode.MarkdownString('Better words.');
    await run('comment.save', edited);
    assert.equal(stored('Better words.').editedAt !== undefined, true);
    assert.equal(commentWithText('Better words.').mode, vscode.CommentMode.Preview);
    assert.equal(commentWithText('Better words.').label, 'edited');
  });

  it('changes nothing when an edit is cancelled', async () => {
    await run('comment.create', { thread: newThread(page), text: 'Stays so.' });
    await run('comment.edit', commentWithText('Stays so.'));
    const editing = commentWithText('Stays so.');
    editing.body = new vscode.MarkdownString('Something else.');
    await run('comment.cancel', editing);
    assert.equal(commentWithText('Stays so.').mode, vscode.CommentMode.Preview);
    assert.equal(stored('Stays so.').editedAt, undefined);
  });

  it('edits and deletes a reply like a comment', async () => {
    const { id, comments } = await conversation();
    const thread = threadWithText(comments[0]?.markdown ?? '');
    await run('comment.reply', { thread, text: 'A reply.' });
    const reply = commentWithText('A reply.');
    reply.body = new vscode.MarkdownString('A changed reply.');
    await run('comment.save', reply);
    assert.equal(storedReplies(id).at(-1)?.markdown, 'A changed reply.');
    answers = answerPrompts('Delete');
    await run('comment.delete', commentWithText('A changed reply.'));
    assert.match(answers.transcript[0] ?? '', /^Delete this reply\?\n"A changed reply\."\n/);
    assert.equal(storedReplies(id).length, comments.length - 1);
    assert.equal(thread.comments.length, comments.length);
  });

  it('asks before it deletes a conversation, and says what is deleted with it', async () => {
    const { id, comments } = await conversation();
    const [first] = comments;
    const words = first?.markdown ?? '';
    answers = answerPrompts(undefined, 'Delete');
    await run('comment.delete', commentWithText(words));
    assert.ok(sandbox.state.comments.find(id), 'nothing is deleted without a yes');
    await run('comment.delete', commentWithText(words));
    assert.match(answers.transcript[1] ?? '', /^Delete this comment and the (2 replies|reply) to it\?/);
    assert.equal(sandbox.state.comments.find(id), undefined);
    assert.equal(isTextShown(words), false);
  });

  it('resolves and reopens a conversation', async () => {
    const { id, comments } = await conversation();
    const thread = threadWithText(comments[0]?.markdown ?? '');
    await run('thread.resolve', thread);
    assert.equal(sandbox.state.comments.get(id).status, 'resolved');
    assert.equal(thread.state, vscode.CommentThreadState.Resolved);
    assert.equal(thread.contextValue, 'thread.resolved.reply');
    assert.match(thread.label ?? '', /^Resolved by Mira Aaltonen/);
    await run('thread.reopen', thread);
    assert.equal(sandbox.state.comments.get(id).status, 'open');
    assert.equal(thread.state, vscode.CommentThreadState.Unresolved);
  });

  it('resolves a conversation with a reply at once', async () => {
    const { id, comments } = await conversation();
    const thread = threadWithText(comments[0]?.markdown ?? '');
    await run('comment.replyAndResolve', { thread, text: 'Done.' });
    assert.equal(storedReplies(id).at(-1)?.markdown, 'Done.');
    assert.equal(sandbox.state.comments.get(id).status, 'resolved');
  });

  it('adds and removes a reaction', async () => {
    await run('comment.create', { thread: newThread(page), text: 'React to me.' });
    const toggle = async (label: string) => {
      const comment = commentWithText('React to me.');
      const reaction = comment.reactions?.find(one => one.label === label) ?? assert.fail(`no ${label} is offered`);
      await screen().controller.reactionHandler?.(comment, reaction);
      return commentWithText('React to me.').reactions?.find(one => one.label === label);
    };
    const added = await toggle('🎉');
    assert.deepEqual([added?.count, added?.authorHasReacted], [1, true]);
    assert.deepEqual(
      stored('React to me.').reactions.map(({ emoji }) => emoji),
      ['🎉'],
    );
    assert.equal(commentWithText('React to me.').label, undefined, 'nothing stands beside the author like another one');
    const removed = await toggle('🎉');
    assert.deepEqual([removed?.count, removed?.authorHasReacted], [0, false]);
    assert.deepEqual(stored('React to me.').reactions, []);
  });

  it('sends a reaction in the form in which the server reports it', async () => {
    const row = stored((await conversation()).comments[0]?.markdown ?? '');
    const reaction = { emoji: '1f44d', users: [{ user: 'jun', reactedAt: row.postedAt }] };
    sandbox.state.comments.put({ ...row, reactions: [reaction] });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const comment = commentWithText(row.markdown);
    const thread = comment.reactions?.filter(({ count }) => count > 0) ?? [];
    assert.deepEqual(
      thread.map(({ label, count }) => [label, count]),
      [['👍', 1]],
    );
    await screen().controller.reactionHandler?.(comment, thread[0] as vscode.CommentReaction);
    const { reactions } = sandbox.state.comments.get(row.id);
    assert.deepEqual(
      reactions.map(({ emoji, users }) => [emoji, users.length]),
      [['1f44d', 2]],
    );
  });

  it('does not send blank text', async () => {
    const before = sandbox.state.comments.size;
    answers = answerPrompts();
    await assert.rejects(async () => run('comment.create', { thread: newThread(page), text: ' \n ' }));
    assert.equal(sandbox.state.comments.size, before);
    assert.match(answers.transcript[0] ?? '', /^There is nothing to send yet/);
  });

  it('updates threads in place on a refresh', async () => {
    const before = threadsOn(page);
    const row = stored((await conversation()).comments[0]?.markdown ?? '');
    sandbox.state.comments.put({ ...row, markdown: 'Somebody changed this.', editedAt: row.postedAt });
    const thread = threadWithText(row.markdown);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.equal(threadWithText('Somebody changed this.'), thread);
    assert.deepEqual(threadsOn(page), before);
  });

  it('removes a conversation that another user deleted on the next refresh', async () => {
    const { id, comments } = await conversation();
    sandbox.state.comments.delete(id);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    assert.equal(isTextShown(comments[0]?.markdown ?? ''), false);
  });

  it('disables HTML and command links of other users', async () => {
    const row = stored((await conversation()).comments[0]?.markdown ?? '');
    sandbox.state.comments.put({ ...row, markdown: '<b>x</b> [run](command:workbench.action.quit)' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    const { body } = commentWithText('[run]');
    assert.ok(body instanceof vscode.MarkdownString);
    assert.deepEqual([body.isTrusted ?? false, body.supportHtml ?? false], [false, false]);
  });
});
