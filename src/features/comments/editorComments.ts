import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { CommentingRanges } from './commentingRanges.ts';
import type { App } from '../../app.ts';
import { CommentCompletionProvider } from './completion.ts';
import { conversationContextOf } from '../conversations/context.ts';
import type { CommentsContext } from './context.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { openOnPages } from '../../model/reviews/openComments.ts';
import { HiddenComments } from './hiddenComments.ts';
import { PendingCount } from './pendingCount.ts';
import type { EditorComment } from './editorComment.ts';
import { requiredRole } from '../../model/rights.ts';
import { canReply, toggleReaction } from '../../model/discussions/commentText.ts';
import { Threads } from './threads.ts';
import { DraftSaver } from './draftSaver.ts';

/** The comments in the editors of a window. */
export interface EditorComments extends vscode.Disposable {
  /** The context of comment commands. */
  readonly context: CommentsContext;
}

/** Shows comment threads in open documents of the service, including those opened later. */
export function createEditorComments(app: App): EditorComments {
  const conversations = conversationContextOf(app);
  const { outbox } = conversations;
  const threads = new Threads(app);
  const { controller } = threads.onScreen;
  const ranges = new CommentingRanges(app);
  controller.commentingRangeProvider = ranges;
  // Setting `options` as well would switch the reactions off.
  controller.reactionHandler = (comment, reaction) => react(app, threads, comment as EditorComment, reaction);
  const typed = new DraftSaver(app, threads);
  const hiddenComments = new HiddenComments(threads.onScreen);
  /** Makes VS Code request the commenting ranges again. VS Code recreates all visible threads then. */
  const askAnew = () => (controller.commentingRangeProvider = ranges);
  const open = (uri: vscode.Uri) => void app.discussions.open(uri);
  const all = vscode.Disposable.from(
    typed,
    hiddenComments,
    threads,
    ranges,
    new CommentCompletionProvider(app, threads),
    outbox.onWillSend(() => typed.flush()),
    app.discussions.onDidChange(discussion => updateOpenCounts(app, discussion)),
    new PendingCount(app.drafts),
    vscode.window.onDidChangeVisibleTextEditors(editors => editors.forEach(({ document }) => open(document.uri))),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) for (const { document } of vscode.window.visibleTextEditors) open(document.uri);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => void (ranges.isRefused(document) && askAnew())),
    app.session.onDidChange(() => {
      askAnew();
      for (const { document } of vscode.window.visibleTextEditors) open(document.uri);
    }),
  );
  const context = { ...app, conversations, outbox, threads, ranges, hiddenComments, navigation: {} };
  return { context, dispose: () => all.dispose() };
}

/** Updates the number of open comments in the rows of changed pages. */
export function updateOpenCounts(
  { reviews, failures }: Pick<App, 'reviews' | 'failures'>,
  { connection, subject, conversations }: Pick<Discussion, 'connection' | 'subject' | 'conversations'>,
): void {
  const { space, version } = subject;
  if (!connection || version.kind !== 'changeRequest') return;
  const known = openOnPages(conversations.map(({ comment }) => comment));
  const counting = reviews.countComments({ connection, space, number: version.number }, known);
  counting.catch(error => failures.log('Could not count the comments on changed pages.', error));
}

/** Toggles a reaction of the user. */
async function react(
  app: App,
  threads: Threads,
  comment: EditorComment,
  reaction: vscode.CommentReaction,
): Promise<void> {
  const shownThread = threads.onScreen.ofComment(comment);
  const { comment: first, replies = [] } = shownThread?.conversation ?? {};
  const message = [first, ...replies].find(candidate => candidate?.id === comment.id);
  if (!shownThread || !message) return;
  try {
    const { discussion } = shownThread;
    // VS Code offers reactions on every comment.
    if (first && !canReply(first)) throw new Failure(requiredRole.react);
    const change = toggleReaction(reaction, message.reactions);
    if (comment.isReply) await discussion.sender.changeReply(comment.conversation, comment.id, change);
    else await discussion.sender.change(comment.id, change);
    await threads.whenShown(discussion);
  } catch (error) {
    app.failures.show(t('react to the comment'), error);
  }
}
