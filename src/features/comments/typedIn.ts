import { parseOverviewUri } from '../../model/content/address.ts';
import { targetOf } from '../../model/discussions/draft.ts';
import type * as vscode from 'vscode';
import type { Draft } from '../../model/discussions/draft.ts';
import { keyOf, subjectFor } from '../../model/discussions/subject.ts';
import { boxes, threadNumber } from './boxes.ts';
import { type ShownComment, textOf } from './shownComment.ts';
import { isExpanded } from './shownThread.ts';
import type { Threads } from './threads.ts';

type Place = Pick<Draft, 'account' | 'discussion' | 'target' | 'isLineUnknown' | 'conversation' | 'edited'>;

/** Where a text belongs that is typed in a box, as far as that can be told. VS Code says nothing about it. */
export interface Belonging extends Place {
  /** The page that the box is on. Nothing tells the line where a conversation is begun. */
  page?: vscode.Uri;
  /** What is edited: a comment, or a text that was not sent. */
  comment?: ShownComment;
}

/**
 * The comment that is edited in a box: the one whose text VS Code has filled in, or of which this was typed before.
 * Another extension may have a box of the same kind.
 */
export function editedIn(box: vscode.TextDocument, threads: Threads): Belonging | undefined {
  const text = box.getText().trim();
  const isHere = (comment: ShownComment) =>
    textOf(comment).trim() === text ||
    threads.drafts.findOwn(({ edited, text: draftText }) => edited === comment.id && draftText.trim() === text) !==
      undefined;
  const comment = threads.onScreen.editing().find(isHere);
  if (!comment) return undefined;
  const { discussion, conversation, id } = comment;
  return { account: threads.drafts.accountOf(comment), discussion, target: {}, conversation, edited: id, comment };
}

/** The conversation that is replied to in a box, or the page on which one is begun. */
export function writtenIn(
  box: vscode.TextDocument,
  threads: Threads,
  page: vscode.Uri | undefined,
): Belonging | undefined {
  const subject = page && subjectFor(page);
  const begun = subject && {
    ...{ discussion: keyOf(subject), target: {}, page },
    ...(!parseOverviewUri(page) && { isLineUnknown: true }),
  };
  const belonging = repliedIn(box, threads) ?? begun;
  return belonging && { account: threads.drafts.accountOf(belonging), ...belonging };
}

/** As many boxes as threads that have one, be it all or those that are open: then their order tells which is which. */
function repliedIn(box: vscode.TextDocument, threads: Threads): Belonging | undefined {
  const { id: controller } = threads.onScreen.controller;
  const numberOf = (document: vscode.TextDocument) => threadNumber(document, controller);
  const number = numberOf(box);
  if (number === undefined) return undefined;
  const numbers = [...new Set(boxes().flatMap(box => numberOf(box) ?? []))].sort((one, other) => one - other);
  const all = threads.onScreen.withReplyBox();
  const candidates = [all, all.filter(isExpanded)].find(({ length }) => length === numbers.length);
  const { conversation, discussion, thread } = candidates?.[numbers.indexOf(number)] ?? {};
  if (!conversation || !discussion || !thread) return undefined;
  const { id } = conversation.comment;
  return { discussion: discussion.key, target: targetOf(conversation), conversation: id, page: thread.uri };
}

/** Tells whether a text that was kept belongs where this one does. */
export function isThere(draft: Place, { discussion, conversation, edited }: Belonging): boolean {
  const mayBeSame = [conversation, draft.conversation].includes(undefined) || draft.conversation === conversation;
  return draft.discussion === discussion && draft.edited === edited && (edited !== undefined || mayBeSame);
}
