import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { Command, Commands } from '../../ui/command.ts';
import { excerptOf } from '../../model/discussions/commentText.ts';
import { newDraftId, type PreparedComment, targetOfConversation } from '../../model/discussions/draft.ts';
import { editorLink } from '../../model/editorLinks.ts';
import { isTrustedTarget } from '../../ui/trusted.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { showChangesSince } from '../conversations/changesSince.ts';
import { applySeveral } from './applySeveral.ts';
import { commentOnChangeRequest, commentOnPage } from './commentOnWhole.ts';
import type { CommentsContext } from './context.ts';
import { cancelEditing, discardDraft, startEditing, saveEditing, sendDraft } from './edit.ts';
import { showConversations } from './list.ts';
import { type LinkedConversation, showLinkedConversation, showNextConversation } from './navigate.ts';
import { addToReview, postReply, postComment } from './post.ts';
import { prepareComment } from './prepareComment.ts';
import { replyToSeveral, resolveSeveral } from './bulkActions.ts';
import type { EditorComment } from './editorComment.ts';
import { applySuggestion } from '../conversations/applySuggestion.ts';
import { beginSuggestion, copySuggestion } from './suggest.ts';
import { sendSuggestedEdit, suggestEdit } from './suggestedEdit.ts';
import type { EditorThread } from './editorThread.ts';

type Run<T> = (context: CommentsContext, argument: T) => Promise<void> | void;

/** Failures are rethrown, because VS Code clears the reply box when the command succeeds. */
const reply = (action: string, run: Run<vscode.CommentReply>): Command<CommentsContext> => ({
  action,
  rethrow: true,
  accepts: isReply,
  run: (context, argument) => run(context, argument as vscode.CommentReply),
});
const comment = (action: string, run: Run<EditorComment>): Command<CommentsContext> => ({
  action,
  accepts: (_, argument) => isTrustedTarget(argument) && isComment(argument),
  run: (context, argument) => run(context, argument as EditorComment),
});
const thread = (action: string, run: Run<EditorThread>): Command<CommentsContext> => ({
  action,
  accepts: isThread,
  run: (context, argument) => run(context, shownOf(context, argument)),
});

export const commands: Commands<CommentsContext> = {
  'marginalia.comment.create': reply(t('send the comment'), postComment),
  'marginalia.comment.reply': reply(t('send the reply'), postReply),
  'marginalia.comment.replyAndResolve': reply(t('reply and resolve'), answerAndResolve),
  'marginalia.comment.addToReview': reply(t('add the comment to your review'), addToReview),
  'marginalia.comment.edit': comment(t('edit the comment'), startEditing),
  'marginalia.comment.save': comment(t('save the comment'), saveEditing),
  'marginalia.comment.cancel': comment(t('leave the comment as it was'), cancelEditing),
  'marginalia.comment.delete': comment(t('delete the comment'), remove),
  'marginalia.comment.send': comment(t('send the comment'), sendDraft),
  'marginalia.comment.discard': comment(t('discard the text'), discardDraft),
  'marginalia.comment.suggest': { action: t('begin the suggestion'), run: context => beginSuggestion(context) },
  'marginalia.comment.suggestEdit': { action: t('begin the suggestion'), run: suggestEdit },
  'marginalia.comment.sendSuggestedEdit': { action: t('send the suggestion'), run: sendSuggestedEdit },
  'marginalia.comment.copySuggestion': comment(t('copy the suggestion'), copySuggestion),
  'marginalia.comment.applySuggestion': comment(t('apply the suggestion'), apply),
  'marginalia.comment.applySuggestions': { action: t('apply the suggestions'), run: applySeveral },
  'marginalia.comment.prepare': {
    action: t('begin the comment'),
    accepts: (_, argument) => isTrustedTarget(argument) && isPrepared(argument),
    run: (context, argument) => prepareComment(context, argument as PreparedComment),
  },
  'marginalia.comment.show': {
    action: t('show the conversation'),
    accepts: (_, argument) => isTrustedTarget(argument),
    run: (context, argument) => showLinkedConversation(context, argument as LinkedConversation),
  },
  'marginalia.comment.commentOnPage': { action: t('comment on the page'), run: commentOnPage },
  'marginalia.comment.commentOnChangeRequest': {
    action: t('comment on the change request'),
    run: commentOnChangeRequest,
  },
  'marginalia.comment.showConversations': { action: t('show the conversations'), run: showConversations },
  'marginalia.comment.resolveSeveral': { action: t('resolve the conversations'), run: resolveSeveral },
  'marginalia.comment.replyToSeveral': { action: t('reply to the conversations'), run: replyToSeveral },
  'marginalia.comment.next': {
    action: t('go to the next comment'),
    run: context => showNextConversation(context, 'after'),
  },
  'marginalia.comment.previous': {
    action: t('go to the previous comment'),
    run: context => showNextConversation(context, 'before'),
  },
  'marginalia.thread.resolve': thread(t('resolve the conversation'), (context, shownThread) =>
    settle(context, shownThread, 'resolved'),
  ),
  'marginalia.thread.reopen': thread(t('reopen the conversation'), (context, shownThread) =>
    settle(context, shownThread, 'open'),
  ),
  'marginalia.thread.showChangesSince': thread(
    t('show what has changed'),
    ({ content }, { discussion, conversation }) => showChangesSince(content, discussion, conversation),
  ),
  'marginalia.thread.copyLink': thread(t('copy the link'), copyLink),
  'marginalia.thread.resolveInReview': thread(t('add the resolution to your review'), (context, shownThread) =>
    settleInReview(context, shownThread, true),
  ),
  'marginalia.thread.reopenInReview': thread(t('add the reopening to your review'), (context, shownThread) =>
    settleInReview(context, shownThread, false),
  ),
  'marginalia.thread.dismiss': thread(t('close the conversation'), ({ threads }, shownThread) =>
    threads.onScreen.dismiss(shownThread),
  ),
};

