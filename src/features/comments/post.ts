import type * as vscode from 'vscode';
import { failedAs } from '../../api/errors.ts';
import { Failure } from '../../ui/failures.ts';
import { reveal } from './begin.ts';
import type { Desk } from './desk.ts';
import type { Discussion } from '../../model/discussions/discussion.ts';
import type { CommentTarget, Lines } from '../../model/discussions/placements.ts';
import { type Conversation, readConversation, requestsOf } from '../../model/discussions/requests.ts';
import type { ShownThread } from './threads.ts';

/** Begins a conversation with what was typed in an empty thread. */
export async function create(desk: Desk, { thread, text }: vscode.CommentReply): Promise<void> {
  const { comments } = desk.app;
  const discussion = comments.of(thread.uri);
  if (!discussion) throw new Failure('Only the pages of a change request or of the main content take comments.');
  const lines = linesOf(thread);
  const letter = { box: thread, text, action: 'send the comment' };
  let target: CommentTarget = {};
  await desk.outbox.send({
    ...letter,
    draft: () => ({ discussion: discussion.key, target }),
    send: async markdown => {
      target = await comments.placements.targetAt(thread.uri, lines);
      await postAtLines(desk, discussion, { thread, lines, target, markdown });
    },
  });
  const isOnWholePage = target.page !== undefined && target.node === undefined;
  // It was typed at the end of the page, and stands at the top now.
  if (isOnWholePage && lines) reveal(thread.uri, 0);
}

/** Replies with what was typed in a thread. In one whose conversation was deleted it begins a new one. */
export async function answer(desk: Desk, { thread, text }: vscode.CommentReply): Promise<void> {
  const shown = desk.threads.of(thread);
  if (!shown?.conversation) return create(desk, { thread, text });
  const { discussion, conversation } = shown;
  const { id } = conversation.comment;
  const target = targetOf(conversation);
  await desk.outbox.send({
    ...{ box: thread, text, action: 'send the reply' },
    draft: () => ({ discussion: discussion.key, conversation: id, target }),
    send: async markdown => {
      shown.isSending = true;
      if (shown.isGone) await post(desk, discussion, { thread, target, markdown });
      else await postReply(desk, shown, id, markdown);
      shown.isSending = false;
    },
  });
}

export interface Post {
  thread: vscode.CommentThread;
  lines?: Lines | undefined;
  target: CommentTarget;
  markdown: string;
}

/** Sends a comment that is to stand where its thread stands. */
export async function post({ app, threads }: Desk, discussion: Discussion, { thread, target, markdown }: Post) {
  const { page, node } = target;
  const body = { ...(page && { page }), ...(node && { node }), body: { markdown } };
  const before = new Set(discussion.conversations.map(({ comment }) => comment.id));
  threads.expect(body, thread);
  try {
    await requestsOf(await discussion.place()).post(body);
  } catch (error) {
    if (!mayHaveArrived(error)) throw error;
    await discussion.settled();
    await app.comments.reread(discussion);
    const arrived = discussion.conversations.find(({ comment }) => {
      return !before.has(comment.id) && comment.body.markdown?.trim() === markdown;
    });
    if (!arrived) throw error;
    // It is shown in a thread of its own by now.
    thread.dispose();
  }
  await threads.shown(discussion);
}

/** Sends a reply. */
export async function postReply(
  { threads }: Desk,
  { discussion }: Pick<ShownThread, 'discussion'>,
  id: string,
  markdown: string,
) {
  const requests = requestsOf(await discussion.place());
  const before = new Set(discussion.get(id)?.replies.map(reply => reply.id));
  try {
    await requests.reply(id, markdown);
  } catch (error) {
    await discussion.reread(id);
    const replies = discussion.get(id)?.replies ?? [];
    const isThere = replies.some(reply => !before.has(reply.id) && reply.body.markdown?.trim() === markdown);
    if (!mayHaveArrived(error) || !isThere) {
      const isGone = failedAs(error, 'notFound') && (await readConversation(requests, id)) === undefined;
      throw isGone ? goneFailure(error) : error;
    }
  }
  await threads.shown(discussion);
}

/** What a conversation hangs on. */
export function targetOf({ comment }: Conversation): CommentTarget {
  const { page, node } = comment.target;
  const preview = node?.preview;
  return { ...(page && { page: page.id }), ...(node && { node: node.id, ...(preview && { preview }) }) };
}

async function postAtLines(desk: Desk, discussion: Discussion, about: Post): Promise<void> {
  try {
    await post(desk, discussion, about);
  } catch (error) {
    const { target, thread, lines } = about;
    const { version, ...place } = await discussion.place();
    const mayBeOld = failedAs(error, 'invalid') && target.node !== undefined && version.kind === 'changeRequest';
    if (!mayBeOld) throw error;
    // The block may have got another key since the page was read.
    desk.app.content.refresh({ ...place, number: version.number });
    const fresh = await desk.app.comments.placements.targetAt(thread.uri, lines);
    if (fresh.node === target.node) throw error;
    await post(desk, discussion, { ...about, target: fresh });
  }
}

/** Whether the service may have got what was sent, although its reply did not get here. */
function mayHaveArrived(error: unknown): boolean {
  return failedAs(error, 'cutOff', 'timedOut', 'notService');
}

function goneFailure(cause: unknown): Failure {
  const message =
    'Could not send the reply: the conversation was deleted meanwhile. Send again to begin a new one with your text.';
  return new Failure(message, { cause });
}

function linesOf({ range }: vscode.CommentThread): Lines | undefined {
  return range && { start: range.start.line, end: range.end.line };
}
