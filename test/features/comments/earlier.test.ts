import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { baseUri } from '../../../src/model/content/address.ts';
import { showDiff } from '../../../src/ui/diff.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import { stage } from '../../host/stage.ts';
import { addPage, changeRequestUri, editContent, itWithOptional, marginalia } from '../../host/support.ts';
import { openNewThread, deletePendingComments, storedTexts, storedPendingComments, typeInto } from './boxes.ts';
import { isTextShown, newThread, rangesOn, screen, threadWithText } from './screen.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

describe('a comment on an earlier version of a page', () => {
  const on = stage();
  let answers: Answers;
  beforeEach(() => (answers = answerPrompts()));
  afterEach(() => answers.restore());

  const stored = () =>
    on.sandbox.state.changeRequests
      .all()
      .find(({ space, number }) => space === changeRequest.space && number === changeRequest.number);
  const comments = (words: string) =>
    on.sandbox.state.comments.all().filter(({ markdown }) => markdown.includes(words));

  /** Adds a page and edits it as another user. Returns the page and the URI of its earlier version. */
  async function edited(title: string, was: string, is: string | undefined) {
    const page = addPage(on.sandbox, changeRequest, { title, markdown: was });
    const revision = stored()?.revision ?? assert.fail();
    const edit =
      is === undefined
        ? ({ operation: 'delete_page', page: page.id } as const)
        : ({ operation: 'update_page', page: page.id, document: { markdown: is } } as const);
    editContent(on.sandbox, changeRequest, [edit]);
    await run('tree.refresh');
    const path = page.uri.path.split('/').at(-1) ?? '';
    const base = baseUri(page.uri, revision, { path, title });
    const text = (await vscode.workspace.openTextDocument(base)).getText().split('\n');
    const lineOf = (words: string) => text.findIndex(line => line.includes(words));
    await (await marginalia()).threads(is === undefined ? changeRequestUri(changeRequest.space, 8) : page.uri);
    return { ...page, base, lineOf };
  }

  itWithOptional('is attached to the nearest remaining block, with a quotation that is escaped', async () => {
    const gone = 'Two [goes](https://example.com/x) with @mira, **now**.';
    const { base, uri, id, lineOf } = await edited(
      'Half gone',
      `One stays.\n\n${gone}\n\nThree.\n`,
      'One stays.\n\nThree.\n',
    );
    const line = lineOf('Two');
    const thread = newThread(base, { start: line, end: line });
    await run('comment.create', { thread, text: 'Why is it gone?' });
    const [row] = comments('Why is it gone?');
    assert.ok(row);
    assert.equal(
      row.markdown,
      '> Two \\[goes\\](https://example.com/x) with \\@mira, \\*\\*now\\*\\*.\n\nWhy is it gone?',
    );
    assert.equal(row.page, id);
    assert.equal(row.node?.preview, 'One stays.');
    assert.equal(threadWithText('Why is it gone?').uri.path, uri.path);
    assert.equal(threadWithText('Why is it gone?').uri.query.includes('base'), false, 'it stands on what is left');
    assert.ok(!screen().threads.has(thread), 'the box in which it was typed is gone');
    assert.match(
      answers.transcript.at(-1) ?? '',
      /was deleted: your comment is at the nearest text that is left, with a quotation\.$/,
    );
  });

  itWithOptional('is attached to its block when that exists, with a quotation only of changed text', async () => {
    const { base, lineOf } = await edited(
      'Half kept',
      'Stays as it is.\n\nWas like this.\n',
      'Stays as it is.\n\nWas like that.\n',
    );
    for (const words of ['Stays as it is.', 'Was like this.']) {
      const line = lineOf(words);
      await run('comment.create', { thread: newThread(base, { start: line, end: line }), text: `About: ${words}` });
    }
    const [same] = comments('About: Stays');
    const [other] = comments('About: Was');
    assert.equal(same?.markdown, 'About: Stays as it is.');
    assert.equal(same?.node?.preview, 'Stays as it is.');
    assert.equal(other?.markdown, '> Was like this.\n\nAbout: Was like this.');
    assert.ok(other?.node, 'on what became of it');
    assert.equal(other.node.preview, 'Was like that.');
    assert.match(answers.transcript.at(-1) ?? '', /has changed or was deleted: your comment is at/);
  });

  itWithOptional('quotes all selected lines, even of several blocks', async () => {
    const { base, lineOf } = await edited('Much gone', 'Kept.\n\nOne gone.\n\nTwo gone.\n', 'Kept.\n');
    const lines = { start: lineOf('One gone.'), end: lineOf('Two gone.') };
    await run('comment.create', { thread: newThread(base, lines), text: 'Why both?' });
    const [row] = comments('Why both?');
    assert.deepEqual([row?.markdown, row?.node?.preview], ['> One gone.\n>\n> Two gone.\n\nWhy both?', 'Kept.']);
  });

  itWithOptional('without a remaining block is attached to the change request, and names its page', async () => {
    const { base, lineOf } = await edited('All *gone*', 'Only words.\n\nMore words,\nand the last.\n', undefined);
    const line = lineOf('More');
    await run('comment.create', { thread: newThread(base, { start: line, end: line }), text: 'Bring it back' });
    await run('comment.create', { thread: newThread(base), text: 'Bring all back' });
    const [row, whole] = [comments('Bring it back')[0], comments('Bring all back')[0]];
    assert.ok(row && whole);
    assert.equal(row.page, undefined);
    assert.equal(
      row.markdown,
      'On the deleted page “All \\*gone\\*”:\n\n> More words,\n>\n> and the last.\n\nBring it back',
    );
    assert.equal(whole.markdown, 'On the deleted page “All \\*gone\\*”.\n\nBring all back');
    const overview = changeRequestUri(changeRequest.space, 8);
    await eventually(() => assert.equal(threadWithText('Bring it back').uri.path, overview.path));
    assert.match(answers.transcript.at(-1) ?? '', /in the conversation of the change request/);
  });

  itWithOptional('is placed at its line of a deleted page while that is open', async () => {
    const { base, lineOf } = await edited('Gone', 'Only words.\n\nMore words,\nand the last.\n', undefined);
    const [line, last] = [lineOf('More'), lineOf('and the last')];
    await vscode.window.showTextDocument(base);
    await run('comment.create', { thread: newThread(base, { start: line, end: line }), text: 'Bring it back' });
    assert.equal(comments('Bring it back')[0]?.markdown.includes('> More words,\n>\n> and the last.'), true);
    assert.deepEqual(answers.transcript, [], 'it is where it was written');
    const isThere = () => {
      const { uri, range } = threadWithText('Bring it back');
      assert.deepEqual([uri.toString(), range?.end.line], [base.toString(), last]);
    };
    isThere();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const overview = changeRequestUri(changeRequest.space, 8);
    await eventually(() => assert.equal(threadWithText('Bring it back').uri.path, overview.path));
    await vscode.window.showTextDocument(base);
    await eventually(isThere);
  });

  itWithOptional('is placed at its line of a page that is deleted afterwards', async () => {
    const markdown = 'Only words.\n\nMore words.\n';
    const page = addPage(on.sandbox, changeRequest, { title: 'Soon gone', markdown });
    await vscode.window.showTextDocument(page.uri);
    const document = await vscode.workspace.openTextDocument(page.uri);
    const line = document.getText().split('\n').indexOf('More words.');
    await run('comment.create', { thread: newThread(page.uri, { start: line, end: line }), text: 'Too many' });
    const revision = stored()?.revision ?? assert.fail();
    editContent(on.sandbox, changeRequest, [{ operation: 'delete_page', page: page.id }]);
    await run('tree.refresh');
    const path = page.uri.path.split('/').at(-1) ?? '';
    const base = baseUri(page.uri, revision, { path, title: 'Soon gone' });
    await vscode.window.showTextDocument(base);
    await eventually(() => {
      const { uri, range } = threadWithText('Too many');
      assert.deepEqual([uri.toString(), range?.end.line], [base.toString(), line]);
    });
    await run('comment.show', { uri: base, comment: comments('Too many')[0]?.id });
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), base.toString());
  });

  /** Adds pages and deletes them. Returns their earlier URIs. */
  async function deleted(texts: Record<string, string>): Promise<vscode.Uri[]> {
    const pages = Object.entries(texts).map(([title, markdown]) => ({
      title,
      ...addPage(on.sandbox, changeRequest, { title, markdown }),
    }));
    const revision = stored()?.revision ?? assert.fail();
    const edits = pages.map(({ id }) => ({ operation: 'delete_page', page: id }) as const);
    editContent(on.sandbox, changeRequest, edits);
    await run('tree.refresh');
    return pages.map(({ title, uri }) => baseUri(uri, revision, { path: uri.path.split('/').at(-1) ?? '', title }));
  }

  itWithOptional('is not placed on another deleted page with an equal line', async () => {
    const overview = changeRequestUri(changeRequest.space, changeRequest.number);
    const [first, second] = await deleted({ 'Gone first': 'First.\n\nSee also\n', 'Gone second': 'See also\n' });
    assert.ok(first && second);
    await vscode.window.showTextDocument(second);
    const text = (await vscode.workspace.openTextDocument(second)).getText().split('\n');
    const line = text.indexOf('See also');
    await run('comment.create', { thread: newThread(second, { start: line, end: line }), text: 'On the second' });
    await run('comment.create', { thread: newThread(second), text: 'On all of it' });
    await eventually(() => assert.equal(threadWithText('On the second').uri.toString(), second.toString()));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.window.showTextDocument(first);
    await run('comment.create', { thread: newThread(first), text: 'On the first' });
    await eventually(() => assert.equal(threadWithText('On the first').uri.toString(), first.toString()));
    assert.equal(threadWithText('On the second').uri.path, overview.path);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  itWithOptional('is pending with its quotation, and is sent with it', async () => {
    const { base, lineOf } = await edited('Half held', 'Kept.\n\nLost line.\n', 'Kept.\n');
    const line = lineOf('Lost line.');
    await run('comment.addToReview', { thread: newThread(base, { start: line, end: line }), text: 'Held back' });
    assert.deepEqual(storedPendingComments(), ['> Lost line.\n\nHeld back']);
    assert.deepEqual(comments('Held back'), []);
    answers.restore();
    answers = answerPrompts('Comment', '');
    await run('review.finish', changeRequestUri(changeRequest.space, changeRequest.number));
    assert.deepEqual(
      comments('Held back').map(({ markdown, node }) => [markdown, node?.preview]),
      [['> Lost line.\n\nHeld back', 'Kept.']],
    );
    assert.deepEqual(storedPendingComments(), []);
  });

  itWithOptional('quotes only the deleted row of a long table', async () => {
    const rows = ['4102', '4110', '4127', '4133', '4152'].map(part => `| ${part} | seal |`);
    const table = (all: readonly string[]) => `${['| Part | Name |', '| --- | --- |', ...all].join('\n')}\n`;
    const { base, lineOf } = await edited('Parts', table(rows), table(rows.toSpliced(2, 1)));
    const line = lineOf('4127');
    await run('comment.create', { thread: newThread(base, { start: line, end: line }), text: 'And this part?' });
    assert.deepEqual(
      comments('And this part?').map(({ markdown }) => markdown),
      ['> \\| 4127 \\| seal \\|\n\nAnd this part?'],
    );
  });

  for (const [name, is] of [
    ['a page', 'Kept.\n'],
    ['a deleted page', undefined],
  ] as const) {
    itWithOptional(`is stored once while it is pending, and says so, of ${name}`, async () => {
      const words = `Typed on ${name}`;
      const { base } = await edited(`Was ${name}`, 'Lost line.\n\nKept.\n', is);
      await vscode.window.showTextDocument(base);
      const { thread, box } = await openNewThread(base);
      await typeInto(box, words);
      await eventually(() => assert.equal(storedTexts(words).length, 1));
      await run('comment.addToReview', { thread, text: words });
      assert.deepEqual(
        [storedPendingComments().length, storedPendingComments()[0]?.includes('\n\n')],
        [1, true],
        'with its quotation',
      );
      // On an open deleted page, the comment is placed where it was written.
      if (is === undefined)
        assert.deepEqual([threadWithText(words).uri.toString(), answers.transcript], [base.toString(), []]);
      else assert.match(answers.transcript.at(-1) ?? '', /is left/);
      await eventually(() => assert.equal(storedTexts(words).length, 0));
      assert.deepEqual(
        [...screen().threads].flatMap(({ comments }) => comments).filter(({ label }) => label?.includes('not sent')),
        [],
      );
      await deletePendingComments();
    });
  }

  itWithOptional('is sent once, with its quotation, on a retry', async () => {
    const { base, lineOf } = await edited('Half lost', 'Kept.\n\nLost.\n', 'Kept.\n');
    const line = lineOf('Lost.');
    const reply = { thread: newThread(base, { start: line, end: line }), text: 'Sent once' };
    on.server.fail({ kind: 'status', status: 400 }, /^POST .*\/comments$/, 1);
    await assert.rejects(async () => run('comment.create', reply));
    assert.deepEqual(comments('Sent once'), []);
    await run('comment.create', reply);
    assert.deepEqual(
      comments('Sent once').map(({ markdown }) => markdown),
      ['> Lost.\n\nSent once'],
    );
    assert.ok(isTextShown('Sent once'));
    await run('comment.create', { thread: newThread(base, { start: line, end: line }), text: '  ' }).then(
      () => assert.fail('an empty comment was sent'),
      () => undefined,
    );
  });

  itWithOptional('can be started on both sides of a diff when commenting is allowed', async () => {
    const { base, uri } = await edited('Both sides', 'Before.\n', 'After.\n');
    await showDiff(base, uri, 'Both sides');
    await eventually(() => assert.deepEqual([rangesOn(base)?.length, rangesOn(uri)?.length], [1, 1]));
  });
});
