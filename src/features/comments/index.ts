import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerCommands } from '../../ui/command.ts';
import { CommentingRanges } from './commentingRanges.ts';
import { commands } from './commands.ts';
import { Outbox } from '../../model/discussions/outbox.ts';
import type { ShownComment } from './shownComment.ts';
import { toggled } from './reactions.ts';
import { Threads } from './threads.ts';
import { Typed } from './typed.ts';

export function register(app: App): vscode.Disposable {
  const threads = new Threads(app);
  const { controller } = threads;
  const ranges = new CommentingRanges(app);
  controller.commentingRangeProvider = ranges;
  // Setting `options` as well would switch the reactions off.
  controller.reactionHandler = (comment, reaction) => react(app, threads, comment as ShownComment, reaction);
  const typed = new Typed(app, threads);
  const open = (uri: vscode.Uri) => void app.discussions.open(uri);
  for (const { uri } of vscode.workspace.textDocuments) open(uri);
  return vscode.Disposable.from(
    typed,
    threads,
    ranges,
    registerCommands({ ...app, threads, ranges, outbox: new Outbox(threads.drafts, () => typed.keep()) }, commands),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => open(uri)),
    vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(({ document }) => open(document.uri))),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const { document } of vscode.window.visibleTextEditors) open(document.uri);
    }),
    app.session.onDidChange(() => {
      // Has VS Code ask again where one may comment.
      controller.commentingRangeProvider = ranges;
      for (const { document } of vscode.window.visibleTextEditors) open(document.uri);
    }),
  );
}

/** Adds a reaction of the user, or takes it back. */
async function react(
  app: App,
  threads: Threads,
  comment: ShownComment,
  reaction: vscode.CommentReaction,
): Promise<void> {
  const shown = threads.ofComment(comment);
  const { comment: first, replies = [] } = shown?.conversation ?? {};
  const message = [first, ...replies].find(candidate => candidate?.id === comment.id);
  if (!shown || !message) return;
  try {
    const { discussion } = shown;
    const change = toggled(reaction, message.reactions);
    if (comment.isReply) await discussion.changeReply(comment.conversation, comment.id, change);
    else await discussion.change(comment.id, change);
    await threads.shown(discussion);
  } catch (error) {
    app.failures.show('react to the comment', error);
  }
}
