import * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import type { App } from '../../app.ts';
import type { Command } from '../../ui/command.ts';
import { Failure } from '../../ui/failures.ts';
import { confirm } from '../../ui/prompts.ts';
import { beginOnChangeRequest, beginOnPage } from './begin.ts';
import type { Discussion } from './discussion.ts';
import { showNext } from './navigate.ts';
import type { Outbox } from './outbox.ts';
import type { CommentTarget, Lines } from './placement.ts';
import { bodyOf, type ShownComment } from './present.ts';
import { readConversation, requestsOf } from './requests.ts';
import type { ShownThread, Threads } from './threads.ts';

/** What the commands work on. */
export interface Desk {
  app: App;
  threads: Threads;
  outbox: Outbox;
}

export function commandsOf(desk: Desk): Record<string, Command> {
  const reply = (run: (desk: Desk, reply: vscode.CommentReply) => Promise<void>, action: string): Command => ({
    ...{ action, rethrow: true },
    run: (_, given) => run(desk, given as vscode.CommentReply),
  });
  const comment = (run: (desk: Desk, comment: ShownComment) => Promise<void> | void, action: string): Command => ({
    action,
    run: (_, given) => run(desk, given as ShownComment),
  });
  const thread = (run: (desk: Desk, shown: ShownThread) => Promise<void>, action: string): Command => ({
    action,
    run: (_, given) => run(desk, shownOf(desk, given)),
  });
  return {
    'marginalia.comment.create': reply(create, 'send the comment'),
    'marginalia.comment.reply': reply(answer, 'send the reply'),
    'marginalia.comment.replyAndResolve': reply(answerAndResolve, 'reply and resolve'),
    'marginalia.comment.edit': comment(edit, 'edit the comment'),
    'marginalia.comment.save': comment(save, 'save the comment'),
    'marginalia.comment.cancel': comment(cancel, 'leave the comment as it was'),
    'marginalia.comment.delete': comment(remove, 'delete the comment'),
    'marginalia.comment.send': comment(sendDraft, 'send the comment'),
    'marginalia.comment.discard': comment(discard, 'discard the comment'),
    'marginalia.thread.resolve': thread((_, shown) => settle(desk, shown, true), 'resolve the conversation'),
    'marginalia.thread.reopen': thread((_, shown) => settle(desk, shown, false), 'reopen the conversation'),
    'marginalia.thread.dismiss': thread(async (_, shown) => desk.threads.dismiss(shown), 'close the conversation'),
    'marginalia.comment.commentOnPage': {
      action: 'comment on the page',
      run: (_, target) => beginOnPage(desk, target),
    },
    'marginalia.comment.commentOnChangeRequest': {
      action: 'comment on the change request',
      run: (_, target) => beginOnChangeRequest(desk, target),
    },
    'marginalia.comment.next': { action: 'go to the next comment', run: () => showNext(desk, 'after') },
    'marginalia.comment.previous': { action: 'go to the previous comment', run: () => showNext(desk, 'before') },
  };
}

function shownOf({ threads }: Desk, given: unknown): ShownThread {
  const shown = threads.of(given as vscode.CommentThread);
  if (!shown) throw new Failure('This conversation is not shown any more. Refresh to see what is there now.');
  return shown;
}

/** Begins a conversation with what was typed in an empty thread. */
async function create(desk: Desk, { thread, text }: vscode.CommentReply): Promise<void> {
  const discussion = desk.app.comments.of(thread.uri);
  if (!discussion) throw new Failure('Only the pages of a change request or of the main content take comments.');
  const { range } = thread;
  const lines = range && { start: range.start.line, end: range.end.line };
  const target = await desk.app.comments.placements.targetAt(thread.uri, lines);
  await desk.outbox.send({
    ...{ box: thread, text, action: 'send the comment' },
    draft: { discussion: discussion.key, target },
    send: markdown => postAt(desk, discussion, { thread, lines, target, markdown }),
  });
}

interface Post {
  thread: vscode.CommentThread;
  lines?: Lines | undefined;
  target: CommentTarget;
  markdown: string;
}

async function postAt(desk: Desk, discussion: Discussion, { thread, lines, target, markdown }: Post): Promise<void> {
  const { comments, content } = desk.app;
  try {
    await post(desk, discussion, { thread, target, markdown });
  } catch (error) {
    const place = await discussion.place();
    const { version } = place;
    if (!target.node || !failedAs(error, 'invalid') || version.kind !== 'changeRequest') throw error;
    // The block may have got another key since the page was read.
    content.refresh({ ...place, number: version.number });
    const fresh = await comments.placements.targetAt(thread.uri, lines);
    if (fresh.node === target.node) throw error;
    await post(desk, discussion, { thread, target: fresh, markdown });
  }
}

async function post({ threads }: Desk, discussion: Discussion, { thread, target, markdown }: Post): Promise<void> {
  const { page, node } = target;
  const body = { ...(page && { page }), ...(node && { node }), body: { markdown } };
  threads.expect(body, thread);
  await requestsOf(await discussion.place()).post(body);
  await shownNow(threads, discussion);
}

async function answer(desk: Desk, { thread, text }: vscode.CommentReply): Promise<void> {
  const shown = desk.threads.of(thread);
  if (!shown) return create(desk, { thread, text });
  const { discussion, conversation } = shown;
  if (!conversation) throw new Failure('Send or discard the text in this thread first.');
  const { id, target: { page, node } } = conversation.comment; // prettier-ignore
  const target: CommentTarget = {
    ...(page && { page: page.id }),
    ...(node && { node: node.id, ...(node.preview && { preview: node.preview }) }),
  };
  await desk.outbox.send({
    ...{ box: thread, text, action: 'send the reply' },
    draft: { discussion: discussion.key, conversation: id, target },
    send: async markdown => {
      if (shown.isGone) return post(desk, discussion, { thread, target, markdown });
      await postReply(desk, shown, id, markdown);
    },
  });
}

