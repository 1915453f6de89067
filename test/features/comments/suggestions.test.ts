import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answerPrompts } from '../../host/answers.ts';
import { run } from '../../host/commands.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, documentedOnly, editContent, itWithOptional } from '../../host/support.ts';
import { deletePendingComments, storedPendingComments } from './boxes.ts';
import { sentEdits } from '../writing/editor.ts';
import { commentWithText, isTextShown, newThread, textOfComment } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const text = 'Drop the anchor.\n\nPay out the line.\nThen wait.\n\nGo home.\n';
const suggestion = '```suggestion\nPay out twice the line.\nThen wait.\n```\n\nTwice is safe.';

describe('a suggestion', () => {
  const on = stage();
  let page: { id: string; uri: vscode.Uri };

  beforeEach(async () => {
    page = addPage(on.sandbox, changeRequest, { title: 'Anchors', markdown: text });
    const selection = new vscode.Range(2, 0, 2, 3);
    await vscode.window.showTextDocument(page.uri, { selection });
    await run('comment.suggest', []);
    const comment = commentWithText('Pay out the line.');
    assert.deepEqual([comment.contextValue, comment.mode], ['comment.draft', vscode.CommentMode.Editing]);
    assert.equal(
      textOfComment(comment),
      '```suggestion\nPay out the line.\nThen wait.\n```',
      'the block that is selected',
    );
    comment.body = new vscode.MarkdownString(suggestion);
    await run('comment.send', [], comment);
  });

  const comment = () => commentWithText('Twice is safe.');
  const written = async () => Buffer.from(await vscode.workspace.fs.readFile(page.uri)).toString();
  const stored = () => on.sandbox.state.comments.all().find(({ markdown }) => markdown === suggestion);
  const edit = (markdown: string) =>
    editContent(on.sandbox, changeRequest, [{ operation: 'update_page', page: page.id, document: { markdown } }]);

  it('is sent as typed, shown as a diff, and copied', async () => {
    assert.ok(stored());
    const difference = '```diff\n-Pay out the line.\n+Pay out twice the line.\n Then wait.\n```\n\nTwice is safe.';
    assert.equal(textOfComment(comment()), difference);
    assert.equal(comment().contextValue, 'comment.edit.delete.suggestion.apply');
    await run('comment.copySuggestion', [], comment());
    assert.equal(await vscode.env.clipboard.readText(), 'Pay out twice the line.\nThen wait.');
    await run('comment.edit', [], comment());
    assert.equal(textOfComment(comment()), suggestion);
    await run('comment.cancel', [], comment());
    assert.equal(textOfComment(comment()), difference);
  });

  it('is discarded when the user leaves the box without a suggestion', async () => {
    const begin = async () => {
      await vscode.window.showTextDocument(page.uri, { selection: new vscode.Range(0, 0, 0, 3) });
      await run('comment.suggest', []);
      return commentWithText('Drop the anchor.');
    };
    const begun = await begin();
    begun.body = new vscode.MarkdownString('```suggestion\nDrop it.\n```');
    await run('comment.cancel', [], begun);
    assert.deepEqual([isTextShown('Drop the anchor.'), isTextShown('Drop it.')], [false, false]);
    const changed = await begin();
    changed.body = new vscode.MarkdownString('```suggestion\nDrop it.\n```');
    await run('comment.send', [], changed);
    assert.ok(isTextShown('+Drop it.'));
  });

  it('is shown as a diff while it is pending, too', async () => {
    const thread = newThread(page.uri, { start: 5, end: 5 });
    await run('comment.addToReview', [], { thread, text: 'Begins the review.' });
    await vscode.window.showTextDocument(page.uri, { selection: new vscode.Range(0, 0, 0, 3) });
    await run('comment.suggest', []);
    const begun = commentWithText('Drop the anchor.');
    begun.body = new vscode.MarkdownString('```suggestion\nDrop the anchors.\n```');
    await run('comment.save', [], begun);
    const waiting = commentWithText('Drop the anchors.');
    assert.equal(waiting.contextValue, 'comment.pending');
    assert.equal(textOfComment(waiting), '```diff\n-Drop the anchor.\n+Drop the anchors.\n```');
    await run('comment.edit', [], waiting);
    assert.equal(textOfComment(waiting), '```suggestion\nDrop the anchors.\n```');
    await run('comment.cancel', [], waiting);
    assert.deepEqual(storedPendingComments(), ['Begins the review.', '```suggestion\nDrop the anchors.\n```']);
    await deletePendingComments();
    await eventually(() => assert.deepEqual(['Begins', 'Drop the anchors.'].filter(isTextShown), []));
  });

  itWithOptional('is applied while its lines are unchanged, and only once', async () => {
    on.server.fail({ kind: 'dropped', isDone: true }, /^POST .*\/content$/, 1);
    edit(`First, look around.\n\n${text}`);
    const answers = answerPrompts('Apply');
    answers.press('Resolve Conversation');
    await vscode.commands.executeCommand('marginalia.comment.applySuggestion', comment());
    answers.restore();
    assert.match(answers.transcript.join('\n'), /"Pay out the line\. Then wait\."\n\nbecomes\n\n"Pay out twice/);
    const applied = `First, look around.\n\n${text.replace('the line', 'twice the line')}`;
    assert.equal((await written()).trim(), applied.trim());
    assert.equal(sentEdits(on.server).length, 1);
    await eventually(() => assert.equal(stored()?.status, 'resolved'));
  });

  itWithOptional('is rejected when its lines have changed', async () => {
    const other = text.replace('Then wait.', 'Then wait a while.');
    edit(other);
    const messages = await run('comment.applySuggestion', [], comment());
    assert.match(messages.join(), /the lines that it was made for are not there any more, or not as they were/);
    assert.equal(sentEdits(on.server).length, 0);
  });

  itWithOptional('is rejected when the page changes during the confirmation', async () => {
    const quicker = text.replace('Go home.', 'Stay.');
    const messages = await run('comment.applySuggestion', [() => (edit(quicker), 'Apply')], comment());
    assert.match(messages.at(-1) ?? '', /"Anchors" has just changed\. Look at it again\.$/);
    assert.equal(sentEdits(on.server).length, 0);
    await run('tree.refresh', []);
    await eventually(async () => assert.equal((await written()).trim(), quicker.trim()));
  });

  itWithOptional('is not applied or offered once its change request is merged', async () => {
    const { changeRequests } = on.sandbox.state;
    const row = changeRequests.all().find(({ space, number }) => space === 'heron-manual' && number === 8);
    changeRequests.put({ ...(row ?? assert.fail()), status: 'merged' });
    const messages = await run('comment.applySuggestion', [], comment());
    assert.match(messages.join(), /^Could not apply the suggestion: #8 ".*" is merged\./);
    await run('tree.refresh', []);
    await eventually(() => assert.equal(comment().contextValue, 'comment.edit.delete.suggestion'));
  });

  if (documentedOnly) {
    it('can only be copied when the server offers only read access to pages', async () => {
      const messages = await run('comment.applySuggestion', ['Apply'], comment());
      assert.match(messages.at(-1) ?? '', /this server lets clients read pages only/);
      await run('tree.refresh', []);
      await eventually(() => assert.equal(comment().contextValue, 'comment.edit.delete.suggestion'));
    });
  }
});
