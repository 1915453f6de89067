import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../host/eventually.ts';
import { addPage, documentedOnly, editContent, itWithOptional, signedIn } from '../../host/support.ts';
import { answerPrompts } from '../../host/answers.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';

const lines = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}.`);
const text = (paragraphs: string[]) => paragraphs.join('\n\n');

describe('going through the changes of a change request', () => {
  let sandbox: RunningSandbox;
  const changeRequest = { space: 'heron-manual', number: 0 };

  beforeEach(async () => {
    sandbox = await signedIn();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await sandbox.close();
  });

  /** A merged main content with two long pages, and a change request that changes each of them twice and adds one. */
  async function prepare(): Promise<{ first: vscode.Uri; second: vscode.Uri; third: vscode.Uri }> {
    const before = await create('What is there');
    const paragraphs = lines(40, 'Sentence');
    const pages = ['Walked first', 'Walked second'].map(title =>
      addPage(sandbox, { ...changeRequest, number: before }, { title, markdown: text(paragraphs) }),
    );
    await ask('POST', `/${before}/merge`);
    changeRequest.number = await create('What is changed');
    const changed = paragraphs.with(5, 'Changed five.').with(30, 'Changed thirty.');
    editContent(
      sandbox,
      changeRequest,
      pages.map(({ id }) => ({ operation: 'update_page', page: id, document: { markdown: text(changed) } })),
    );
    const third = addPage(sandbox, changeRequest, { title: 'Walked third', markdown: 'New.' });
    const at = ({ uri }: { uri: vscode.Uri }) =>
      uri.with({ path: uri.path.replace(`/${before}/`, `/${changeRequest.number}/`) });
    return { first: at(pages[0] ?? third), second: at(pages[1] ?? third), third: third.uri };
  }

  async function create(subject: string): Promise<number> {
    const { number } = (await ask('POST', '', { subject })) as { number: number };
    await ask('PATCH', `/${number}`, { status: 'open' });
    return number;
  }

  async function ask(method: string, path: string, body: unknown = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' };
    const address = `${sandbox.url}/v1/spaces/${changeRequest.space}/change-requests${path}`;
    const response = await fetch(address, { method, headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${method} ${path}: ${response.status}`);
    return response.json();
  }

  const position = () => {
    const editor = vscode.window.activeTextEditor;
    return { path: editor?.document.uri.path, text: editor?.document.lineAt(editor.selection.active.line).text };
  };
  const isAt = (uri: vscode.Uri, line: string) =>
    eventually(() => assert.deepEqual(position(), { path: uri.path, text: line }));
  const run = (command: string) => vscode.commands.executeCommand(`marginalia.${command}`);

  itWithOptional('goes from change to change across pages, in both directions, staying in the diff', async () => {
    const { first, second, third } = await prepare();
    await vscode.window.showTextDocument(first);
    await run('page.compareWithBase');
    await eventually(() => assert.ok(isDiff()));
    // VS Code itself shows the first change.
    await isAt(first, 'Changed five.');
    const forth = [
      [first, 'Changed thirty.'],
      [second, 'Changed five.'],
      [second, 'Changed thirty.'],
    ] as const;
    for (const [uri, line] of forth) {
      await run('review.nextChange');
      await isAt(uri, line);
      assert.ok(isDiff());
    }
    await run('review.nextChange');
    await isAt(third, 'New.');
    await run('review.nextChange');
    await isAt(third, 'New.');
    for (const [uri, line] of forth.toReversed()) {
      await run('review.previousChange');
      await isAt(uri, line);
      assert.ok(isDiff());
    }
    await run('review.previousChange');
    await isAt(first, 'Changed five.');
    await run('review.previousChange');
    await isAt(first, 'Changed five.');
  });

  itWithOptional('goes to the next unviewed page, and a command marks the open page as viewed', async () => {
    const { first, second, third } = await prepare();
    await vscode.window.showTextDocument(first);
    await run('page.compareWithBase');
    await eventually(() => assert.ok(isDiff()));
    await run('change.toggleViewed');
    await run('review.nextUnviewed');
    await isAt(second, 'Changed five.');
    await run('change.toggleViewed');
    await run('review.nextUnviewed');
    await isAt(third, 'New.');
    await run('review.nextUnviewed');
    await isAt(third, 'New.');
    await run('change.toggleViewed');
    await vscode.window.showTextDocument(second);
    await run('change.toggleViewed');
    for (const from of [first, third]) {
      await vscode.window.showTextDocument(from);
      await run('review.nextUnviewed');
      await isAt(second, 'Changed five.');
    }
  });

  it('says so when nothing is open', async () => {
    const answers = answerPrompts();
    try {
      await run('review.nextChange');
      assert.match(answers.transcript.join(), /No page of a change request is open/);
      if (!documentedOnly) return;
      const { uri } = addPage(sandbox, { ...changeRequest, number: 8 }, { title: 'Only read', markdown: 'Text.' });
      await vscode.window.showTextDocument(uri);
      await run('change.toggleViewed');
      assert.match(answers.transcript.join(), /does not tell what a change request changes/);
    } finally {
      answers.restore();
    }
  });

  const isDiff = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
});
