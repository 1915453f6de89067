import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { App } from '../../../src/app.ts';
import { CommentingRanges } from '../../../src/features/comments/commentingRanges.ts';
import { commands } from '../../../src/features/comments/commands.ts';
import type { CommentsContext } from '../../../src/features/comments/context.ts';
import { HiddenComments } from '../../../src/features/comments/hiddenComments.ts';
import { Threads } from '../../../src/features/comments/threads.ts';
import { Drafts } from '../../../src/model/discussions/drafts.ts';
import { windowName } from '../../../src/model/discussions/windowName.ts';
import { Outbox } from '../../../src/model/discussions/outbox.ts';
import type { Session } from '../../../src/model/session/session.ts';
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
  const all = parts();
  const { session, discussions } = all;
  await session.signIn(account);
  const drafts = draftsIn(storage, name, id => session.accountOf(id));
  const app = { ...all, drafts } as unknown as App;
  const threads = new Threads(app);
  const ranges = new CommentingRanges(app);
  const hiddenComments = new HiddenComments(threads.onScreen);
  const context = { ...app, threads, ranges, hiddenComments, outbox: new Outbox(drafts), walk: {} };
  await discussions.on(page);
  const discussion = discussions.of(page) ?? assert.fail();
  await threads.afterShowing(discussion);
  const run = async (command: string, given: unknown) => commands[`marginalia.comment.${command}`]?.run(context, given);
  const everything = vscode.Disposable.from(hiddenComments, threads, ranges, drafts, all);
  const close = async () => {
    await discussion.settled();
    everything.dispose();
  };
  return { ...context, run, close };
}

/** What is kept in a storage, as a window of its own sees it. */
export function draftsIn(
  storage: vscode.Uri,
  window = windowName(),
  accountOf: Session['accountOf'] = () => undefined,
): Drafts {
  return new Drafts(vscode.Uri.joinPath(storage, 'drafts'), { notice: () => {}, window, accountOf });
}

/** The name of a window of another process, which goes on running unless it is said which it was. */
export function otherWindow(id = process.ppid): string {
  const [host, start, , own] = windowName().split('~');
  return [host, start, id, own].join('~');
}
