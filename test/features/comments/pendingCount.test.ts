import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PendingCount } from '../../../src/features/comments/pendingCount.ts';
import type { Draft } from '../../../src/model/discussions/draft.ts';
import type { Drafts } from '../../../src/model/discussions/drafts.ts';
import { discussionKey, discussionSubjectOf } from '../../../src/model/discussions/subject.ts';
import { changeRequestUri } from '../../host/support.ts';
import { draftsIn } from './windows.ts';

const uri = changeRequestUri('heron-manual', 8);
const otherUri = changeRequestUri('heron-manual', 9);
const discussionOf = (changeRequest: vscode.Uri) => discussionKey(discussionSubjectOf(changeRequest) ?? assert.fail());

describe('number of pending comments in the status bar', () => {
  let storage: vscode.Uri;
  let drafts: Drafts;
  let count: PendingCount;
  const item = {
    ...{ text: '', tooltip: '', command: undefined as vscode.Command | undefined, isShown: false },
    show: () => (item.isShown = true),
    hide: () => (item.isShown = false),
    dispose: () => undefined,
  };

  const activeEditor = new vscode.EventEmitter<vscode.TextEditor | undefined>();
  const activate = (document: vscode.Uri) =>
    activeEditor.fire({ document: { uri: document } } as unknown as vscode.TextEditor);
  const hold = (id: string, changeRequest = uri, fields: Partial<Draft> = {}) =>
    drafts.makePending({ id, discussion: discussionOf(changeRequest), text: `Text of ${id}`, target: {}, ...fields });
  const { executeCommand } = vscode.commands;
  let isReviewing: unknown;

  beforeEach(async () => {
    isReviewing = undefined;
    const recordContext = (command: string, key: string, value: unknown) => {
      assert.deepEqual([command, key], ['setContext', 'marginalia.reviewing']);
      isReviewing = value;
    };
    Object.assign(vscode.commands, { executeCommand: recordContext });
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    drafts = draftsIn(storage);
    await drafts.load();
    const { createStatusBarItem, onDidChangeActiveTextEditor } = vscode.window;
    const stubs = { createStatusBarItem: () => item, onDidChangeActiveTextEditor: activeEditor.event };
    Object.assign(vscode.window, stubs);
    count = new PendingCount(drafts);
    Object.assign(vscode.window, { createStatusBarItem, onDidChangeActiveTextEditor });
  });
  afterEach(async () => {
    Object.assign(vscode.commands, { executeCommand });
    count.dispose();
    drafts.dispose();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  it('follows added and deleted ones, and opens the end of the review', async () => {
    assert.equal(item.isShown, false);
    await hold('a');
    assert.deepEqual([item.text, item.isShown], ['$(comment-draft) 1 pending', true]);
    await hold('b');
    assert.equal(item.text, '$(comment-draft) 2 pending');
    assert.equal(item.tooltip, 'Change request #8: 2 pending comments, sent when you finish your review');
    const { command, arguments: [argument] = [] } = item.command ?? assert.fail();
    assert.deepEqual([command, String(argument)], ['marginalia.review.finish', uri.toString()]);
    for (const id of ['a', 'b']) await drafts.drop(id);
    assert.equal(item.isShown, false);
  });

  it('belongs to the change request of the editor, else to the one with the oldest pending comment', async () => {
    await hold('a', otherUri);
    for (const id of ['b', 'c']) await hold(id);
    assert.deepEqual([item.text, isReviewing], ['$(comment-draft) 1 pending', false]);
    assert.match(item.tooltip, /^Change request #9: 1 pending comment,/);
    activate(uri);
    assert.deepEqual([item.text, isReviewing], ['$(comment-draft) 2 pending', true]);
    assert.match(item.tooltip, /^Change request #8: 2 pending comments,/);
    activate(changeRequestUri('heron-manual', 10));
    assert.deepEqual([item.text, isReviewing], ['$(comment-draft) 1 pending', false]);
  });

  it('stays at the change request while a comment box or another document is active', async () => {
    await hold('a', otherUri);
    for (const id of ['b', 'c']) await hold(id);
    activate(uri);
    activate(vscode.Uri.from({ scheme: 'comment', path: '/commentinput-1.md' }));
    assert.deepEqual([item.text, isReviewing], ['$(comment-draft) 2 pending', true]);
    activeEditor.fire(undefined);
    assert.deepEqual([item.text, isReviewing], ['$(comment-draft) 2 pending', true]);
  });

  it('does not count drafts that are not part of a review', async () => {
    await drafts.store({ id: 'typed', discussion: discussionOf(uri), text: 'Typed', target: {} });
    await hold('a');
    activate(uri);
    assert.equal(item.text, '$(comment-draft) 1 pending');
  });

  it('counts comments and resolutions separately', async () => {
    await hold('a', uri, { conversation: 'one', resolved: true });
    assert.match(item.tooltip, /: 1 pending resolution,/);
    await hold('b', uri, { conversation: 'two', resolved: false });
    assert.match(item.tooltip, /: 2 pending resolutions,/);
    await hold('c');
    assert.match(item.tooltip, /: 3 pending comments and resolutions,/);
  });
});
