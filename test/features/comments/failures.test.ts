import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { type Fault, type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { marginalia, pageUri, sampleSandbox } from '../../host/support.ts';
import { commentWithText, isTextShown, newThread, screen, threadWithText, threadsOn } from './screen.ts';
import { skipLookUpDelays } from '../../host/timers.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const run = (command: string, argument: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const posts = /^POST .*\/comments$/;

describe('comments during server failures', () => {
  skipLookUpDelays();
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await vscode.workspace.openTextDocument(page);
    await (await marginalia()).threads(page);
    await run('tree.refresh', undefined);
    answers = answerPrompts();
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
    await sandbox.close();
  });

  const storedWith = (text: string) => sandbox.state.comments.all().filter(({ markdown }) => markdown === text);
  async function deleteElsewhere(id: string): Promise<void> {
    const path = `/v1/spaces/heron-manual/change-requests/8/comments/${id}`;
    const headers = { authorization: `Bearer ${sandbox.token}` };
    assert.equal((await fetch(sandbox.url + path, { method: 'DELETE', headers })).status, 205);
  }

  const storedReplies = (text: string) =>
    sandbox.state.commentReplies.all().filter(({ markdown }) => markdown === text);

  it('show a comment once when a refresh finds it before the reply arrives', async () => {
    const thread = newThread(page, { start: 0, end: 0 });
    server.fail({ kind: 'late' }, posts, 1);
    const sending = run('comment.create', { thread, text: 'Overtaken' });
    await server.waiting();
    await run('tree.refresh', undefined);
    assert.ok(isTextShown('Overtaken'));
    server.release();
    await sending;
    assert.equal(threadWithText('Overtaken').comments.length, 1);
    assert.ok(!screen().threads.has(thread), 'the box does not stay beside it');
    assert.equal(storedWith('Overtaken').length, 1);
  });

  const troubles: { name: string; fault: Fault; says: RegExp }[] = [
    { name: '500', fault: { kind: 'status', status: 500 }, says: /The service has a problem/ },
    { name: '403', fault: { kind: 'status', status: 403 }, says: /Ask an administrator/ },
    { name: '404', fault: { kind: 'status', status: 404 }, says: /may have been deleted/ },
    { name: '429', fault: { kind: 'status', status: 429, retryAfter: 7 }, says: /Wait 7 seconds/ },
    { name: 'a web page in place of JSON', fault: { kind: 'html' }, says: /a web page/ },
  ];
  for (const { name, fault, says } of troubles) {
    it(`${name}: keep the text of a comment, show the reason, and send it once on retry`, async () => {
      const thread = newThread(page, { start: 0, end: 0 });
      const text = `Sent in spite of ${name}`;
      server.fail(fault, posts);
      await assert.rejects(async () => run('comment.create', { thread, text }), 'VS Code keeps the text then');
      assert.match(answers.transcript.join('\n'), says);
      assert.match(answers.transcript.join('\n'), /Your text is kept[.;]/);
      assert.ok(screen().threads.has(thread));
      assert.equal(storedWith(text).length, 0);
      await server.recover();
      await run('comment.create', { thread, text });
      assert.equal(storedWith(text).length, 1);
      assert.equal(documentKey(threadWithText(text).uri), documentKey(page));
      assert.equal(screen().threads.has(thread), false, 'where it was typed');
    });
  }

  it('401: keep the text of a comment, and send it after signing in again', async () => {
    const thread = newThread(page, { start: 0, end: 0 });
    server.fail({ kind: 'status', status: 401 });
    await assert.rejects(async () => run('comment.create', { thread, text: 'Before the sign-in' }));
    await server.recover();
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await run('comment.create', { thread, text: 'Before the sign-in' });
    assert.equal(storedWith('Before the sign-in').length, 1);
  });

  it('offline: keep the text of a reply, and send it later', async () => {
    const [conversation] = (await (await marginalia()).threads(page)).filter(({ state }) => state === 'open');
    const thread = threadWithText(conversation?.comments[0]?.markdown ?? '');
    await server.refuse();
    await assert.rejects(async () => run('comment.reply', { thread, text: 'Offline reply' }));
    assert.match(answers.transcript.join('\n'), /^Could not send the reply: .* Your text is kept\.$/m);
    await server.recover();
    await run('comment.reply', { thread, text: 'Offline reply' });
    assert.equal(storedReplies('Offline reply').length, 1);
  });

  it('do not send a reply again that arrived although the response was cut off', async () => {
    server.fail({ kind: 'cut' }, posts);
    await run('comment.create', { thread: newThread(page, { start: 0, end: 0 }), text: 'Half an answer' });
    assert.equal(storedWith('Half an answer').length, 1);
    assert.ok(isTextShown('Half an answer'));

    const thread = threadWithText('Half an answer');
    server.fail({ kind: 'cut' }, /^POST .*\/replies$/);
    await run('comment.reply', { thread, text: 'Half a reply' });
    assert.equal(storedReplies('Half a reply').length, 1);
    assert.ok(isTextShown('Half a reply'));
  });

  it('send nothing twice on a second click during the first', async () => {
    const thread = newThread(page, { start: 0, end: 0 });
    server.fail({ kind: 'held' }, posts);
    const first = run('comment.create', { thread, text: 'Once only' });
    const second = run('comment.create', { thread, text: 'Once only' });
    await assert.rejects(async () => run('comment.create', { thread, text: 'Another text' }));
    while (!server.requests.some(name => posts.test(name))) await new Promise(resolve => setImmediate(resolve));
    server.release();
    await Promise.all([first, second]);
    assert.equal(storedWith('Once only').length, 1);
    assert.equal(storedWith('Another text').length, 0);
  });

  it('reopen the box of an edit that cannot be saved with its text', async () => {
    await run('comment.create', { thread: newThread(page), text: 'To be edited' });
    const comment = commentWithText('To be edited');
    comment.body = new vscode.MarkdownString('The new wording');
    server.fail({ kind: 'status', status: 500 }, /^PUT/);
    await run('comment.save', comment);
    const editedComment = commentWithText('The new wording');
    assert.equal(editedComment.mode, vscode.CommentMode.Editing);
    assert.equal(storedWith('To be edited').length, 1);
    await server.recover();
    await run('comment.save', editedComment);
    assert.equal(storedWith('The new wording').length, 1);
    assert.equal(commentWithText('The new wording').mode, vscode.CommentMode.Preview);
  });

  it('keep the text of an edit when the comment was deleted by another user, and say so', async () => {
    await run('comment.create', { thread: newThread(page), text: 'To be deleted' });
    const comment = commentWithText('To be deleted');
    comment.body = new vscode.MarkdownString('Too late');
    await deleteElsewhere(storedWith('To be deleted')[0]?.id ?? assert.fail());
    await run('comment.save', comment);
    assert.match(answers.transcript.join('\n'), /Could not save your change: the conversation was deleted meanwhile/);
    assert.equal(commentWithText('Too late').mode, vscode.CommentMode.Editing);
    assert.deepEqual(storedWith('Too late'), []);
  });

  it('turn a reply to a deleted conversation into a new one when it is sent again', async () => {
    const [conversation] = (await (await marginalia()).threads(page)).filter(({ state }) => state === 'open');
    const words = conversation?.comments[0]?.markdown ?? '';
    const thread = threadWithText(words);
    const row = storedWith(words)[0] ?? assert.fail();
    await deleteElsewhere(row.id);
    await assert.rejects(async () => run('comment.reply', { thread, text: 'Is anybody here?' }));
    assert.match(answers.transcript.join('\n'), /the conversation was deleted meanwhile.*Your text is kept/s);
    assert.ok(screen().threads.has(thread), 'the box with the text stays');
    assert.equal(thread.contextValue, 'thread.gone');
    await run('comment.reply', { thread, text: 'Is anybody here?' });
    const [sent] = storedWith('Is anybody here?');
    assert.deepEqual([sent?.page, sent?.node?.id], [row.page, row.node?.id]);
    const fresh = threadWithText('Is anybody here?');
    assert.deepEqual([fresh.uri.toString(), fresh.range], [thread.uri.toString(), thread.range]);
    assert.equal(fresh.contextValue, 'thread.open.reply');
    assert.equal(screen().threads.has(thread), false);
  });

  it('leave the page without threads until comments can be loaded', async () => {
    const other = pageUri('heron-manual', 6, 'deploy/plan/wildlife.md');
    const { threads } = await marginalia();
    server.fail({ kind: 'status', status: 403 }, /\/comments/);
    await assert.rejects(() => threads(other));
    assert.equal(isTextShown('When to stay away'), false);
    await server.recover();
    assert.ok((await threads(other)).length > 0);
  });

  it('stay visible when a refresh fails', async () => {
    const before = threadsOn(page);
    server.fail({ kind: 'status', status: 404 }, /\/comments/);
    await run('tree.refresh', undefined);
    assert.deepEqual(threadsOn(page), before);
    await server.recover();
    await run('tree.refresh', undefined);
    assert.deepEqual(threadsOn(page), before);
  });

  it('report a reaction that fails', async () => {
    server.fail({ kind: 'status', status: 500 }, /^PUT/);
    const [thread] = screen().threads;
    const comment = thread?.comments[0] ?? assert.fail();
    const [reaction] = comment.reactions ?? [];
    await screen().controller.reactionHandler?.(comment, reaction ?? assert.fail());
    assert.match(answers.transcript.join('\n'), /^Could not react to the comment/);
  });
});
