import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { type FaultyServer, startFaultyServer } from '../../host/faultyServer.ts';
import { addPage, itWithOptional, marginalia, sampleSandbox } from '../../host/support.ts';
import { boxes, boxWithText, storedTexts, typeInto } from './boxes.ts';
import { commentWithText, isTextShown, newThread, whenThreadsLoaded } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('a comment that is being edited when the account switches to another server', () => {
  let sandbox: RunningSandbox;
  let servers: FaultyServer[];

  beforeEach(async () => {
    sandbox = await sampleSandbox();
    servers = [await startFaultyServer(sandbox.url, 'documentation'), await startFaultyServer(sandbox.url, 'another')];
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const server of servers) await server.close();
    await sandbox.close();
  });

  async function signIn(user: string, url = servers[0]?.url ?? assert.fail()): Promise<string> {
    const api = await marginalia();
    await api.signIn({ url, token: sandbox.tokenFor(user) });
    return api.connection?.id ?? assert.fail();
  }

  for (const where of ['in the active tab', 'in a background tab']) {
    itWithOptional(`keeps its new text, and offers it when the account is back, ${where}`, async () => {
      const page = addPage(sandbox, changeRequest, { title: 'Edited', markdown: 'Drop the anchor.\n' });
      const uri = page.uri.with({ authority: await signIn('mira') });
      const show = async () => {
        await vscode.window.showTextDocument(uri, { preview: false });
        await whenThreadsLoaded(uri);
        await (await marginalia()).threads(uri);
      };
      await show();
      await run('comment.create', { thread: newThread(uri, { start: 2, end: 2 }), text: 'Put badly.' });
      await eventually(() => assert.ok(isTextShown('Put badly.')));
      await run('comment.edit', commentWithText('Put badly.'));
      await typeInto(await boxWithText('Put badly.'), 'Put well.');
      await eventually(() => assert.equal(storedTexts('Put well.').length, 1));
      if (where !== 'in the active tab') {
        await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(), { preview: false });
        await eventually(() => assert.deepEqual(boxes(), []));
      }
      await signIn('jun', servers[1]?.url);
      await eventually(() => assert.ok(!isTextShown('Put badly.')));
      await signIn('mira');
      await show();
      await eventually(() => assert.match(commentWithText('Put well.').label ?? '', /not sent/));
      assert.equal(storedTexts('Put well.').length, 1);
      const answers = answerPrompts('Discard');
      await run('comment.discard', commentWithText('Put well.'));
      answers.restore();
    });
  }
});
