import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { newDraftId } from '../../model/discussions/draft.ts';
import { discussionSubjectOf } from '../../model/discussions/subject.ts';
import { readLinesAt, suggestionBlock, suggestionIn } from '../../model/discussions/suggestions.ts';
import * as say from '../../ui/say.ts';
import type { CommentsContext } from './context.ts';
import { startEditing } from './edit.ts';
import { confirmFirstBlockOnly } from './post.ts';
import type { EditorComment } from './editorComment.ts';

/**
 * Begins a comment that suggests a replacement for the selected lines. The comment box contains the block, to be
 * edited. The text is stored as a draft until it is sent, and stays pending in a review.
 */
export async function beginSuggestion(context: CommentsContext): Promise<void> {
  const { content, discussions, threads } = context;
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  const subject = uri && parseContentUri(uri) && discussionSubjectOf(uri);
  const discussion = uri && discussions.of(uri);
  if (!subject || !discussion)
    throw new Failure(t('Open a page of a change request, and select what is to be changed.'));
  const place = await content.place(subject);
  if (!(await discussions.canComment(place)))
    throw new Failure(t('Could not begin it: you may not comment on this page.'));
  const lines = { start: editor.selection.start.line, end: editor.selection.end.line };
  const { target, isAll } = await discussions.placements.findTarget(uri, lines);
  const original = target.node && (await readLinesAt(content, await discussions.placements.ofTarget(place, target)));
  if (original === undefined) throw new Failure(noBlock);
  if (!isAll) await confirmFirstBlockOnly(target);
  const draft = { id: newDraftId(), discussion: discussion.key, target, text: suggestionBlock(original) };
  await discussions.open(uri);
  if (threads.drafts.pendingIn(discussion.key).length > 0) {
    await threads.drafts.makePending(draft);
  } else {
    await threads.drafts.store(draft);
    threads.drafts.offer(draft.id);
  }
  await threads.whenShown(discussion);
  const shownThread = threads.onScreen.get(discussion, draft.id);
  const [comment] = shownThread?.comments ?? [];
  if (!shownThread || !comment) return;
  shownThread.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  startEditing(context, comment);
}

/** Copies the lines that a comment suggests. */
export async function copySuggestion(_: CommentsContext, { markdown }: EditorComment): Promise<void> {
  const proposed = suggestionIn(markdown);
  if (proposed === undefined) throw new Failure(t('This comment suggests nothing any more.'));
  await vscode.env.clipboard.writeText(proposed);
  say.status(t('Suggestion copied'));
}

const noBlock = t(
  'Could not begin it: nothing is there that can be changed line by line. Select lines of a paragraph, a list or code.',
);
