import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { documentKey } from '../../../src/model/content/address.ts';
import type { Schema } from '../../../src/api/routes.ts';
import type { MarginaliaApi } from '../../../src/publicApi.ts';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { type Answers, answerPrompts } from '../../host/answers.ts';
import { eventually } from '../../host/eventually.ts';
import {
  addPage,
  changeRequestUri,
  documentedOnly,
  editContent,
  itWithOptional,
  marginalia,
  pageUri,
  signedIn,
} from '../../host/support.ts';
import { newThread, screen, threadWithText } from './screen.ts';

const space = 'heron-manual';
const changeRequest = { space, number: 8 };
const run = (command: string, argument?: unknown) => vscode.commands.executeCommand(`marginalia.${command}`, argument);

const original = `# Two-point mooring

## Set it

Drop the upstream anchor and pay out twice the final length of its mooring line.

Drop the downstream anchor.
`;

describe('comments on a page that changes', () => {
  let sandbox: RunningSandbox;
  let api: MarginaliaApi;
  let page: vscode.Uri;
  let pageId: string;

  beforeEach(async () => {
    sandbox = await signedIn();
    api = await marginalia();
    const added = addPage(sandbox, changeRequest, { title: 'Two-point mooring', markdown: original });
    ({ uri: page, id: pageId } = added);
    // The extension creates the threads with the first document of the service.
    await vscode.workspace.openTextDocument(page);
    await api.threads(page);
    await run('tree.refresh');
    await eventually(() => screen());
    await run('comment.create', { thread: newThread(page, { start: 4, end: 4 }), text: 'How long is that?' });
  });
  afterEach(() => sandbox.close());

  const edit = (change: Schema<'ContentEdit'>) => editContent(sandbox, changeRequest, [change]);

  async function changedTo(markdown: string) {
    edit({ operation: 'update_page', page: pageId, document: { markdown } });
    await run('tree.refresh');
    const thread = (await api.threads(page)).find(({ comments }) => comments[0]?.markdown === 'How long is that?');
    return thread ?? assert.fail('the comment is not on its page');
  }

  it('follow their block when lines are inserted before it', async () => {
    const openThread = threadWithText('How long is that?');
    const thread = await changedTo(original.replace('## Set it', '## Parts\n\nTwo of everything.\n\n## Set it'));
    assert.deepEqual([thread.exactness, thread.range], ['node', { start: 8, end: 8 }]);
    assert.equal(threadWithText('How long is that?'), openThread, 'the same thread, moved');
    assert.equal(openThread.range?.start.line, 8);
  });

  it('say that they were made on an earlier version', async () => {
    const thread = await changedTo(`${original}\nOne more line.\n`);
    assert.equal(thread.exactness, 'node');
    assert.match(thread.label, /Written on an earlier version/);
    const openThread = threadWithText('How long is that?');
    assert.equal(openThread.contextValue, 'thread.open.reply.earlier');
    const answers = answerPrompts();
    await run('thread.showChangesSince', openThread);
    answers.restore();
    // Content of the sandbox is not stored on disk.
    if (documentedOnly)
      return assert.match(answers.transcript.join(), /what the page said when this was written is not known/);
    const { original: base, modified } = vscode.window.tabGroups.activeTabGroup.activeTab
      ?.input as vscode.TabInputTextDiff;
    assert.deepEqual([documentKey(modified), base.path], [documentKey(page), page.path]);
    const texts = await Promise.all([base, modified].map(uri => vscode.workspace.openTextDocument(uri)));
    assert.deepEqual(
      texts.map(text => text.getText().includes('One more line.')),
      [false, true],
    );
    const { label = '' } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.match(label, /^Two-point mooring \(since .+ commented\)$/);
  });

  it('say that their text is gone when their block has other text', async () => {
    const thread = await changedTo(
      original.replace(/Drop the upstream[^\n]*/, 'Ask at the harbour office for a berth.'),
    );
    assert.deepEqual([thread.exactness, thread.range], ['replacement', { start: 4, end: 4 }]);
    assert.match(thread.label, /^The commented text is no longer there; this is in its place/);
  });

  it('move to the quoted text when their block is gone', async () => {
    const other = original.replace(
      /Drop the upstream[^\n]*/,
      '> Drop the upstream anchor and pay out three times the final length of its mooring line.',
    );
    const thread = await changedTo(other);
    assert.deepEqual([thread.exactness, thread.range?.start], ['preview', 4]);
    assert.match(thread.label, /has moved or changed; placed by the words it quotes/);
  });

  it('move to the heading above when the text is gone', async () => {
    const thread = await changedTo('# Two-point mooring\n\n## Set it\n\n* Ask somebody.\n');
    if (documentedOnly) {
      // Finding the heading requires the revision in which the comment was written.
      assert.deepEqual([thread.exactness, thread.range], ['page', undefined]);
      return;
    }
    assert.deepEqual([thread.exactness, thread.range], ['heading', { start: 2, end: 2 }]);
    assert.match(thread.label, /^The commented text has changed; placed at its heading/);
  });

  it('move to the page when the heading is gone', async () => {
    const thread = await changedTo('# Moved\n\n* This page has moved.\n');
    assert.deepEqual([thread.exactness, thread.range], ['page', undefined]);
    assert.match(thread.label, /no longer there; placed at the top of its page/);
    assert.equal(threadWithText('How long is that?').range, undefined);
  });

  it('move to the change request when the page is gone, and name the page', async () => {
    edit({ operation: 'delete_page', page: pageId });
    await run('tree.refresh');
    const threads = await api.threads(changeRequestUri(space, 8));
    const thread = threads.find(({ comments }) => comments[0]?.markdown === 'How long is that?');
    assert.match(
      thread?.label ?? '',
      /^About the page "Two-point mooring", which is not there any more · It was at “Drop the upstream anchor/,
    );
    const openThread = threadWithText('How long is that?');
    assert.equal(openThread.uri.toString(), changeRequestUri(space, 8).toString());
    if (documentedOnly) return;
    await run('thread.showChangesSince', openThread);
    const { input, label } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
    assert.ok(input instanceof vscode.TabInputText, 'what was deleted is shown as it was');
    assert.equal(label, 'Two-point mooring (deleted)');
  });

  it('are attached to the right block when they were typed on an older text', async () => {
    await vscode.workspace.openTextDocument(page);
    edit({ operation: 'update_page', page: pageId, document: { markdown: `Put before all.\n\n${original}` } });
    await run('comment.create', { thread: newThread(page, { start: 6, end: 6 }), text: 'The downstream one?' });
    const row = sandbox.state.comments.all().find(({ markdown }) => markdown === 'The downstream one?');
    assert.match(row?.node?.preview ?? '', /^Drop the downstream anchor/);
  });

  describe('on a block that was deleted meanwhile', () => {
    const without = (block: string) =>
      edit({ operation: 'update_page', page: pageId, document: { markdown: original.replace(block, '') } });
    const sent = () => sandbox.state.comments.all().filter(({ markdown }) => markdown.includes('The other one?'));
    const downstream = 'Drop the downstream anchor.\n';
    let reply: { thread: vscode.CommentThread; text: string };
    let answers: Answers;

    beforeEach(async () => {
      await vscode.workspace.openTextDocument(page);
      reply = { thread: newThread(page, { start: 6, end: 6 }), text: 'The other one?' };
      without(downstream);
    });
    afterEach(() => answers.restore());

    it('are sent where their author chooses, with a quotation', async () => {
      answers = answerPrompts('Comment on the Page');
      await run('comment.create', reply);
      assert.match(answers.transcript.join(), /What your comment is about was deleted/);
      assert.deepEqual(
        sent().map(({ page, node, markdown }) => [page, node, markdown]),
        [[pageId, undefined, '> Drop the downstream anchor.\n\nThe other one?']],
      );
    });

    it('stay in their box when their author cancels', async () => {
      answers = answerPrompts(undefined);
      await assert.rejects(async () => run('comment.create', reply), vscode.CancellationError);
      assert.deepEqual(sent(), []);
      assert.ok(screen().threads.has(reply.thread), 'the box is still there');
      without('nothing');
      await run('comment.create', reply);
      assert.match(sent()[0]?.node?.preview ?? '', /^Drop the downstream anchor/);
    });
  });
});

