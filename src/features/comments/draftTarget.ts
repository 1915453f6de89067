import { parseOverviewUri } from '../../model/content/address.ts';
import { draftFieldsOf } from '../../model/discussions/draft.ts';
import type * as vscode from 'vscode';
import type { Draft } from '../../model/discussions/draft.ts';
import { discussionKey, subjectOfNewComment } from '../../model/discussions/subject.ts';
import { commentBoxes, threadNumber } from './boxes.ts';
import { type EditorComment, editedTextOf } from './editorComment.ts';
import { isExpanded } from './editorThread.ts';
import type { Threads } from './threads.ts';

type Place = Pick<Draft, 'account' | 'discussion' | 'target' | 'isLineUnknown' | 'conversation' | 'edited'>;

/** The target of a text in a comment box, as far as it can be inferred. VS Code does not report it. */
export interface DraftTarget extends Place {
  /** The page of the box. The line of a new comment is unknown. */
  page?: vscode.Uri;
  /** True in a reply box whose conversation cannot be inferred. */
  isConversationUnknown?: boolean;
  /** The edited comment or draft. */
  comment?: EditorComment;
}

/**
 * Returns the target of an edit box: the comment being edited whose text or unsaved edit equals the text of the box.
 * Another extension may have an edit box as well.
 */
export function editedIn(box: vscode.TextDocument, threads: Threads): DraftTarget | undefined {
  const text = box.getText().trim();
  const isHere = (comment: EditorComment) =>
    editedTextOf(comment).trim() === text ||
    threads.drafts.findInBox(({ edited, text: draftText }) => edited === comment.id && draftText.trim() === text) !==
      undefined;
  const comment = threads.onScreen.editing().find(isHere);
  if (!comment) return undefined;
  const { discussion, conversation, id } = comment;
  return { account: threads.drafts.accountOf(comment), discussion, target: {}, conversation, edited: id, comment };
}

/** Returns the target of a reply or new comment: the conversation replied to, or the page. */
export function inferTarget(
  box: vscode.TextDocument,
  threads: Threads,
  page: vscode.Uri | undefined,
): DraftTarget | undefined {
  const subject = page && subjectOfNewComment(page);
  const newTarget = subject && {
    ...{ discussion: discussionKey(subject), target: {}, page },
    ...(!parseOverviewUri(page) && { isLineUnknown: true }),
  };
  const isReply = threadNumber(box, threads.onScreen.controller.id) !== undefined;
  const belonging =
    repliedIn(box, threads) ?? (newTarget && { ...newTarget, ...(isReply && { isConversationUnknown: true }) });
  return belonging && { account: threads.drafts.accountOf(belonging), ...belonging };
}

/**
 * Returns the conversation of a reply box, inferred from the order of the boxes. Boxes exist either for all threads or
 * for the expanded ones, and possibly for threads that VS Code drew before it was told that they take no replies.
 * Returns undefined if several of these lists have as many threads as there are boxes and they disagree.
 */
function repliedIn(box: vscode.TextDocument, threads: Threads): DraftTarget | undefined {
  const { id: controller } = threads.onScreen.controller;
  const numberOf = (document: vscode.TextDocument) => threadNumber(document, controller);
  const number = numberOf(box);
  if (number === undefined) return undefined;
  const numbers = [...new Set(commentBoxes().flatMap(box => numberOf(box) ?? []))].sort((one, other) => one - other);
  const lists = [threads.onScreen.withComments(), threads.onScreen.withReplyBox()];
  const candidates = lists.flatMap(list => [list, list.filter(isExpanded)]);
  const fitting = candidates.filter(({ length }) => length === numbers.length);
  const [shownThread, ...others] = new Set(fitting.map(list => list[numbers.indexOf(number)]));
  const { conversation, discussion, thread } = shownThread ?? {};
  if (others.length > 0 || !conversation || !discussion || !thread) return undefined;
  return { discussion: discussion.key, ...draftFieldsOf(conversation), page: thread.uri };
}

/** Returns true if a draft may have the same target. */
export function canHaveTarget(draft: Place, { discussion, conversation, edited }: DraftTarget): boolean {
  const canBeSame = [conversation, draft.conversation].includes(undefined) || draft.conversation === conversation;
  return draft.discussion === discussion && draft.edited === edited && (edited !== undefined || canBeSame);
}

/** Returns true if a draft certainly has the same target. */
export function hasTarget(draft: Place, belonging: DraftTarget): boolean {
  const { conversation, edited, isConversationUnknown = false } = belonging;
  const isSameConversation = !isConversationUnknown && draft.conversation === conversation;
  return canHaveTarget(draft, belonging) && (edited !== undefined || isSameConversation);
}
