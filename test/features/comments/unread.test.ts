import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { eventually } from '../../host/eventually.ts';
import { addPage, marginalia, signedIn } from '../../host/support.ts';
import { commentWithText, isTextShown, newThread, threadWithText } from './screen.ts';

const space = 'heron-manual';
const number = 8;

describe('comments of other users', () => {
  let sandbox: RunningSandbox;
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    sandbox = await signedIn();
    page = addPage(sandbox, { space, number }, { title: 'News', markdown: 'A line.\n' });
    await vscode.commands.executeCommand('marginalia.tree.refresh');
  });
  afterEach(() => sandbox.close());

  const show = () => vscode.window.showTextDocument(page.uri, { preview: false });
  const label = (words: string) => commentWithText(words).label ?? '';

  async function say(words: string, path = ''): Promise<string> {
    const response = await fetch(`${sandbox.url}/v1/spaces/${space}/change-requests/${number}/comments${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.tokenFor('jun')}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: { markdown: words }, ...(path === '' && { page: page.id }) }),
    });
    assert.ok(response.ok, await response.clone().text());
    return ((await response.json()) as { id: string }).id;
  }

  /** Adds a comment of another user, and refreshes everything. Returns the ID of the comment. */
  async function hear(words: string, path?: string): Promise<string> {
    const id = await say(words, path);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(() => assert.ok(isTextShown(words)));
    return id;
  }

  it('are marked as new until their page is closed, in the thread and at each comment', async () => {
    await say('Said before anybody looked.');
    await show();
    await (await marginalia()).threads(page.uri);
    await vscode.commands.executeCommand('marginalia.comment.create', {
      thread: newThread(page.uri),
      text: 'My own words.',
    });
    const id = await hear('Said while it was shown.');
    assert.equal(label('Said while it was shown.'), 'new');
    assert.match(threadWithText('Said while it was shown.').label ?? '', /^1 new · /);
    assert.equal(label('Said before anybody looked.'), '');
    assert.equal(label('My own words.'), '');
    await hear('And more of it.', `/${id}/replies`);
    assert.match(threadWithText('Said while it was shown.').label ?? '', /^2 new · /);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await eventually(() => assert.equal(label('And more of it.'), ''));
    await say('Said while nobody looked.');
    await show();
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(() => assert.equal(label('Said while nobody looked.'), 'new'));
    assert.equal(label('Said while it was shown.'), '');
    assert.doesNotMatch(threadWithText('Said while it was shown.').label ?? '', /new/);
  });

  it('are still marked as new when their page was closed before they were loaded', async () => {
    await show();
    await (await marginalia()).threads(page.uri);
    const mine = { thread: newThread(page.uri), text: 'Only this tells who I am.' };
    await vscode.commands.executeCommand('marginalia.comment.create', mine);
    await say('Said, and not heard.');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const isShown = () =>
      vscode.window.visibleTextEditors.some(({ document }) => document.uri.scheme === page.uri.scheme);
    await eventually(() => assert.ok(!isShown()));
    await show();
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    await eventually(() => assert.equal(label('Said, and not heard.'), 'new'));
  });
});
