import * as vscode from 'vscode';
import { confirm } from '../../ui/prompts.ts';
import type { CommentsContext } from './context.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { Outgoing } from '../../model/discussions/outbox.ts';
import { post } from './post.ts';
import { bodyOf, type ShownComment } from './shownComment.ts';

/** Opens the box in which a comment is edited. */
export function edit({ threads }: CommentsContext, comment: ShownComment): void {
  const shown = threads.ofComment(comment);
  if (!shown) return;
  const current = shown.comments.find(({ id }) => id === comment.id) ?? comment;
  current.mode = vscode.CommentMode.Editing;
  threads.redraw(shown);
}

/** Leaves a comment as it was. */
export async function cancel({ threads, outbox }: CommentsContext, comment: ShownComment): Promise<void> {
  const shown = threads.ofComment(comment);
  if (!shown) return;
  await outbox.forget(boxOf(comment));
  threads.replace(shown, inPreview(comment, comment.markdown));
}

/** Sends the changed text of a comment. */
export async function save(context: CommentsContext, comment: ShownComment): Promise<void> {
  const text = textOf(comment);
  const { discussion } = context.threads.ofComment(comment) ?? {};
  if (comment.draft || !discussion) return sendDraft(context, comment);
  if (text.trim() === comment.markdown.trim()) return cancel(context, comment);
  const { id, conversation } = comment;
  await sendFrom(context, comment, {
    action: 'save the comment',
    draft: { discussion: discussion.key, target: {}, conversation, edited: id },
    send: markdown => change(discussion, conversation, id, markdown),
  });
}

/** Sends a text that an earlier window was left with. */
export async function sendDraft(context: CommentsContext, comment: ShownComment): Promise<void> {
  const { draft } = comment;
  const shown = context.threads.ofComment(comment);
  if (!draft || !shown) return;
  const { discussion, thread } = shown;
  const { conversation, edited, target } = draft;
  const isThere = conversation !== undefined && discussion.get(conversation) !== undefined;
  await sendFrom(context, comment, {
    action: 'send the comment',
    draft,
    send: async markdown => {
      if (!isThere) await post(context, discussion, { thread, target, markdown });
      else if (edited === undefined) await discussion.reply(conversation, markdown);
      else await change(discussion, conversation, edited, markdown);
      await context.threads.drafts.drop(draft.id);
    },
  });
}

/** Throws a text away that was never sent. */
export async function discard({ threads }: CommentsContext, comment: ShownComment): Promise<void> {
  const shown = threads.ofComment(comment);
  if (!comment.draft || !shown) return;
  await confirm('Discard this text?', 'It was never sent, so nobody else has it.', 'Discard');
  await threads.drafts.drop(comment.draft.id);
  await threads.show(shown.discussion);
}

interface Sending {
  action: string;
  draft: ReturnType<Outgoing['draft']>;
  send: (markdown: string) => Promise<unknown>;
}

/** VS Code closes the box of a comment before its text is sent: when that fails, it has to be opened again. */
async function sendFrom({ threads, outbox }: CommentsContext, comment: ShownComment, { action, draft, send }: Sending) {
  const shown = threads.ofComment(comment);
  if (!shown) return;
  const text = textOf(comment);
  threads.replace(shown, { ...inPreview(comment, text), label: 'sending…' });
  try {
    await outbox.send({ box: boxOf(comment), text, action, draft: () => draft, send });
  } catch (error) {
    threads.replace(shown, { ...comment, mode: vscode.CommentMode.Editing, body: bodyOf(text) });
    throw error;
  }
  await threads.shown(shown.discussion);
}

async function change(discussion: Discussion, conversation: string, id: string, markdown: string): Promise<void> {
  const body = { body: { markdown } };
  await (id === conversation ? discussion.change(id, body) : discussion.changeReply(conversation, id, body));
}

function inPreview(comment: ShownComment, text: string): ShownComment {
  return { ...comment, mode: vscode.CommentMode.Preview, body: bodyOf(text) };
}

/** A comment is shown by one object after another; the box is the same. */
function boxOf({ discussion, id }: ShownComment): string {
  return `${discussion} ${id}`;
}

/** VS Code writes what was typed into the body, in whichever form that had. */
function textOf({ body }: ShownComment): string {
  return typeof body === 'string' ? body : body.value;
}