const page = pageUri(space, 8, 'hardware/moorings/two-point.md');

describe('a server with only the documented operations', () => {
  let sandbox: RunningSandbox;
  before(async () => (sandbox = await signedIn({ documentedOnly: true })));
  after(() => sandbox.close());

  it('shows the comments of change requests with replies, and own comments can be edited', async () => {
    const { threads } = await marginalia();
    const thread = await threads(page);
    await run('tree.refresh');
    assert.ok(thread.some(({ comments }) => comments.length > 1));
    await run('comment.create', { thread: newThread(page), text: 'Who am I?' });
    const [comment] = threadWithText('Who am I?').comments;
    assert.equal(comment?.contextValue, 'comment.edit.delete');
    await run('comment.reply', { thread: threadWithText('Who am I?'), text: 'You.' });
    assert.equal(threadWithText('Who am I?').comments.length, 2);
  });
});

describe('going to the next or previous open conversation', () => {
  let sandbox: RunningSandbox;
  before(async () => (sandbox = await signedIn()));
  after(() => sandbox.close());

  it('follows the reading order of the pages in both directions', async () => {
    await (await marginalia()).threads(page);
    await vscode.window.showTextDocument(page, { selection: new vscode.Range(0, 0, 0, 0) });
    const where = () => {
      const editor = vscode.window.activeTextEditor;
      return `${editor?.document.uri.path.split('/').at(-1)}:${editor?.selection.active.line}`;
    };
    // The extension learns the new cursor position after a moment.
    const go = async (command: string) => {
      const before = where();
      await run(command);
      await eventually(() => assert.notEqual(where(), before));
      return where();
    };
    const forth: string[] = [];
    for (let step = 0; step < 4; step++) forth.push(await go('comment.next'));
    assert.equal(new Set(forth).size, 4);
    assert.match(forth[0] ?? '', /^two-point\.md:/);
    assert.equal(await go('comment.previous'), forth[2]);
  });

  itWithOptional('stays in the diff, even on the next page', async () => {
    const { threads } = await marginalia();
    const lines = (await threads(page)).flatMap(({ state, range }) => (state === 'open' && range ? range.end : []));
    await run('page.compareWithBase', page);
    const diff = () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail('no tab');
      assert.ok(input instanceof vscode.TabInputTextDiff, 'the diff was left');
      return documentKey(input.modified);
    };
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    for (const line of lines.toSorted((one, other) => one - other)) {
      await run('comment.next');
      await eventually(() => assert.equal(editor.selection.active.line, line));
      assert.equal(diff(), documentKey(page));
    }
    await run('comment.next');
    assert.notEqual(diff(), documentKey(page));
    const next = await threads(vscode.Uri.parse(diff()));
    const line = vscode.window.activeTextEditor?.selection.active.line;
    assert.ok(next.some(({ range }) => range?.end === line));
  });

  itWithOptional('continues in diffs after a conversation on the overview', async () => {
    const { threads } = await marginalia();
    const overview = changeRequestUri(space, 8).toString();
    await threads(page);
    await run('comment.create', { thread: newThread(changeRequestUri(space, 8)), text: 'All in all?' });
    await run('page.compareWithBase', page);
    const place = () => {
      const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
      return { uri: document.uri.toString(), line: selection.active.line };
    };
    // The extension learns the new cursor position after a moment.
    const go = async (command: string) => {
      const before = place();
      await run(command);
      return eventually(() => {
        assert.notDeepEqual(place(), before);
        return place().uri;
      });
    };
    let before = page.toString();
    for (let uri = before; uri !== overview; uri = await go('comment.previous')) before = uri;
    assert.equal(await go('comment.next'), before);
    const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? assert.fail('no tab');
    assert.ok(input instanceof vscode.TabInputTextDiff, 'the diff was left');
  });

  it('passes several conversations on one line in both directions', async () => {
    const block = 'Pay out the line.\nThen wait.\nThen look.';
    const [first, second] = ['Anchors', 'Buoys'].map(title =>
      addPage(sandbox, changeRequest, { title, markdown: `${block}\n\n${block}\n\nThe end.\n` }),
    );
    assert.ok(first && second);
    await run('tree.refresh');
    for (const { uri } of [first, second]) {
      await (await marginalia()).threads(uri);
      for (const start of [0, 4]) {
        await run('comment.create', { thread: newThread(uri, { start, end: start + 2 }), text: `From line ${start}` });
      }
    }
    const editor = await vscode.window.showTextDocument(first.uri, { selection: new vscode.Range(0, 0, 0, 0) });
    const lineAfter = async (command: string) => {
      const before = editor.selection.active.line;
      await run(command);
      await eventually(() => assert.notEqual(editor.selection.active.line, before));
      return editor.selection.active.line;
    };
    assert.deepEqual([await lineAfter('comment.next'), await lineAfter('comment.next')], [2, 6]);
    assert.equal(await lineAfter('comment.previous'), 2);
    assert.equal(await lineAfter('comment.next'), 6);
    await run('comment.next');
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('nothing is open');
    assert.deepEqual([documentKey(document.uri), selection.active.line], [documentKey(second.uri), 2]);
  });
});
