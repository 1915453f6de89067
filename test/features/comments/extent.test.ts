import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunningSandbox } from '../../../src/sandbox/index.ts';
import { marginalia, pageUri, signedIn } from '../../host/support.ts';
import { loadScreen, screen, threadWithText } from './screen.ts';

const page = pageUri('heron-manual', 8, 'hardware/moorings/README.md');

describe('number of comments and permissions', () => {
  let sandbox: RunningSandbox;
  afterEach(() => sandbox.close());

  async function loadThreads(uri = page): Promise<vscode.CommentThread[]> {
    await loadScreen(uri);
    await (await marginalia()).threads(uri);
    await vscode.commands.executeCommand('marginalia.tree.refresh');
    return [...screen().threads].filter(thread => thread.uri.path.startsWith(uri.path.replace(/\d+\/.*$/, '')));
  }

  it('let all comments and replies load, whatever their number', async () => {
    sandbox = await signedIn();
    const { comments, commentReplies } = sandbox.state;
    const number = (id = '') => sandbox.state.changeRequests.find(id)?.number;
    const existing = comments.all().find(row => row.node && number(row.changeRequest) === 8) ?? assert.fail();
    for (let index = 0; index < 1100; index++) {
      comments.put({ ...existing, id: `many-${index}`, markdown: `Comment ${index}.`, reactions: [] });
      const reply = { comment: 'many-7', postedBy: 'jun', postedAt: existing.postedAt, reactions: [] };
      commentReplies.put({ ...reply, id: `reply-${index}`, markdown: `Reply ${index}.` });
    }
    await loadThreads();
    const thread = threadWithText('Comment 7.');
    assert.equal(thread.comments.length, 1101);
    const all = await (await marginalia()).threads(page);
    assert.ok(all.some(({ comments: [first] }) => first?.markdown === 'Comment 1099.'));
  });

  it('offer neither replies nor edits to a reader', async () => {
    sandbox = await signedIn({ as: 'sam' });
    const readOnly = pageUri('handbook', 1, 'translations.md');
    const threads = await loadThreads(readOnly);
    assert.ok(threads.length > 0);
    for (const thread of threads) {
      assert.equal(thread.canReply, false);
      assert.match(thread.contextValue ?? '', /^thread\.(open|resolved)$/);
      for (const { contextValue } of thread.comments) assert.equal(contextValue, 'comment');
    }
    assert.equal(await commentingRanges(readOnly), null);
  });

  it('let a commenter edit only their own comments', async () => {
    sandbox = await signedIn({ as: 'lucia' });
    for (const thread of await loadThreads()) {
      assert.equal(thread.canReply, true);
      for (const { author, contextValue } of thread.comments) {
        assert.equal(contextValue, author.name === 'Lucía Ferreyra' ? 'comment.edit.delete' : 'comment');
      }
    }
    const ranges = await commentingRanges(page);
    assert.ok(ranges && 'enableFileComments' in ranges && ranges.enableFileComments);
    assert.equal(ranges.ranges?.[0]?.start.line, 0);
  });

  it('let an administrator delete comments of other users', async () => {
    sandbox = await signedIn();
    const values = (await loadThreads()).flatMap(({ comments }) => comments.map(({ contextValue }) => contextValue));
    assert.deepEqual(new Set(values), new Set(['comment.delete', 'comment.edit.delete']));
  });

  it('allow no comments on other documents', async () => {
    sandbox = await signedIn();
    await loadThreads();
    assert.equal(await commentingRanges(pageUri('heron-manual', 8, '.assets/data.json')), null);
    assert.equal(await commentingRanges(vscode.Uri.parse('untitled:notes.md')), null);
  });
});

async function commentingRanges(uri: vscode.Uri) {
  const { commentingRangeProvider } = screen().controller;
  const document = { uri, lineCount: 10 } as vscode.TextDocument;
  const { token } = new vscode.CancellationTokenSource();
  return commentingRangeProvider?.provideCommentingRanges(document, token);
}
