import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { PendingCount } from '../../../src/features/comments/pendingCount.ts';
import type { Drafts } from '../../../src/model/discussions/drafts.ts';
import { keyOf, subjectOf } from '../../../src/model/discussions/subject.ts';
import { changeRequestUri } from '../../host/support.ts';
import { draftsIn } from './windows.ts';

const uri = changeRequestUri('heron-manual', 8);

describe('how much waits for the review, in the status bar', () => {
  let storage: vscode.Uri;
  let drafts: Drafts;
  let count: PendingCount;
  const item = {
    ...{ text: '', tooltip: '', command: undefined as vscode.Command | undefined, isShown: false },
    show: () => (item.isShown = true),
    hide: () => (item.isShown = false),
    dispose: () => undefined,
  };

  beforeEach(async () => {
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    drafts = draftsIn(storage);
    await drafts.load();
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => item });
    count = new PendingCount(drafts);
    Object.assign(vscode.window, { createStatusBarItem });
  });
  afterEach(async () => {
    count.dispose();
    drafts.dispose();
    await vscode.workspace.fs.delete(storage, { recursive: true });
  });

  it('follows what is held back and thrown away, and leads to the end of the review', async () => {
    const discussion = keyOf(subjectOf(uri) ?? assert.fail());
    const hold = (id: string) => drafts.hold({ id, discussion, text: `Text of ${id}`, target: {} });
    assert.equal(item.isShown, false);
    await hold('a');
    assert.deepEqual([item.text, item.isShown], ['$(comment-draft) 1 pending', true]);
    await hold('b');
    assert.equal(item.text, '$(comment-draft) 2 pending');
    assert.equal(item.tooltip, 'Change request #8: 2 pending comments, sent when you finish your review');
    const { command, arguments: [given] = [] } = item.command ?? assert.fail();
    assert.deepEqual([command, String(given)], ['marginalia.review.finish', uri.toString()]);
    for (const id of ['a', 'b']) await drafts.drop(id);
    assert.equal(item.isShown, false);
  });
});