function isPrepared(argument: unknown): boolean {
  return typeof argument === 'object' && argument !== null && 'line' in argument;
}

function isComment(argument: unknown): argument is EditorComment {
  return typeof argument === 'object' && argument !== null && 'markdown' in argument;
}

/** Returns whether an argument is a thread of VS Code. The argument of a link is plain JSON without functions. */
function isThread({ threads }: CommentsContext, argument: unknown): argument is vscode.CommentThread {
  if (typeof argument !== 'object' || argument === null) return false;
  const { uri, dispose } = argument as Partial<vscode.CommentThread>;
  const isMade = uri instanceof vscode.Uri && typeof dispose === 'function';
  return isMade || threads.onScreen.of(argument as vscode.CommentThread) !== undefined;
}

function isReply(context: CommentsContext, argument: unknown): boolean {
  const { thread, text } = { ...(argument as Partial<vscode.CommentReply> | null) };
  return typeof text === 'string' && isThread(context, thread);
}

function shownOf({ threads }: CommentsContext, argument: unknown): EditorThread {
  const shownThread = threads.onScreen.of(argument as vscode.CommentThread);
  if (!shownThread) throw new Failure(t('This conversation is not shown any more. Refresh to see what is there now.'));
  return shownThread;
}

/** Copies a link that opens the conversation in the editor of the person who follows it. */
async function copyLink(_: CommentsContext, { discussion, conversation }: EditorThread): Promise<void> {
  if (!conversation) throw new Failure(t('Only what the service has can be linked to: send the comment first.'));
  const link = editorLink(await discussion.place(), { comment: conversation.comment.id });
  await vscode.env.clipboard.writeText(link);
  say.status(t('Link copied'));
}

async function answerAndResolve(context: CommentsContext, reply: vscode.CommentReply): Promise<void> {
  await postReply(context, reply);
  const shownThread = context.threads.onScreen.of(reply.thread);
  if (!shownThread) return;
  try {
    await settle(context, shownThread, 'resolved');
  } catch (error) {
    // The reply is sent, so its text must not stay in the box as if it were unsent.
    context.failures.show(t('resolve the conversation, though your reply is sent'), error);
  }
}

async function settle(
  { threads }: CommentsContext,
  shownThread: EditorThread,
  state: 'open' | 'resolved',
): Promise<void> {
  const { discussion, conversation } = shownThread;
  if (!conversation) return;
  await discussion.sender.change(conversation.comment.id, { resolved: state === 'resolved' });
  await threads.whenShown(discussion);
}

/** Schedules a conversation to be resolved or reopened when the review is finished. */
async function settleInReview(
  { threads }: CommentsContext,
  shownThread: EditorThread,
  resolved: boolean,
): Promise<void> {
  const { discussion, conversation, comments } = shownThread;
  if (!conversation || comments.some(({ draft }) => draft?.resolved !== undefined)) return;
  const { id } = conversation.comment;
  const place = { discussion: discussion.key, conversation: id, target: targetOfConversation(conversation) };
  await threads.drafts.makePending({ id: newDraftId(), ...place, text: '', resolved });
  await threads.whenShown(discussion);
}

async function apply(context: CommentsContext, comment: EditorComment): Promise<void> {
  const { threads } = context;
  const { discussion, conversation } = threads.onScreen.ofComment(comment) ?? {};
  if (!discussion || !conversation) throw new Failure(t('This comment suggests nothing any more.'));
  const { markdown } = comment;
  await applySuggestion(context, { discussion, conversation, markdown }, () => threads.whenShown(discussion));
}

function questionWith(replies: number): string {
  if (replies === 0) return t('Delete this comment?');
  if (replies === 1) return t('Delete this comment and the reply to it?');
  return t`Delete this comment and the ${replies} replies to it?`;
}

async function remove({ threads }: CommentsContext, comment: EditorComment): Promise<void> {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread?.conversation) return;
  const { discussion, conversation } = shownThread;
  const { replies } = conversation.comment;
  const excerpt = tEscaped`"${await excerptOf(comment.markdown, { limit: 150 })}"`;
  const detail = [excerpt, t('It is deleted for everybody, and cannot be brought back.')].join('\n\n');
  await confirm(comment.isReply ? t('Delete this reply?') : questionWith(replies), detail, t('Delete'));
  if (comment.isReply) {
    await discussion.sender.deleteReply(comment.conversation, comment.id);
  } else {
    await discussion.sender.delete(comment.id);
    threads.onScreen.dismiss(shownThread);
  }
  await threads.whenShown(discussion);
}
