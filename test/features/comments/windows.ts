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
import { conversationContextOf } from '../../../src/features/conversations/context.ts';
import type { Session } from '../../../src/model/session/session.ts';
import { Singletons } from '../../../src/ui/singletons.ts';
import { parts } from '../../host/app.ts';

/** The comments of a window, assembled as the extension does it. */
export interface CommentsWindow extends CommentsContext {
  run(command: string, argument: unknown): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Creates the comments of a window that was opened on a page, with the storage of previous windows. It may have the
 * name of a window that is still open.
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
  const app = { ...all, drafts, singletons: new Singletons<App>(() => app) } as unknown as App;
  const threads = new Threads(app);
  const ranges = new CommentingRanges(app);
  const hiddenComments = new HiddenComments(threads.onScreen);
  const conversations = conversationContextOf(app);
  const { outbox } = conversations;
  const context = { ...app, conversations, outbox, threads, ranges, hiddenComments, navigation: {} };
  await discussions.conversationsOn(page);
  const discussion = discussions.of(page) ?? assert.fail();
  await threads.whenShown(discussion);
  const run = async (command: string, argument: unknown) =>
    commands[`marginalia.comment.${command}`]?.run(context, argument);
  const everything = vscode.Disposable.from(hiddenComments, threads, ranges, drafts, all);
  const close = async () => {
    await discussion.whenIdle();
    everything.dispose();
  };
  return { ...context, run, close };
}

/** Returns the drafts in a storage, as another window sees them. */
export function draftsIn(
  storage: vscode.Uri,
  window = windowName(),
  accountOf: Session['accountOf'] = () => undefined,
): Drafts {
  return new Drafts(vscode.Uri.joinPath(storage, 'drafts'), { notice: () => {}, window, accountOf });
}

/** Returns the name of a window in another process, by default one that is still running. */
export function otherWindow(id = process.ppid): string {
  const [host, start, , ownId] = windowName().split('~');
  return [host, start, id, ownId].join('~');
}
