import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { answerPrompts } from '../../host/answers.ts';
import { addPage, marginalia, pageUri, sampleSandbox, signOut } from '../../host/support.ts';
import { newThread, rangesOn, screen } from './screen.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('comments of an account that signs out', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    // The extension creates the threads with the first document of the service.
    const { uri } = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'First', markdown: 'Any.\n' });
    await vscode.workspace.openTextDocument(uri);
    await (await marginalia()).threads(page);
    await eventually(() => assert.ok(screen().threads.size > 0));
  });
  afterEach(async () => {
    await server.close();
    await sandbox.close();
  });

  it('disappear', async () => {
    await signOut('sandbox');
    assert.equal(screen().threads.size, 0);
  });

  it('do not return when a pending refresh ends', async () => {
    server.fail({ kind: 'held' }, /\/comments$/);
    const refreshed = run('tree.refresh');
    await eventually(() => assert.equal(server.requests.filter(name => name.endsWith('/8/comments')).length, 2));
    await signOut('sandbox');
    await server.recover();
    await refreshed;
    assert.equal(screen().threads.size, 0);
  });

  it('of the next account are loaded when a page shows its own text, not the placeholder', async () => {
    const { uri } = addPage(sandbox, { space: 'heron-manual', number: 8 }, { title: 'A', markdown: '# A\n\nB.\n' });
    const label = (await marginalia()).connection?.label ?? assert.fail();
    await signOut('sandbox');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.equal(
      document.getText(),
      `Nobody is signed in as "${label}". Sign in with "Marginalia: Sign In" to see this document.\n`,
    );
    await eventually(() => assert.deepEqual(rangesOn(uri), []));
    const answers = answerPrompts();
    await run('comment.commentOnPage', uri);
    await run('comment.create', { thread: newThread(uri, { start: 0, end: 0 }), text: 'Lost?' }).then(
      () => assert.fail('it is sent'),
      () => undefined,
    );
    answers.restore();
    assert.deepEqual(
      answers.transcript.map(text => /Nobody is signed in as/.test(text)),
      [true, true],
      answers.transcript.join('\n'),
    );
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    await eventually(() => assert.equal(document.getText(), '# A\n\nB.\n'));
    await eventually(() => assert.deepEqual(rangesOn(uri), [new vscode.Range(0, 0, 3, 0)]));
  });

  for (const [what, command, request] of [
    ['comment', 'comment.create', /^POST .*\/comments$/],
    ['reply', 'comment.reply', /^POST .*\/replies$/],
    ['decision', 'thread.resolve', /^PUT .*\/comments\/[^/]*$/],
  ] as const) {
    it(`do not return when a pending ${what} arrives`, async () => {
      const open = [...screen().threads].find(({ contextValue }) => contextValue === 'thread.open.reply');
      const thread = what === 'comment' ? newThread(page, { start: 0, end: 0 }) : open;
      server.fail({ kind: 'late' }, request, 1);
      const sent = run(command, what === 'decision' ? thread : { thread, text: 'On its way.' });
      await server.waiting();
      await signOut('sandbox');
      server.release();
      await Promise.allSettled([sent]);
      assert.equal([...screen().threads].filter(({ comments }) => comments.length > 0).length, 0);
    });
  }
});
