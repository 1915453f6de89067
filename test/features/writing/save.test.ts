import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answering } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';
import { editRequests, open, save, sentEdits, storedText, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n';
const { fs } = vscode.workspace;

describe('saving a page', () => {
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.files.revert'));

  const stored = () => storedText(on.sandbox, changeRequest, page.id);

  itWithOptional('sends what was typed in one request', async () => {
    const editor = await open(page.uri);
    await type(editor, 'Pay out twice the line.', 'Pay out the line.');
    const before = on.server.requests.length;
    assert.ok(await save(editor));
    assert.equal((await stored()).trim(), text.replace('the line', 'twice the line').trim());
    assert.equal(sentEdits(on.server).length, 1);
    console.log('REQUESTS', on.server.requests.slice(before));
  });
});
