import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { type Answer, answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
} from '../../host/support.ts';
import { editRequests, sentEdits, storedText } from '../writing/editor.ts';
import { suggestOnServer } from './serverSuggestions.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\n\nGo home.\n';

describe('several suggestions', () => {
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(() => {
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
  });

  /** Adds suggestions of another user for a block of a page. */
  const suggest = (id: string, block: number, markdown: string, target = page) =>
    suggestOnServer(on.sandbox, changeRequest, { id, page: target.id, block, markdown });
  const stored = async (id = page.id) => (await storedText(on.sandbox, changeRequest, id)).trim();
  const edit = (markdown: string) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);
  const apply = (answers: Answer[], target: unknown = page.uri) => run('comment.applySuggestions', answers, target);
  const statusOf = (id: string) => on.sandbox.state.comments.get(id).status;

  /** Applies the selected suggestions, presses buttons of the messages, and waits until `done` does not throw. */
  async function applyAndPress(
    buttons: readonly string[],
    answers: Answer[],
    done: (transcript: readonly string[]) => Promise<void> | void,
    target = page.uri,
  ): Promise<string[]> {
    const prompts = answerPrompts(...answers);
    for (const button of buttons) prompts.press(button);
    await vscode.commands.executeCommand('marginalia.comment.applySuggestions', target);
    await eventually(() => done(prompts.transcript));
    prompts.restore();
    return prompts.transcript;
  }

  itWithOptional('of a page are applied in one request, and undone', async () => {
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 2, '');
    suggest('three', 1, 'Pay out twice the line.\n\nThen wait.');
    const answers = answerPrompts(['Drop both anchors.', 'Pay out twice the line. Then wait.', 'Delete these lines']);
    answers.press('Undo');
    on.server.fail({ kind: 'held' }, { test: asked => sentEdits(on.server).length > 0 && editRequests.test(asked) }, 1);
    await vscode.commands.executeCommand('marginalia.comment.applySuggestions', page.uri);
    await on.server.waiting();
    assert.equal(await stored(), 'Drop both anchors.\n\nPay out twice the line.\n\nThen wait.');
    assert.equal(sentEdits(on.server).length, 1);
    on.server.release();
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /"Anchors" is as it was before/));
    answers.restore();
    assert.equal(await stored(), text.trim());
    assert.match(answers.transcript.join('\n'), /Applied 3 suggestions to "Anchors"\./);
  });

  itWithOptional('are preselected unless they conflict with another one, and resolved on request', async () => {
    suggest('one', 0, 'Drop both anchors.');
    suggest('other', 0, 'Drop no anchor.');
    suggest('two', 1, 'Pay out twice the line.');
    const ticked: unknown[] = [];
    const tick = (offered: readonly unknown[]) => {
      const labels = (offered as vscode.QuickPickItem[]).map(({ label }) => label);
      ticked.push(...labels);
      return ['Drop both anchors.', 'Drop no anchor.'];
    };
    const done = () => assert.equal(statusOf('one'), 'resolved');
    const messages = await applyAndPress(['Resolve Conversation'], [tick], done);
    assert.deepEqual(ticked, ['Drop both anchors.', 'Drop no anchor.', 'Pay out twice the line.']);
    assert.match(
      messages.join('\n'),
      /Applied 1 suggestion to "Anchors"\. Not applied: .*Drop no anchor.*changes the same lines/,
    );
    assert.equal(await stored(), text.replace('Drop the anchor', 'Drop both anchors').trim());
    assert.deepEqual([statusOf('other'), statusOf('two')], ['open', 'open']);
  });

  itWithOptional('are not applied when their lines have changed, and a message says so', async () => {
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 1, 'Pay out twice the line.');
    suggest('three', 2, 'Go home.');
    edit(text.replace('Pay out the line.', 'Pay out the rope.'));
    const [, message = ''] = await apply([['Drop both anchors.']]);
    assert.match(message, /Applied the suggestion|Applied 1 suggestion/);
    assert.match(message, /Not applied: .*Pay out twice.*not as they were\. .*Go home.*says that already/);
    assert.equal(await stored(), 'Drop both anchors.\n\nPay out the rope.\n\nGo home.');
  });

  itWithOptional('are checked again after the user has chosen', async () => {
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 1, 'Pay out twice the line.');
    const quicker = text.replace('Pay out the line.', 'Pay out the rope.');
    const choose = () => (edit(quicker), ['Drop both anchors.', 'Pay out twice the line.']);
    const messages = await apply([choose]);
    assert.match(messages.join('\n'), /Applied 1 suggestion to "Anchors"\. Not applied: .*Pay out twice/);
    assert.equal(await stored(), quicker.replace('the anchor', 'both anchors').trim());
  });

  itWithOptional('are not undone when the page has changed since', async () => {
    suggest('one', 0, 'Drop both anchors.');
    const answers = answerPrompts(['Drop both anchors.']);
    answers.press('Undo');
    const isShown = () => answers.transcript.some(message => message.startsWith('Applied'));
    on.server.fail({ kind: 'held' }, { test: asked => isShown() && /^GET .*\/change-requests\/8$/.test(asked) }, 1);
    await vscode.commands.executeCommand('marginalia.comment.applySuggestions', page.uri);
    await on.server.waiting();
    const later = text.replace('Go home.', 'Stay.');
    edit(later);
    on.server.release();
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /the page has changed since then/));
    answers.restore();
    assert.equal(await stored(), later.trim());
  });

  itWithOptional('of several pages are applied in one request, too, even if the reply is lost', async () => {
    const other = addPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 0, 'Count all links.', other);
    on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
    const messages = await apply(
      [['Drop both anchors.', 'Count all links.']],
      changeRequestUri(changeRequest.space, 8),
    );
    assert.match(messages.join('\n'), /Applied 2 suggestions to 2 pages\./);
    assert.deepEqual(
      sentEdits(on.server).map(edits => edits.length),
      [2],
    );
    assert.equal(await stored(other.id), 'Count all links.');
    assert.match(await stored(), /Drop both anchors/);
  });

  itWithOptional('of several pages are undone by a retry when the first attempt fails halfway', async () => {
    const other = addPage(on.sandbox, changeRequest, { title: 'Chains', markdown: 'Count the links.\n' });
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 0, 'Count all links.', other);
    const isUndoOfOther = (asked: string, body: string) =>
      editRequests.test(asked) && body.includes('revert_page') && body.includes(other.id);
    on.server.fail({ kind: 'status', status: 409, message: 'Somebody holds it.' }, { test: isUndoOfOther }, 1);
    const messages = await applyAndPress(
      ['Undo', 'Try Again'],
      [['Drop both anchors.', 'Count all links.']],
      transcript => assert.match(transcript.at(-1) ?? '', /"Chains" is as it was before the suggestions\./),
      changeRequestUri(changeRequest.space, 8),
    );
    assert.match(messages.join('\n'), /^1 of 2 pages put back\. Not done: "Chains": .*Somebody holds it/m);
    assert.equal(await stored(), text.trim());
    assert.equal(await stored(other.id), 'Count the links.');
    assert.equal(sentEdits(on.server).length, 3);
  });

  itWithOptional('have their conversations resolved, by a retry when one fails', async () => {
    suggest('one', 0, 'Drop both anchors.');
    suggest('two', 1, 'Pay out twice the line.');
    suggest('three', 2, 'Stay.');
    const isTwo = (asked: string) => /^P\w+ .*\/comments\/two(\/|$)/.test(asked);
    on.server.fail({ kind: 'status', status: 409, message: 'Somebody holds it.' }, { test: isTwo }, 1);
    const statuses = () => ['one', 'two', 'three'].map(statusOf);
    const messages = await applyAndPress(
      ['Resolve Conversations', 'Try Again'],
      [['Drop both anchors.', 'Pay out twice the line.', 'Stay.']],
      () => assert.deepEqual(statuses(), ['resolved', 'resolved', 'resolved']),
    );
    assert.match(messages.join('\n'), /^2 of 3 conversations resolved\. Not done: .*Somebody holds it/m);
  });

  itWithOptional('are found on later pages of the list of comments', async () => {
    const blocks = Array.from({ length: 120 }, (_, index) => `Paragraph ${index}.`);
    const large = addPage(on.sandbox, changeRequest, { title: 'Large', markdown: `${blocks.join('\n\n')}\n` });
    for (const index of blocks.keys()) suggest(`many-${index}`, index, `Sentence ${index}.`, large);
    let offered = 0;
    const tickAll = (choices: readonly unknown[]) => {
      const labels = (choices as vscode.QuickPickItem[]).map(({ label }) => label);
      offered = labels.length;
      return labels;
    };
    const messages = await run('comment.applySuggestions', [tickAll], large.uri);
    assert.equal(offered, 120);
    assert.match(messages.join('\n'), /Applied 120 suggestions to "Large"\./);
    assert.equal(sentEdits(on.server).length, 1);
    assert.equal(await stored(large.id), blocks.join('\n\n').replaceAll('Paragraph', 'Sentence'));
  });

  itWithOptional('stay unchanged when the server rejects them, or the user selects none', async () => {
    suggest('one', 0, 'Drop both anchors.');
    on.server.fail({ kind: 'status', status: 409, message: 'Somebody holds the page.' }, editRequests, 1);
    assert.match(
      (await apply([['Drop both anchors.']])).at(-1) ?? '',
      /^Could not apply the suggestion.*Somebody holds/,
    );
    assert.match((await apply([[]])).at(-1) ?? '', /No suggestion was selected/);
    assert.equal(await stored(), text.trim());
  });

  it('are not applied by a user who may not edit', async () => {
    suggest('one', 0, 'Drop both anchors.');
    const { state } = on.sandbox;
    for (const role of ['comment', 'read'] as const) {
      state.members.put({ ...state.members.get(memberId('tidewell', 'sam')), role });
      state.spaces.put({ ...state.spaces.get(changeRequest.space), defaultLevel: null });
      state.keepWrites();
      await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
      const [message = ''] = await apply([]);
      assert.match(message, /role/i);
    }
    assert.equal(sentEdits(on.server).length, 0);
  });

  it('are not searched for when there are none', async () => {
    assert.match((await apply([])).join('\n'), /There are no suggestions in the open conversations here/);
  });

  if (documentedOnly) {
    it('are not applied when the server offers only read access to pages', async () => {
      suggest('one', 0, 'Drop both anchors.');
      const messages = await apply([['Drop both anchors.']]);
      assert.match(messages.at(-1) ?? '', /this server lets clients read pages only/);
    });
  }
});
