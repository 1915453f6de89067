import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { createEditorComments, type EditorComments } from '../../../src/features/comments/editorComments.ts';
import type { Drafts } from '../../../src/model/discussions/drafts.ts';
import type { Draft } from '../../../src/model/discussions/draft.ts';
import { eventually } from '../../host/eventually.ts';
import { distantWindow } from '../../host/farAway.ts';
import { addPage } from '../../host/support.ts';
import { replaceWindowProperties } from '../../host/window.ts';
import { isTextShown, screen } from './screen.ts';
import { draftsIn } from './windows.ts';

const changeRequest = { space: 'heron-manual', number: 8 };
const count = 60;

describe('comments in a window', () => {
  const far = distantWindow();
  const { now } = Date;
  let storage: vscode.Uri;
  let page: { id: string; uri: vscode.Uri };
  let states: vscode.EventEmitter<{ focused: boolean }>;
  let editors: vscode.EventEmitter<readonly vscode.TextEditor[]>;
  let comments: EditorComments;
  let drafts: Drafts;
  let restore: () => void;

  beforeEach(async () => {
    const markdown = Array.from({ length: count }, (_, index) => `Paragraph ${index}.\n`).join('\n');
    page = addPage(far.sandbox, changeRequest, { title: 'Watched', markdown });
    comment();
    await far.signIn();
    page.uri = await far.signedInUri(page.uri);
    // The extension creates its own threads with the first document.
    await vscode.workspace.openTextDocument(page.uri);
    await eventually(() => void screen());
    storage = vscode.Uri.file(join(tmpdir(), randomUUID()));
    states = new vscode.EventEmitter();
    editors = new vscode.EventEmitter();
    // VS Code reports the editors of a busy window late.
    restore = replaceWindowProperties({
      onDidChangeWindowState: states.event,
      onDidChangeVisibleTextEditors: editors.event,
    });
    drafts = draftsIn(storage);
    comments = createEditorComments({ ...far.app, discussions: far.discussions, drafts } as unknown as App);
  });
  afterEach(async () => {
    Date.now = now;
    comments.dispose();
    drafts.dispose();
    restore();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(storage, { recursive: true }).then(undefined, () => undefined);
  });

  /** Adds a comment of another user to each paragraph. */
  function comment(): void {
    const { state } = far.sandbox;
    const [row] = state.changeRequests.all().filter(({ space, number }) => space === 'heron-manual' && number === 8);
    const { keys = [] } = state.documents.all().findLast(document => document.page === page.id) ?? assert.fail();
    const by = { postedBy: 'lucia', postedAt: '2026-11-01T10:00:00.000Z', reactions: [] };
    const base = { space: 'heron-manual', changeRequest: row?.id ?? '', revision: row?.revision ?? '', page: page.id };
    for (const [index, key] of keys.entries()) {
      const fields = { id: `watched-${index}`, markdown: `Remark ${index}.`, node: { id: key } };
      state.comments.put({ ...by, ...base, ...fields, status: 'open' });
    }
    state.keepWrites();
  }

  const discussion = () => far.discussions.of(page.uri) ?? assert.fail();
  const asked = () => far.server.requests.filter(request => request.endsWith('/comments')).length;

  async function show(): Promise<void> {
    editors.fire([await vscode.window.showTextDocument(page.uri)]);
    await eventually(() => assert.ok(isTextShown('Remark 0.'), 'no threads yet'));
    await discussion().whenIdle();
  }

  it('are refreshed when the user returns after a while, and not while the window is hidden', async () => {
    await show();
    far.server.requests.length = 0;
    /** Changes the focus of the window, and waits for the duration of two requests. */
    const happens = async (focused: boolean) => {
      states.fire({ focused });
      for (let times = 0; times < 2; times++) await fetch(far.server.url);
      await discussion().whenIdle();
    };
    await happens(true);
    assert.equal(asked(), 0, 'they were just read');
    Date.now = () => now() + 120_000;
    await happens(false);
    assert.equal(asked(), 0, 'nobody looks');
    await happens(true);
    assert.equal(asked(), 1);
  });

  it('show an unsent draft in its conversation, however many there are and wherever it is placed', async () => {
    const { drafts } = comments.context.threads;
    const conversation = `watched-${count - 1}`;
    const draft: Draft = { id: randomUUID(), discussion: discussion().key, text: 'Unsent.', target: {}, conversation };
    await drafts.store(draft);
    drafts.offer(draft.id);
    await show();
    assert.ok(!isTextShown(`Remark ${count - 2}.`));
    await eventually(() => assert.ok(isTextShown('Unsent.') && isTextShown(`Remark ${count - 1}.`)));
  });
});
