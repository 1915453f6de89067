import type * as vscode from 'vscode';
import type { Command } from '../../ui/command.ts';
import { Failure } from '../../ui/failures.ts';
import { confirm } from '../../ui/prompts.ts';
import { beginOnChangeRequest, beginOnPage } from './begin.ts';
import type { Desk } from './desk.ts';
import { cancel, discard, edit, save, sendDraft } from './edit.ts';
import { showNext } from './navigate.ts';
import { answer, create } from './post.ts';
import type { ShownComment } from './present.ts';
import { requestsOf } from '../../model/discussions/requests.ts';
import type { ShownThread } from './threads.ts';

export function commandsOf(desk: Desk): Record<string, Command> {
  const reply = (action: string, run: (desk: Desk, reply: vscode.CommentReply) => Promise<void>): Command => ({
    ...{ action, rethrow: true },
    run: (_, given) => run(desk, given as vscode.CommentReply),
  });
  const comment = (action: string, run: (desk: Desk, comment: ShownComment) => Promise<void> | void): Command => ({
    action,
    run: (_, given) => run(desk, given as ShownComment),
  });
  const thread = (action: string, run: (shown: ShownThread) => Promise<void> | void): Command => ({
    action,
    run: (_, given) => run(shownOf(desk, given)),
  });
  const editor = (action: string, run: (desk: Desk, target: unknown) => Promise<void>): Command => ({
    action,
    run: (_, target) => run(desk, target),
  });
  return {
    'marginalia.comment.create': reply('send the comment', create),
    'marginalia.comment.reply': reply('send the reply', answer),
    'marginalia.comment.replyAndResolve': reply('reply and resolve', answerAndResolve),
    'marginalia.comment.edit': comment('edit the comment', edit),
    'marginalia.comment.save': comment('save the comment', save),
    'marginalia.comment.cancel': comment('leave the comment as it was', cancel),
    'marginalia.comment.delete': comment('delete the comment', remove),
    'marginalia.comment.send': comment('send the comment', sendDraft),
    'marginalia.comment.discard': comment('discard the text', discard),
    'marginalia.comment.commentOnPage': editor('comment on the page', beginOnPage),
    'marginalia.comment.commentOnChangeRequest': editor('comment on the change request', beginOnChangeRequest),
    'marginalia.comment.next': editor('go to the next comment', () => showNext(desk, 'after')),
    'marginalia.comment.previous': editor('go to the previous comment', () => showNext(desk, 'before')),
    'marginalia.thread.resolve': thread('resolve the conversation', shown => settle(desk, shown, 'resolved')),
    'marginalia.thread.reopen': thread('reopen the conversation', shown => settle(desk, shown, 'open')),
    'marginalia.thread.dismiss': thread('close the conversation', shown => desk.threads.dismiss(shown)),
  };
}

function shownOf({ threads }: Desk, given: unknown): ShownThread {
  const shown = threads.of(given as vscode.CommentThread);
  if (!shown) throw new Failure('This conversation is not shown any more. Refresh to see what is there now.');
  return shown;
}

async function answerAndResolve(desk: Desk, reply: vscode.CommentReply): Promise<void> {
  await answer(desk, reply);
  const shown = desk.threads.of(reply.thread);
  if (!shown) return;
  try {
    await settle(desk, shown, 'resolved');
  } catch (error) {
    // The reply is sent: its text must not stay in the box as if it were not.
    desk.app.failures.show('resolve the conversation, though your reply is sent', error);
  }
}

async function settle({ threads }: Desk, shown: ShownThread, state: 'open' | 'resolved'): Promise<void> {
  const { discussion, conversation } = shown;
  if (!conversation) return;
  await requestsOf(await discussion.place()).change(conversation.comment.id, { resolved: state === 'resolved' });
  await threads.shown(discussion);
}

async function remove({ threads }: Desk, comment: ShownComment): Promise<void> {
  const shown = threads.ofComment(comment);
  if (!shown?.conversation) return;
  const { discussion, conversation } = shown;
  const { replies } = conversation.comment;
  const lost = replies === 1 ? ' and the reply to it' : replies > 1 ? ` and the ${replies} replies to it` : '';
  const what = comment.isReply ? 'this reply' : `this comment${lost}`;
  await confirm(`Delete ${what}?`, 'It is deleted for everybody, and cannot be brought back.', 'Delete');
  const requests = requestsOf(await discussion.place());
  if (comment.isReply) {
    await requests.deleteReply(comment.conversation, comment.id);
  } else {
    await requests.delete(comment.id);
    threads.dismiss(shown);
  }
  await threads.shown(discussion);
}