async function postReply({ threads }: Desk, { discussion }: ShownThread, id: string, text: string): Promise<void> {
  const requests = requestsOf(await discussion.place());
  try {
    await requests.reply(id, text);
  } catch (error) {
    const isGone = failedAs(error, 'notFound') && (await readConversation(requests, id)) === undefined;
    if (!isGone) throw error;
    await discussion.reread(id);
    throw new Failure(
      'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.',
      { cause: error },
    );
  }
  await shownNow(threads, discussion);
}

async function answerAndResolve(desk: Desk, reply: vscode.CommentReply): Promise<void> {
  await answer(desk, reply);
  const shown = desk.threads.of(reply.thread);
  if (!shown) return;
  try {
    await settle(desk, shown, true);
  } catch (error) {
    // The reply is sent: its text must not stay in the box as if it were not.
    desk.app.failures.show('resolve the conversation; the reply is sent', error);
  }
}

async function settle({ threads }: Desk, { discussion, conversation }: ShownThread, resolved: boolean): Promise<void> {
  if (!conversation) return;
  await requestsOf(await discussion.place()).change(conversation.comment.id, { resolved });
  await shownNow(threads, discussion);
}

function edit({ threads }: Desk, comment: ShownComment): void {
  const shown = threads.ofComment(comment);
  if (!shown) return;
  comment.mode = vscode.CommentMode.Editing;
  threads.redraw(shown);
}

/** VS Code closes the box before anything is sent: it has to be opened again when that fails. */
async function save(desk: Desk, comment: ShownComment): Promise<void> {
  if (comment.draft) return sendDraft(desk, comment);
  const { threads, outbox } = desk;
  const shown = threads.ofComment(comment);
  const text = textOf(comment);
  if (!shown || text.trim() === comment.markdown.trim()) return cancel(desk, comment);
  const { discussion } = shown;
  const { id, conversation, isReply } = comment;
  const saving = { ...comment, mode: vscode.CommentMode.Preview, body: bodyOf(text), label: 'saving…' };
  threads.replace(shown, comment, saving);
  try {
    await outbox.send({
      ...{ box: saving, text, action: 'save the comment' },
      draft: { discussion: discussion.key, target: {}, conversation, edited: id },
      send: async markdown => {
        const requests = requestsOf(await discussion.place());
        const body = { body: { markdown } };
        await (isReply ? requests.changeReply(conversation, id, body) : requests.change(id, body));
      },
    });
  } catch (error) {
    const fresh = { ...comment, mode: vscode.CommentMode.Editing, body: bodyOf(text) };
    threads.replace(shown, saving, fresh);
    throw error;
  }
  await shownNow(threads, discussion);
}

async function cancel({ threads, outbox }: Desk, comment: ShownComment): Promise<void> {
  const shown = threads.ofComment(comment);
  if (!shown) return;
  await outbox.forget(comment);
  const text = comment.draft ? comment.draft.text : comment.markdown;
  threads.replace(shown, comment, { ...comment, mode: vscode.CommentMode.Preview, body: bodyOf(text) });
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
  if (comment.isReply) await requests.deleteReply(comment.conversation, comment.id);
  else await requests.delete(comment.id);
  if (!comment.isReply) threads.dismiss(shown);
  await shownNow(threads, discussion);
}

/** Sends a text that was left from an earlier window. */
async function sendDraft(desk: Desk, comment: ShownComment): Promise<void> {
  const { threads, outbox } = desk;
  const { draft } = comment;
  const shown = threads.ofComment(comment);
  if (!draft || !shown) return;
  const { discussion, thread } = shown;
  const { conversation: id, edited } = draft;
  const text = textOf(comment);
  try {
    await outbox.send({
      ...{ box: comment, text, action: 'send the comment', draft },
      send: async markdown => {
        const requests = requestsOf(await discussion.place());
        const body = { body: { markdown } };
        if (id && discussion.get(id)) {
          if (edited === undefined) await requests.reply(id, markdown);
          else await (edited === id ? requests.change(id, body) : requests.changeReply(id, edited, body));
        } else {
          await post(desk, discussion, { thread, target: draft.target, markdown });
        }
      },
    });
  } catch (error) {
    threads.replace(shown, comment, { ...comment, mode: vscode.CommentMode.Editing, body: bodyOf(text) });
    throw error;
  }
  await threads.drafts.drop(draft.id);
  await shownNow(threads, discussion);
}

async function discard({ threads }: Desk, { draft, ...comment }: ShownComment): Promise<void> {
  const shown = threads.ofComment({ ...comment, ...(draft && { draft }) });
  if (!draft || !shown) return;
  await confirm('Discard this text?', 'It was never sent, so nobody else has it.', 'Discard');
  await threads.drafts.drop(draft.id);
  await threads.show(shown.discussion);
}

/** VS Code writes what was typed into the body, in whichever form that had. */
function textOf({ body }: ShownComment): string {
  return typeof body === 'string' ? body : body.value;
}

/** Waits until what was written is to be seen, so that the box is not emptied before. */
async function shownNow(threads: Threads, discussion: Discussion): Promise<void> {
  await discussion.settled();
  await threads.show(discussion);
}
