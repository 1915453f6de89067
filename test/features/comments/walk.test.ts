import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, editContent, itWithOptional, marginalia } from '../../host/support.ts';
import { newThread, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('going to the next conversation', () => {
  const on = stage();
  let answers: Answers;
  beforeEach(() => (answers = answerPrompts()));
  afterEach(() => answers.restore());

  itWithOptional('continues from one that is placed on a deleted page', async () => {
    const markdown = 'Only words.\n\nMore words.\n';
    const page = addPage(on.sandbox, changeRequest, { title: 'Soon gone', markdown });
    const row = on.sandbox.state.changeRequests
      .all()
      .find(({ number, space }) => number === 8 && space === 'heron-manual');
    const revision = row?.revision ?? assert.fail();
    for (const one of on.sandbox.state.comments.all()) on.sandbox.state.comments.put({ ...one, status: 'resolved' });
    await vscode.window.showTextDocument(page.uri);
    const lines = (await vscode.workspace.openTextDocument(page.uri)).getText().split('\n');
    for (const [words, text] of [
      ['Only words.', 'First of two'],
      ['More words.', 'Second of two'],
    ] as const) {
      const line = lines.indexOf(words);
      await run('comment.create', { thread: newThread(page.uri, { start: line, end: line }), text });
    }
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    await run('tree.refresh');
    await (await marginalia()).threads(changeRequestUri(changeRequest.space, 8));
    const path = page.uri.path.split('/').at(-1) ?? '';
    const base = baseUri(page.uri, revision, { path, title: 'Soon gone' });
    await vscode.window.showTextDocument(base);
    await eventually(() => assert.equal(threadWithText('Second of two').uri.toString(), base.toString()));
    const passed = [];
    for (let steps = 0; steps < 4; steps++) {
      await run('comment.next');
      passed.push(vscode.window.activeTextEditor?.selection.active.line);
    }
    const [first, second] = ['First of two', 'Second of two'].map(words => threadWithText(words).range?.end.line);
    assert.notEqual(first, second);
    // The cursor is on the first line, which the first comment is about.
    assert.deepEqual(passed, [second, first, second, first]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), base.toString());
  });
});
