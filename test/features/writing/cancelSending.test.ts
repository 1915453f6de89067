import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createChangeRequest } from '../../../src/sandbox/operations/changeRequests/changeRequests.ts';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { itWithOptional } from '../../host/support.ts';
import { addTitledPage, autoSave, editRequests, revertAll, sentEdits, setAutoSave, storedText } from './editor.ts';

const space = 'heron-manual';
const changeRequest = { space, number: 8 };
const markdown = 'Pay out the line.\n';
const changed = 'Pay out twice the line.\n';

describe('cancelling the sending of drafts', () => {
  afterEach(async () => {
    await setAutoSave('off');
    await revertAll();
    for (const uri of uris.splice(0)) await run('pageDraft.discard', ['Discard'], uri).catch(() => undefined);
  });
  const on = stage();
  const uris: vscode.Uri[] = [];

  /** Adds a page, and a draft of its text. */
  async function addDraft(title: string, place = changeRequest) {
    const page = addTitledPage(on.sandbox, place, { title, markdown });
    uris.push(page.uri);
    await autoSave(page.uri, 'Pay out twice the line.', 'Pay out the line.');
    return { ...page, stored: async () => `${(await storedText(on.sandbox, place, page.id)).trim()}\n` };
  }
  /** Returns whether a page has a draft: only then, discarding it asks. */
  const isDraft = async (uri: vscode.Uri) => {
    const asked: string[] = [];
    const answers = answerPrompts();
    Object.assign(vscode.window, { showWarningMessage: async (question: string) => void asked.push(question) });
    await vscode.commands.executeCommand('marginalia.pageDraft.discard', uri);
    answers.restore();
    return asked.length > 0;
  };

  /** Runs a command, cancels it once a request is held, and returns its messages once it has ended. */
  async function cancel(command: string, target?: vscode.Uri, before = async () => {}): Promise<string[]> {
    const answers = answerPrompts();
    try {
      const ended = vscode.commands.executeCommand(`marginalia.${command}`, ...(target ? [target] : []));
      await on.server.waiting();
      await before();
      answers.cancel();
      await ended;
      return answers.notifications.map(({ text }) => text);
    } finally {
      answers.restore();
    }
  }

  itWithOptional('aborts the request, and keeps the draft', async () => {
    const { uri, stored } = await addDraft('Anchors');
    on.server.fail({ kind: 'held' }, editRequests, 1);
    assert.deepEqual(await cancel('pageDraft.send', uri), [
      'Sending "Anchors" was canceled. Unsent text is still on this computer. ' +
        'The service may still do it: refresh before you try again.',
    ]);
    assert.ok(on.server.abandoned.some(request => editRequests.test(request)));
    on.server.release();
    assert.equal(await stored(), markdown);
    assert.ok(await isDraft(uri));
    assert.match((await run('pageDraft.send', [], uri)).join(), /Sent "Anchors"/);
    assert.equal(await stored(), changed);
  });

  itWithOptional('ends at once while nothing is sent yet, and nothing is sent later', async () => {
    const { uri, stored } = await addDraft('Anchors');
    on.server.fail({ kind: 'held' }, /^GET .*\/change-requests\/8$/);
    const [message] = await cancel('pageDraft.send', uri);
    assert.equal(message, 'Sending "Anchors" was canceled. Unsent text is still on this computer.');
    await on.server.recover();
    assert.ok(await isDraft(uri));
    await run('pageDraft.send', [], uri);
    assert.equal(await stored(), changed);
    assert.equal(sentEdits(on.server).length, 1);
  });

  itWithOptional('counts a draft as sent if the server has stored it', async () => {
    const { uri, stored } = await addDraft('Anchors');
    on.server.fail({ kind: 'late' }, editRequests, 1);
    const [message, ...others] = await cancel('pageDraft.send', uri);
    assert.match(message ?? '', /^The answer of .* was lost\. It was looked up, and all is done\.$/);
    assert.deepEqual(others, []);
    on.server.release();
    assert.equal(await stored(), changed);
    assert.equal(await isDraft(uri), false);
  });

  itWithOptional('leaves sent what was sent, and says how many drafts that are', async () => {
    const { state } = on.sandbox;
    const base = { subject: 'Another', by: 'jun', at: state.now() };
    const { number } = createChangeRequest(state, state.spaces.get(space), base);
    const first = await addDraft('Anchors');
    const second = await addDraft('Chains', { space, number });
    on.server.fail({ kind: 'held' }, new RegExp(`^POST .*/change-requests/${number}/content$`), 1);
    const [message] = await cancel('pageDraft.sendAll', undefined, () =>
      eventually(async () => assert.equal(await first.stored(), changed)),
    );
    assert.equal(
      message,
      'Sending pages was canceled. Sent 1 of 2 pages. Unsent text is still on this computer. ' +
        'The service may still do it: refresh before you try again.',
    );
    on.server.release();
    assert.deepEqual([await isDraft(first.uri), await isDraft(second.uri)], [false, true]);
    assert.equal(await second.stored(), markdown);
  });
});
