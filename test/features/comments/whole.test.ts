import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, marginalia, signedIn } from '../../host/support.ts';
import { boxes, boxWithText } from './boxes.ts';
import { loadScreen, newThread, screen } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);
const markdown = '# Two-point mooring\n\nDrop the upstream anchor.\n\nPay out the line.\n';

describe('a comment on the whole page', () => {
  let sandbox: RunningSandbox;
  let page: vscode.Uri;

  beforeEach(async () => {
    sandbox = await signedIn();
    ({ uri: page } = addPage(sandbox, changeRequest, { title: 'Two-point mooring', markdown }));
    await loadScreen(page);
    await (await marginalia()).threads(page);
    await run('tree.refresh');
    await run('comment.create', { thread: newThread(page, { start: 2, end: 2 }), text: 'How long is that?' });
    await vscode.window.showTextDocument(page);
    // VS Code has shown the threads of the page once their boxes exist.
    await boxWithText('');
  });
  afterEach(() => sandbox.close());

  it('is typed in one box', async () => {
    await opensOneBox();
  });

  it('is typed in one box, however slow VS Code is', async () => {
    const { executeCommand } = vscode.commands;
    Object.assign(vscode.commands, {
      executeCommand: async (command: string, ...parameters: unknown[]) => {
        if (command === 'workbench.action.addComment') await delay(2000);
        return executeCommand(command, ...parameters);
      },
    });
    try {
      await opensOneBox();
    } finally {
      Object.assign(vscode.commands, { executeCommand });
    }
  });

  async function opensOneBox(): Promise<void> {
    const before = new Set(boxes().map(({ uri }) => uri.toString()));
    await run('comment.commentOnPage', page);
    const added = () => boxes().filter(({ uri }) => !before.has(uri.toString()));
    await eventually(() => assert.equal(added().length, 1));
    assert.equal([...screen().threads].filter(({ comments }) => comments.length === 0).length, 0, 'a second box');
  }
});
