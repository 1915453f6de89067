import * as vscode from 'vscode';
import { Failure, Remark } from '../../api/failure.ts';
import { confirm } from '../../ui/prompts.ts';
import type { CommentsContext } from './context.ts';
import { sendOrAsk } from '../conversations/newPlace.ts';
import type { Outgoing } from '../../model/discussions/outbox.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Draft } from '../../model/discussions/draft.ts';
import { suggestsNothing } from '../../model/discussions/suggestions.ts';
import { deliverAimed, withQuote } from '../../model/discussions/pending.ts';
import { bodyOf, draftComment, editedBody, type ShownComment, textOf } from './shownComment.ts';

/** Opens the box in which a comment is edited. */
export function edit({ threads }: CommentsContext, comment: ShownComment): void {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const current = shownThread.comments.find(({ id }) => id === comment.id) ?? comment;
  Object.assign(current, { mode: vscode.CommentMode.Editing, body: editedBody(textOf(current)) });
  threads.onScreen.redraw(shownThread);
  if (current.draft) threads.drafts.changeIn(current.draft.id, 'editor');
}

/** Leaves a comment as it was. */
export async function cancel(context: CommentsContext, comment: ShownComment): Promise<void> {
  const { threads, outbox } = context;
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const { draft } = comment;
  // What was held back may have been sent meanwhile.
  const isSent = draft?.pending !== undefined && !threads.drafts.get(draft.id);
  await outbox.forget(boxOf(comment));
  if (draft && (await isUntouched(context, shownThread.discussion, draft))) {
    await threads.drafts.drop(draft.id);
    return threads.show(shownThread.discussion);
  }
  if (draft && !isSent) await threads.drafts.keep(draft);
  if (!draft) await threads.drafts.dropEdit(comment.id);
  threads.onScreen.replace(shownThread, inPreview(comment, comment.markdown));
  if (draft && draft.pending === undefined) threads.drafts.leave(draft.id);
}

/** Whether this is a suggestion that was begun, and nothing else. Where that cannot be told it is kept. */
async function isUntouched(
  { content, discussions }: CommentsContext,
  discussion: Discussion,
  { target, text }: Draft,
): Promise<boolean> {
  try {
    const placement = await discussions.placements.ofTarget(await discussion.place(), target);
    return await suggestsNothing(content, placement, text);
  } catch {
    // The page cannot be read just now: it is discarded by its own button.
    return false;
  }
}

/** Sends the changed text of a comment. */
export async function save(context: CommentsContext, comment: ShownComment): Promise<void> {
  const text = textOf(comment);
  const { discussion } = context.threads.onScreen.ofComment(comment) ?? {};
  if (comment.draft?.pending !== undefined) return keepPending(context, comment);
  if (comment.draft || !discussion) return sendDraft(context, comment);
  if (text.trim() === comment.markdown.trim()) return cancel(context, comment);
  const { id, conversation } = comment;
  await sendFrom(context, comment, {
    action: 'save the comment',
    draft: { discussion: discussion.key, target: {}, conversation, edited: id },
    send: markdown => discussion.writing.edit(conversation, id, markdown),
  });
}

/** Gives a text that is held back other words. */
async function keepPending({ threads }: CommentsContext, comment: ShownComment): Promise<void> {
  const text = textOf(comment).trim();
  const shownThread = threads.onScreen.ofComment(comment);
  const draft = threads.drafts.get(comment.draft?.id ?? '');
  if (!shownThread || !draft) return;
  if (text === '') throw new Remark('There is nothing to keep. Write something first, or discard the comment.');
  if (threads.drafts.isSending(draft.id))
    throw new Failure('It is being sent just now. Change it when it has arrived.');
  const changed = { ...draft, text };
  await threads.drafts.keep(changed);
  threads.onScreen.replace(shownThread, draftComment(changed, comment.author.name));
  await threads.show(shownThread.discussion);
}

/** Sends a text that an earlier window was left with, or one that is held back. */
export async function sendDraft(context: CommentsContext, comment: ShownComment): Promise<void> {
  const draft = context.threads.drafts.get(comment.draft?.id ?? '');
  const shownThread = context.threads.onScreen.ofComment(comment);
  if (!draft || !shownThread) return;
  const { discussion, thread } = shownThread;
  const { content, discussions, threads } = context;
  const services = { content, placements: discussions.placements };
  const placed = (id: string) => threads.onScreen.seat(discussion, id, thread);
  const isSent = await sendOrAsk(textOf(comment), place => {
    const aimed = { ...draft, ...(place && { target: place.target }) };
    return sendFrom(context, comment, {
      action: 'send the comment',
      draft: aimed,
      quote: place?.quote ?? draft.quote,
      send: async (markdown, delivery) => {
        await deliverAimed(discussion, services, aimed, (_, deliver) => deliver(markdown, { ...delivery, placed }));
        await threads.afterShowing(discussion);
        await threads.drafts.drop(draft.id);
      },
    });
  });
  if (isSent) return;
  await context.outbox.forget(boxOf(comment));
  await threads.show(discussion);
}

/** Throws a text away that was never sent. */
export async function discard({ threads }: CommentsContext, comment: ShownComment): Promise<void> {
  const shownThread = threads.onScreen.ofComment(comment);
  if (!comment.draft || !shownThread) return;
  await confirm('Discard this text?', 'It was never sent, so nobody else has it.', 'Discard');
  await threads.drafts.drop(comment.draft.id);
  await threads.show(shownThread.discussion);
}

interface Sending {
  action: string;
  draft: ReturnType<Outgoing['draft']>;
  /** What stands above the text. */
  quote?: string | undefined;
  send: Outgoing['send'];
}

/** VS Code closes the box of a comment before its text is sent: when that fails, it has to be opened again. */
async function sendFrom({ threads, outbox }: CommentsContext, comment: ShownComment, sending: Sending): Promise<void> {
  const { action, draft, quote, send } = sending;
  const shownThread = threads.onScreen.ofComment(comment);
  if (!shownThread) return;
  const text = textOf(comment);
  threads.onScreen.replace(shownThread, { ...inPreview(comment, text), label: 'sending…' });
  const box = boxOf(comment);
  const failed = () => {
    // Its account may have signed out: then the text is offered to who signs in again.
    if (!threads.onScreen.ofComment(comment)) return;
    threads.onScreen.replace(shownThread, { ...comment, mode: vscode.CommentMode.Editing, body: editedBody(text) });
    if (!comment.draft) outbox.reopened(box);
  };
  try {
    await outbox.send({ box, text: withQuote(text, quote), action, draft: () => draft, send, failed });
  } catch (error) {
    // Since its box was closed meanwhile, the text is offered elsewhere by now.
    if (comment.draft && threads.onScreen.ofComment(comment)) threads.drafts.changeIn(comment.draft.id, 'editor');
    throw error;
  }
  await threads.afterShowing(shownThread.discussion);
}

function inPreview(comment: ShownComment, text: string): ShownComment {
  const body = text === comment.markdown ? editedBody(comment.preview) : bodyOf(text);
  return { ...comment, mode: vscode.CommentMode.Preview, body };
}

/** A comment is shown by one object after another; the box is the same. */
function boxOf({ discussion, id }: ShownComment): string {
  return `${discussion} ${id}`;
}
