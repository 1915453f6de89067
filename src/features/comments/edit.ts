import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { confirm } from '../../ui/prompts.ts';
import type { CommentsContext } from './context.ts';
import { type Outgoing, sendComment } from '../../model/discussions/outbox.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import { isUnchangedSuggestion } from '../../model/discussions/suggestions.ts';
import { bodyOf, draftComment, editedBody, type EditorComment, editedTextOf } from './editorComment.ts';

/** Opens the box in which a comment is edited. */
export function startEditing({ threads }: CommentsContext, comment: EditorComment): void {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const current = shownThread.comments.find(({ id }) => id === comment.id) ?? comment;
  const change = current.draft && threads.drafts.changeOf(current.draft.id);
  Object.assign(current, { mode: vscode.CommentMode.Editing, body: editedBody(change?.text ?? editedTextOf(current)) });
  threads.onScreen.redraw(shownThread);
  if (current.draft) threads.drafts.startEditing(current.draft.id, 'editor');
}

/** Discards the edit of a comment. */
export async function cancelEditing(context: CommentsContext, comment: EditorComment): Promise<void> {
  const { threads, outbox } = context;
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const { draft } = comment;
  // A failed attempt to send a draft has made it the draft of this box, but it must stay.
  if (!draft) await outbox.forget(boxOf(comment));
  if (draft && (await isUntouched(context, shownThread.discussion, draft))) {
    await threads.drafts.drop(draft.id);
    return threads.show(shownThread.discussion);
  }
  if (draft?.pending !== undefined) await threads.drafts.dropChanges(draft.id);
  else if (draft) await threads.drafts.store(draft);
  if (!draft) await threads.drafts.dropEdit(comment.id);
  threads.onScreen.replace(shownThread, inPreview(comment, comment.markdown));
  if (draft && draft.pending === undefined) threads.drafts.offer(draft.id);
}

/**
 * Returns true if a suggestion still proposes the original text, so that nothing is lost with it. False if that cannot
 * be determined.
 */
async function isUntouched(
  { content, discussions }: CommentsContext,
  discussion: Discussion,
  { target, text }: Draft,
): Promise<boolean> {
  try {
    const placement = await discussions.placements.ofTarget(await discussion.place(), target);
    return await isUnchangedSuggestion(content, placement, text);
  } catch {
    // The page cannot be read now. The user can still discard the suggestion with its own button.
    return false;
  }
}

/** Sends the edited text of a comment. */
export async function saveEditing(context: CommentsContext, comment: EditorComment): Promise<void> {
  const text = editedTextOf(comment);
  const { discussion } = context.threads.onScreen.ofComment(comment) ?? {};
  if (comment.draft?.pending !== undefined) return keepPending(context, comment);
  if (comment.draft || !discussion) return sendDraft(context, comment);
  if (text.trim() === comment.markdown.trim()) return cancelEditing(context, comment);
  const { id, conversation } = comment;
  await sendFrom(context, comment, {
    text,
    action: t('save the comment'),
    draft: () => ({ discussion: discussion.key, target: {}, conversation, edited: id }),
    send: markdown => discussion.sender.edit(conversation, id, markdown),
  });
}

/** Replaces the text of a pending comment. */
async function keepPending({ threads }: CommentsContext, comment: EditorComment): Promise<void> {
  const text = editedTextOf(comment).trim();
  const shownThread = threads.onScreen.ofComment(comment);
  const draft = threads.drafts.get(comment.draft?.id ?? '');
  if (!shownThread || !draft) return;
  if (text === '') throw new Notice(t('There is nothing to keep. Write something first, or discard the comment.'));
  if (threads.drafts.isSending(draft.id))
    throw new Failure(t('It is being sent just now. Change it when it has arrived.'));
  await threads.drafts.confirmChange(draft, text);
  threads.onScreen.replace(shownThread, draftComment({ ...draft, text }, comment.author.name));
  await threads.show(shownThread.discussion);
}

/** Sends an unsent draft, or a pending comment. */
export async function sendDraft(context: CommentsContext, comment: EditorComment): Promise<void> {
  const draft = context.threads.drafts.get(comment.draft?.id ?? '');
  const shownThread = context.threads.onScreen.ofComment(comment);
  if (!draft || !shownThread) return;
  const { discussion, thread } = shownThread;
  const { threads } = context;
  const sent = await sendComment(context.conversations, {
    discussion,
    draft,
    box: boxOf(comment),
    text: editedTextOf(comment),
    action: t('send the comment'),
    onPosted: id => threads.onScreen.assign(discussion, id, thread),
    refreshView: () => threads.whenShown(discussion),
    onMoved: () => refuseIfLost(context, comment),
    send: outgoing => sendFrom(context, comment, outgoing),
  });
  if (!sent) await threads.show(discussion);
}

/** Throws a Failure if the draft was sent or discarded, or its account has signed out, while the user was asked. */
function refuseIfLost({ threads }: CommentsContext, comment: EditorComment): void {
  const { id = '' } = comment.draft ?? {};
  if (!threads.drafts.get(id))
    throw new Failure(t('Could not send the comment: it was sent or discarded in another place meanwhile.'));
  if (threads.onScreen.ofComment(comment)) return;
  threads.drafts.offer(id);
  throw new Failure(
    t(
      'Could not send the comment: its account was signed out meanwhile. Your text is kept, and offered when you sign in again.',
    ),
  );
}

/** Discards an unsent comment, after a confirmation. */
export async function discardDraft({ threads }: CommentsContext, comment: EditorComment): Promise<void> {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!comment.draft || !shownThread) return;
  await confirm(t('Discard this text?'), t('It was never sent, so nobody else has it.'), t('Discard'));
  await threads.drafts.dropChanges(comment.draft.id);
  await threads.drafts.drop(comment.draft.id);
  await threads.show(shownThread.discussion);
}

/** Sends the text of an edit box. VS Code closes the box before the text is sent, so a failure opens it again. */
async function sendFrom(
  { threads, outbox }: CommentsContext,
  comment: EditorComment,
  outgoing: Omit<Outgoing, 'box' | 'failed'>,
): Promise<void> {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const text = editedTextOf(comment);
  threads.onScreen.replace(shownThread, { ...inPreview(comment, text), label: t('sending…') });
  const box = boxOf(comment);
  const onFailed = () => {
    // If the account has signed out, the draft is offered when it signs in again.
    if (!threads.onScreen.ofComment(comment)) return;
    threads.onScreen.replace(shownThread, { ...comment, mode: vscode.CommentMode.Editing, body: editedBody(text) });
    if (!comment.draft) outbox.stopOffering(box);
  };
  try {
    await outbox.send({ ...outgoing, box, onFailed });
  } catch (error) {
    // Because its box was closed, the draft is offered elsewhere until the box is open again.
    if (comment.draft && threads.onScreen.ofComment(comment)) threads.drafts.startEditing(comment.draft.id, 'editor');
    throw error;
  }
  await threads.whenShown(shownThread.discussion);
}

function inPreview(comment: EditorComment, text: string): EditorComment {
  const body = text === comment.markdown ? editedBody(comment.preview) : bodyOf(text);
  return { ...comment, mode: vscode.CommentMode.Preview, body };
}

/** Returns a key for the box of a comment, which stays the same when the comment object is replaced. */
function boxOf({ discussion, id }: EditorComment): string {
  return `${discussion} ${id}`;
}
