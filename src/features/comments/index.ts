import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseOverviewUri } from '../../ui/address.ts';
import { registerCommands } from '../../ui/command.ts';
import { commandsOf } from './commands.ts';
import { subjectOf } from './discussion.ts';
import { Outbox } from './outbox.ts';
import type { ShownComment } from './present.ts';
import { toggled } from './reactions.ts';
import { requestsOf } from './requests.ts';
import { Threads } from './threads.ts';

export function register(app: App): vscode.Disposable {
  const threads = new Threads(app);
  const { controller } = threads;
  const ranges = { provideCommentingRanges: (document: vscode.TextDocument) => rangesIn(app, document) };
  controller.commentingRangeProvider = ranges;
  // Setting `options` as well would switch the reactions off.
  controller.reactionHandler = (comment, reaction) => react(app, threads, comment as ShownComment, reaction);
  const open = (uri: vscode.Uri) => void app.comments.open(uri);
  for (const { uri } of vscode.workspace.textDocuments) open(uri);
  return vscode.Disposable.from(
    app.comments,
    threads,
    registerCommands(app, commandsOf({ app, threads, outbox: new Outbox(threads.drafts) })),
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

/** Every line of a page can be commented on, by those who may. */
async function rangesIn(
  { comments, content }: App,
  document: vscode.TextDocument,
): Promise<vscode.CommentingRanges | null> {
  const subject = subjectOf(document.uri);
  if (!subject) return null;
  try {
    if (!(await comments.mayComment(await content.place({ ...subject, path: '' })))) return null;
  } catch {
    // Nobody is signed in to that account, which the document itself says.
    return null;
  }
  const isOverview = parseOverviewUri(document.uri) !== undefined;
  const all = new vscode.Range(0, 0, document.lineCount - 1, 0);
  return { enableFileComments: true, ranges: isOverview ? [] : [all] };
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
    const requests = requestsOf(await shown.discussion.place());
    const change = toggled(reaction, message.reactions);
    if (comment.isReply) await requests.changeReply(comment.conversation, comment.id, change);
    else await requests.change(comment.id, change);
    await threads.shown(shown.discussion);
  } catch (error) {
    app.failures.show('react to the comment', error);
  }
}
