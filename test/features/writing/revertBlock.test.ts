import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import { memberId } from '../../../src/sandbox/store/state.ts';
import { markTrusted } from '../../../src/ui/trusted.ts';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import {
  addPage,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
  pagesOf,
  pageUri,
} from '../../host/support.ts';
import { afterSending, editRequests, open, revertAll, sentEdits, storedText, type } from './editor.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const uri = pageUri(changeRequest.space, changeRequest.number, 'maintain/clean.md');

/** Paragraphs of the page. */
const first =
  'Do it on the bank, over a bucket, with river water. Nothing that was growing in one river is carried to another.';
const second = 'No wire brush, no pressure washer, no detergent, no alcohol on the dome.';

describe('reverting a changed block of a page', () => {
  afterEach(revertAll);
  const on = stage();
  let id: string;
  let before: string;
  let changed: string;

  beforeEach(async () => {
    id = pagesOf(on.sandbox, changeRequest).find(({ path }) => path === 'maintain/clean')?.id ?? assert.fail();
    before = await stored();
    changed = before.replace(first, 'Another beginning.').replace(second, 'Another end.');
    rewrite(changed);
    await run('tree.refresh', []);
  });

  const stored = async () => (await storedText(on.sandbox, changeRequest, id)).trim();
  const rewrite = (markdown: string) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: id, document: { markdown } }]);
  const lineOf = (text: string, words: string) => {
    const line = text.split('\n').findIndex(one => one.includes(words));
    return line < 0 ? assert.fail(words) : line;
  };
  const block = (text: string, words: string) => markTrusted({ uri, line: lineOf(text, words), text });

  async function at(words: string, document = uri): Promise<vscode.TextEditor> {
    const editor = await open(document);
    const line = await eventually(() => lineOf(editor.document.getText(), words));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    return editor;
  }

  itWithOptional('asks first, says what is lost, keeps other blocks, and can be undone', async () => {
    await at('Another end.');
    const answers = answerPrompts('Revert');
    answers.press('Undo');
    on.server.fail({ kind: 'held' }, { test: asked => sentEdits(on.server).length > 0 && editRequests.test(asked) }, 1);
    await vscode.commands.executeCommand('marginalia.page.revertBlock');
    await on.server.waiting();
    assert.equal(await stored(), before.replace(first, 'Another beginning.'));
    on.server.release();
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /has its change again/));
    answers.restore();
    assert.match(answers.transcript[0] ?? '', /^Revert this block of ".*" in #8\?\n"Another end\."\n\nbecomes\n\n"/);
    assert.equal(await stored(), changed);
  });

  itWithOptional('shows the result in its editor, and "Undo Save" restores the change', async () => {
    const { document } = await at('Another end.');
    await run('page.revertBlock', ['Revert']);
    await eventually(() => assert.ok(!document.getText().includes('Another end.')));
    await run('page.undoSave', [], uri);
    assert.equal(await stored(), changed);
  });

  itWithOptional('restores a deleted block, from the original side of a diff', async () => {
    rewrite(before.replace(`${first}\n\n`, ''));
    await run('tree.refresh', []);
    const row = on.sandbox.state.changeRequests
      .all()
      .find(one => one.space === changeRequest.space && one.number === 8);
    const base = baseUri(uri, row?.revisionMergedAncestor ?? row?.revisionInitial ?? '', { path: 'maintain/clean.md' });
    await at(first, base);
    const messages = await run('page.revertBlock', ['Revert']);
    assert.match(messages[0] ?? '', /This puts back into the page:/);
    assert.equal(await stored(), before);
  });

  for (const [when, isBefore] of [
    ['before the command', true],
    ['during the confirmation', false],
  ] as const) {
    itWithOptional(`works on the review page when others have changed other blocks ${when}`, async () => {
      const write = () => rewrite(changed.replace('Another beginning.', 'Of others.'));
      const target = block(changed, 'Another end.');
      if (isBefore) {
        write();
        await run('tree.refresh', []);
      }
      const answer = () => {
        if (!isBefore) write();
        return 'Revert';
      };
      const messages = await run('page.revertBlock', [answer], target);
      assert.match(messages.at(-1) ?? '', /^Reverted a block/);
      assert.equal(await stored(), before.replace(first, 'Of others.'));
    });
  }

  itWithOptional('changes nothing when others have changed the block meanwhile', async () => {
    const later = changed.replace('Another end.', 'The end of others.');
    const messages = await run('page.revertBlock', [() => (rewrite(later), 'Revert')], block(changed, 'Another end.'));
    assert.match(messages.at(-1) ?? '', /has just changed in the same place, so nothing was sent/);
    assert.equal(await stored(), later);
    assert.equal(sentEdits(on.server).length, 0);
  });

  itWithOptional('happens once when the reply is lost', async () => {
    on.server.fail({ kind: 'dropped', isDone: true }, editRequests, 1);
    const messages = await run('page.revertBlock', ['Revert'], block(changed, 'Another end.'));
    assert.match(messages.at(-1) ?? '', /^Reverted a block/);
    assert.equal(await stored(), before.replace(first, 'Another beginning.'));
    assert.equal(sentEdits(on.server).length, 1);
  });

  itWithOptional('changes nothing when the server rejects it, or the user cancels', async () => {
    on.server.fail({ kind: 'status', status: 409, message: 'Somebody holds the page.' }, editRequests, 1);
    const target = () => block(changed, 'Another end.');
    const refused = await run('page.revertBlock', ['Revert'], target());
    assert.match(refused.at(-1) ?? '', /^Could not revert the block: .*Somebody holds the page/);
    await run('page.revertBlock', [undefined], target());
    assert.equal(await stored(), changed);
  });

  itWithOptional('is not possible when the block is unchanged, the page is new, or the editor is dirty', async () => {
    assert.match((await run('page.revertBlock', [], block(changed, 'Dome.'))).join(), /Nothing of this block can be/);
    const added = addPage(on.sandbox, changeRequest, { title: 'New', markdown: 'New.\n' });
    await run('tree.refresh', []);
    const target = markTrusted({ uri: added.uri, line: 0, text: 'New.\n' });
    assert.match((await run('page.revertBlock', [], target)).join(), /"New" is new, so there is no earlier version/);
    await type(await at('Another end.'), 'Typed.', 'Another end.');
    assert.match((await run('page.revertBlock', [])).join(), /has changes that are not saved/);
    assert.equal(sentEdits(on.server).length, 0);
  });

  itWithOptional('cannot be undone once another user has edited the page', async () => {
    const answers = answerPrompts('Revert');
    answers.press('Undo');
    const isDone = () => answers.transcript.some(message => message.startsWith('Reverted'));
    const isLook = afterSending(on.server, /^GET .*\/change-requests\/8$/);
    on.server.fail({ kind: 'held' }, { test: asked => isDone() && isLook.test(asked) }, 1);
    await vscode.commands.executeCommand('marginalia.page.revertBlock', block(changed, 'Another end.'));
    await on.server.waiting();
    rewrite('Theirs.');
    on.server.release();
    await eventually(() => assert.match(answers.transcript.at(-1) ?? '', /has changed since then/));
    answers.restore();
    assert.equal(await stored(), 'Theirs.');
  });

  it('is not possible without permission to edit', async () => {
    const { state } = on.sandbox;
    state.members.put({ ...state.members.get(memberId('tidewell', 'sam')), role: 'comment' });
    state.spaces.put({ ...state.spaces.get(changeRequest.space), defaultLevel: null });
    state.keepWrites();
    await (await marginalia()).signIn({ url: on.server.url, token: on.sandbox.tokenFor('sam') });
    const messages = await run('page.revertBlock', [], block(changed, 'Another end.'));
    assert.match(messages.join(), /role/);
    assert.equal(sentEdits(on.server).length, 0);
  });

  it('is not available when the cursor is not in a page of a change request', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.match((await run('page.revertBlock', [])).join(), /Put the cursor into a changed block/);
  });

  if (documentedOnly) {
    it('is not possible when the server lets clients only read pages', async () => {
      const messages = await run('page.revertBlock', [], block(changed, 'Another end.'));
      assert.match(messages.join(), /does not support editing pages/);
    });
  }
});
