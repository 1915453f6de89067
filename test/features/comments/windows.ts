import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CommentsApp } from '../../../src/features/comments/app.ts';
import { CommentingRanges } from '../../../src/features/comments/commentingRanges.ts';
import { commands } from '../../../src/features/comments/commands.ts';
import type { CommentsContext } from '../../../src/features/comments/context.ts';
import { Threads } from '../../../src/features/comments/threads.ts';
import { Discussions } from '../../../src/model/discussions/discussions.ts';
import { Drafts } from '../../../src/model/discussions/drafts.ts';
import { windowName } from '../../../src/model/discussions/windowName.ts';
import { Outbox } from '../../../src/model/discussions/outbox.ts';
import { parts } from '../../host/app.ts';

/** The comments of a window, put together as the extension does it. */
export interface CommentsWindow extends CommentsContext {
  run(command: string, given: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * The extension as it is after a window has been opened on a page, with what windows before have left in the storage. It
 * may have the name of one that is open beside others.
 */
export async function openWindow(
  account: { url: string; token: string },
  storage: vscode.Uri,
  page: vscode.Uri,
  name = windowName(),
): Promise<CommentsWindow> {
  const { session, content, failures, log, context: extension, dispose } = parts();
  await session.signIn(account);
  const discussions = new Discussions(session, content, failures);
  const drafts = draftsIn(storage, name);
  const app = { session, content, discussions, drafts, failures, log, context: extension } as unknown as CommentsApp;
  const threads = new Threads(app);
  const ranges = new CommentingRanges(app);
  const context = { ...app, threads, ranges, outbox: new Outbox(drafts), walk: {} };
  await discussions.on(page);
  const discussion = discussions.of(page) ?? assert.fail();
  await threads.shown(discussion);
  const run = async (command: string, given: unknown) => commands[`marginalia.comment.${command}`]?.run(context, given);
  const all = vscode.Disposable.from(threads, ranges, discussions, drafts, { dispose });
  const close = async () => {
    await discussion.settled();
    all.dispose();
  };
  return { ...context, run, close };
}

/** What is kept in a storage, as a window of its own sees it. */
export function draftsIn(storage: vscode.Uri, window = windowName()): Drafts {
  return new Drafts(vscode.Uri.joinPath(storage, 'drafts'), { notice: () => {}, window });
}

/** The name of a window of another process, which goes on running unless it is said which it was. */
export function otherWindow(id = process.ppid): string {
  const [host, start, , own] = windowName().split('~');
  return [host, start, id, own].join('~');
}
