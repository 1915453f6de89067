import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { DeliveryOptions } from '../../model/discussions/delivery.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import { type Draft, draftFieldsOf, targetOfConversation } from '../../model/discussions/draft.ts';
import { deliverToTarget, sendComment, withQuote } from '../../model/discussions/outbox.ts';
import { isBase } from '../../model/discussions/subject.ts';
import { parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import { confirm } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import { announcePlacement } from '../conversations/newPlace.ts';
import { revealLine } from './commentOnWhole.ts';
import type { CommentsContext } from './context.ts';
import { isOpenDeletedPage } from './deletedPages.ts';
import type { CommentTarget, LineRange } from '../../model/discussions/placement.ts';

/** Starts a conversation with the text typed in an empty thread. */
export async function postComment(context: CommentsContext, { thread, text }: vscode.CommentReply): Promise<void> {
  const { conversations, discussions, threads } = context;
  const discussion = discussions.of(thread.uri);
  if (!discussion) throw new Failure(t('Only the pages of a change request or of the main content take comments.'));
  const lines = linesOf(thread);
  const full = await fullText(context, thread, text);
  const typed = threads.drafts.findInBox(draft => draft.discussion === discussion.key && isText(draft, text));
  const sameDraft = full !== text && typed && { id: typed.id };
  const sent = await sendComment(conversations, {
    discussion,
    box: thread,
    text: full,
    action: t('send the comment'),
    // Until its block is determined, the draft belongs to the place where it was typed.
    draft: {
      discussion: discussion.key,
      target: typed?.target ?? {},
      isLineUnknown: !parseOverviewUri(thread.uri),
      ...sameDraft,
    },
    resolveTarget: () => agreedTarget(context, thread),
    onPosted: id => threads.onScreen.assign(discussion, id, thread),
    refreshView: () => threads.whenShown(discussion),
  });
  if (!sent) return thread.dispose();
  void vscode.commands.executeCommand('setContext', 'marginalia.hasCommented', true);
  const { target } = sent;
  if (full !== text) return notifyIfMoved(context, { thread, target }, false);
  if (isBase(thread.uri)) return say.status(t('Sent: it stands on the page as it is now'));
  const isOnWholePage = target.page !== undefined && target.node === undefined;
  // The comment was typed at the end of the page, but is shown at the top.
  if (isOnWholePage && lines) revealLine(thread.uri, 0);
}

/** Adds the typed text to the review, as a new comment or a reply. */
export async function addToReview(context: CommentsContext, { thread, text }: vscode.CommentReply): Promise<void> {
  const { discussions, outbox, threads } = context;
  const shownThread = threads.onScreen.of(thread);
  const replied = shownThread?.isDeleted ? undefined : shownThread?.conversation;
  const discussion = shownThread?.discussion ?? discussions.of(thread.uri);
  if (discussion?.subject.version.kind !== 'changeRequest')
    throw new Failure(t('Only change requests are reviewed. What is said about the main content is sent at once.'));
  const place = { discussion: discussion.key, ...(replied && draftFieldsOf(replied)) };
  let target: CommentTarget = {};
  const full = await fullText(context, thread, text);
  await outbox.makePending({
    box: thread,
    text: full,
    typed: text,
    place,
    draftFor: async id => {
      const conversation = shownThread?.conversation;
      target = conversation ? draftFieldsOf(conversation).target : await agreedTarget(context, thread);
      if (!replied) threads.onScreen.assign(discussion, id, thread);
      return { ...place, id, target };
    },
  });
  await threads.whenShown(discussion);
  if (full !== text) await notifyIfMoved(context, { thread, target }, true);
  else if (isBase(thread.uri)) say.status(t('Added to your review: it stands on the page as it is now'));
}

/** Tells the user where a quoting comment went, unless it is shown where it was written. */
async function notifyIfMoved(
  { content }: CommentsContext,
  { thread, target }: Pick<Post, 'thread' | 'target'>,
  isPending: boolean,
): Promise<void> {
  const isInPlace = target.page === undefined && (await isOpenDeletedPage(content, thread.uri));
  if (!isInPlace) announcePlacement(target, isPending);
}

async function agreedTarget(
  { discussions, threads }: CommentsContext,
  thread: vscode.CommentThread,
): Promise<CommentTarget> {
  const { targets } = threads.onScreen;
  // The lines of the thread may contain another block by now.
  const known = targets.get(thread);
  if (known) return known;
  const { target, isAll } = await discussions.placements.findTarget(thread.uri, linesOf(thread));
  if (!isAll) await confirmFirstBlockOnly(target);
  targets.set(thread, target);
  return target;
}

/**
 * Returns the text, preceded by a quote of the block if that was deleted. Drafts are saved and looked up in this form.
 */
async function fullText({ discussions }: CommentsContext, thread: vscode.CommentThread, text: string): Promise<string> {
  const isOnChangeRequest = parseContentUri(thread.uri)?.version.kind === 'changeRequest';
  if (isOnChangeRequest || text.trim() === '') return text;
  const { quote } = await discussions.placements.findTarget(thread.uri, linesOf(thread));
  return withQuote(text, quote);
}

function isText(draft: Draft, text: string): boolean {
  return draft.conversation === undefined && draft.text.trim() === text.trim();
}

/** Asks the user to confirm that the comment will be on the first of several selected blocks. Throws when dismissed. */
export function confirmFirstBlockOnly({ preview = '' }: CommentTarget): Promise<void> {
  return confirm(
    t('Comment on the first of these blocks?'),
    tEscaped`A comment hangs on one block. This one will stand at "${preview}".`,
    t('Comment There'),
  );
}

/** Sends the text typed in a thread as a reply. If the conversation was deleted, it starts a new one. */
export async function postReply(context: CommentsContext, { thread, text }: vscode.CommentReply): Promise<void> {
  const { threads, outbox } = context;
  const shownThread = threads.onScreen.of(thread);
  if (!shownThread?.conversation) return postComment(context, { thread, text });
  const { discussion, conversation } = shownThread;
  const { id } = conversation.comment;
  const target = targetOfConversation(conversation);
  await outbox.send({
    box: thread,
    text,
    action: t('send the reply'),
    draft: () => ({ discussion: discussion.key, ...draftFieldsOf(conversation) }),
    send: async (markdown, delivery) => {
      shownThread.isSending = true;
      try {
        if (shownThread.isDeleted) await post(context, discussion, { thread, target, markdown, delivery });
        else await discussion.sender.reply(id, markdown, delivery);
        await threads.whenShown(discussion);
      } finally {
        shownThread.isSending = false;
      }
    },
  });
}

interface Post {
  thread: vscode.CommentThread;
  target: CommentTarget;
  markdown: string;
  delivery: DeliveryOptions;
}

/** Sends a comment for the target of its thread. Throws TargetDeleted if the target was deleted. */
async function post(
  { threads, content, discussions: { placements } }: CommentsContext,
  discussion: Discussion,
  { thread, target, markdown, delivery }: Post,
): Promise<void> {
  const onPosted = (id: string) => threads.onScreen.assign(discussion, id, thread);
  await deliverToTarget(discussion, { content, placements }, { target }, (_, deliver) =>
    deliver(markdown, { ...delivery, onPosted }),
  );
  await threads.whenShown(discussion);
}

function linesOf({ range }: vscode.CommentThread): LineRange | undefined {
  return range && { start: range.start.line, end: range.end.line };
}
