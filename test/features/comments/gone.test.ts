import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { type Answers, answering } from '../../host/answers.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, marginalia, sampleSandbox } from '../../host/support.ts';
import { isShown, newThread, threadSaying } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, given?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, given);

describe('a conversation that is deleted elsewhere', () => {
  let sandbox: RunningSandbox;
  let server: FaultyServer;
  let answers: Answers;

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    server = await startFaultyServer(sandbox.url);
    await (await marginalia()).signIn({ url: server.url, token: sandbox.token });
    const page = addPage(sandbox, changeRequest, { title: 'Gone', markdown: 'A line.\n' });
    await (await marginalia()).threads(page.uri);
    await run('tree.refresh');
    await run('comment.create', { thread: newThread(page.uri, { start: 0, end: 0 }), text: 'Soon gone' });
    answers = answering();
  });
  afterEach(async () => {
    answers.restore();
    await server.close();
    await sandbox.close();
  });

  function deleteElsewhere(): void {
    const row = sandbox.state.comments.all().find(({ markdown }) => markdown === 'Soon gone') ?? assert.fail();
    sandbox.state.comments.delete(row.id);
  }

  it('stays while a reply to it is on its way', async () => {
    server.fail({ kind: 'held' }, /^POST .*\/replies$/, 1);
    const sending = run('comment.reply', { thread: threadSaying('Soon gone'), text: 'Wait' }).then(
      () => assert.fail('sent'),
      () => undefined,
    );
    await server.waiting();
    deleteElsewhere();
    await run('tree.refresh');
    assert.equal(threadSaying('Soon gone').contextValue, 'thread.gone');
    await server.recover();
    await sending;
  });

  it('leaves when a reply to it has failed before', async () => {
    server.fail({ kind: 'status', status: 400 }, /^POST .*\/replies$/, 1);
    await run('comment.reply', { thread: threadSaying('Soon gone'), text: 'Refused' }).then(
      () => assert.fail('sent'),
      () => undefined,
    );
    deleteElsewhere();
    await run('tree.refresh');
    await eventually(() => assert.equal(isShown('Soon gone'), false));
  });
});
