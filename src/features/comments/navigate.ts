import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { CommentsContext } from './context.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';

/** Shows the unresolved conversation that comes next in the change request, on whichever page it is. */
export async function showNext(
  { discussions, threads }: CommentsContext,
  direction: 'after' | 'before',
): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const discussion = editor && discussions.of(editor.document.uri);
  if (!editor || !discussion) throw new Failure('Open a page of a change request first.');
  await discussions.open(editor.document.uri);
  const open = await inReadingOrder(discussion);
  if (open.length === 0) {
    void vscode.window.setStatusBarMessage('No conversation is open here.', 5000);
    return;
  }
  const next = neighbour(open, editor, direction);
  if (!next) return;
  const { uri, range } = next.placement;
  const shown = threads.ofConversation(discussion, next.comment.id);
  if (shown) shown.thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  const line = range?.end ?? 0;
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(line, 0, line, 0), preview: true });
  const position = open.indexOf(next) + 1;
  void vscode.window.setStatusBarMessage(`Open conversation ${position} of ${open.length}`, 5000);
}

/** The conversations that are not resolved, page by page from top to bottom; first those on everything. */
async function inReadingOrder(discussion: Discussion): Promise<PlacedConversation[]> {
  await discussion.settled();
  const pages = await discussion.pageOrder();
  const rank = ({ placement }: PlacedConversation) => pages.get(placement.uri.toString()) ?? -1;
  const line = ({ placement }: PlacedConversation) => placement.range?.start ?? -1;
  return discussion.conversations
    .filter(({ comment }) => comment.status !== 'resolved')
    .sort((one, other) => rank(one) - rank(other) || line(one) - line(other));
}

function neighbour(
  open: PlacedConversation[],
  { document, selection }: vscode.TextEditor,
  direction: 'after' | 'before',
): PlacedConversation | undefined {
  const step = direction === 'after' ? 1 : -1;
  const here = document.uri.toString();
  const inOrder = step === 1 ? open : open.toReversed();
  const isHere = ({ placement }: PlacedConversation) => placement.uri.toString() === here;
  const lineOf = ({ placement }: PlacedConversation) => placement.range?.end ?? 0;
  const onPage = inOrder.filter(isHere).find(one => step * (lineOf(one) - selection.active.line) > 0);
  const lastHere = inOrder.findLast(isHere);
  const behind = lastHere && inOrder[inOrder.indexOf(lastHere) + 1];
  return onPage ?? behind ?? inOrder[0];
}
