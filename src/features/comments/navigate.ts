import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import { escapeLine, tEscaped } from '../../api/escape.ts';
import { documentKey } from '../../model/content/address.ts';
import { findBaseDocument } from '../../model/content/comparison.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { isInDiff, showDiff } from '../../ui/diff.ts';
import * as say from '../../ui/say.ts';
import type { CommentsContext } from './context.ts';
import type { Discussion, PlacedConversation } from '../../model/discussions/discussion.ts';
import { listInReadingOrder } from '../../model/discussions/listing.ts';

/** Shows the next or previous unresolved conversation of the change request, on any page. */
export async function showNextConversation(context: CommentsContext, direction: 'after' | 'before'): Promise<void> {
  const { discussions } = context;
  const editor = vscode.window.activeTextEditor;
  const discussion = editor && discussions.of(editor.document.uri);
  if (!editor || !discussion) throw new Failure(t('Open a page of a change request first.'));
  await discussions.open(editor.document.uri);
  let open = await openOnes(context, discussion);
  let next = neighbour(context, open, editor, direction);
  if (!next || !isOn(editor.document.uri, next)) {
    // The rest of a long discussion is loaded when the user leaves the page.
    await discussion.loadAll();
    next = neighbour(context, (open = await openOnes(context, discussion)), editor, direction);
  }
  if (!next) return say.status(t('No conversation is open here.'));
  if (next.placement.isRough) {
    await discussions.conversationsOn(next.placement.uri);
    next = neighbour(context, (open = await openOnes(context, discussion)), editor, direction) ?? next;
  }
  await showConversation(context, discussion, next);
  const position = open.indexOf(next) + 1;
  say.status(tEscaped`Open conversation ${position} of ${open.length}`);
}

/** Shows the conversation of a link on its page. Throws a Failure if it was deleted. */
export async function showLinkedConversation(
  context: CommentsContext,
  { uri, comment: id }: LinkedConversation,
): Promise<void> {
  const { discussions } = context;
  const discussion = discussions.of(uri);
  const conversation = await discussion?.loadConversation(id);
  if (!discussion || !conversation) {
    throw new Failure(t('Could not open the conversation of the link: it is not there any more. It was deleted.'));
  }
  const placed = async () => {
    await discussion.updatePlacements();
    return discussion.conversations.find(({ comment }) => comment.id === id);
  };
  const rough = await placed();
  if (rough?.placement.isRough) await discussions.conversationsOn(rough.placement.uri);
  const placedConversation = await placed();
  if (placedConversation) await showConversation(context, discussion, placedConversation);
}

/** The target of a link to a conversation: a document of the discussion, and the ID of the first comment. */
export interface LinkedConversation {
  uri: vscode.Uri;
  comment: string;
}

async function showConversation(
  context: CommentsContext,
  discussion: Discussion,
  conversation: PlacedConversation,
): Promise<void> {
  context.threads.expand(discussion, conversation.comment.id);
  const { uri, range } = context.threads.placementOf(discussion, conversation);
  const line = context.threads.editedLines.inEditor(uri, range)?.end ?? 0;
  await show(context, openAddressOf(uri), new vscode.Range(line, 0, line, 0));
}

/**
 * Opens a page as a diff if the active editor is one, and as plain text otherwise. The diff mode survives pages that
 * have no diff.
 */
async function show({ content, navigation }: CommentsContext, uri: vscode.Uri, selection: vscode.Range): Promise<void> {
  const { activeTextEditor: editor } = vscode.window;
  const activeUri = editor?.document.uri.toString();
  if (editor && activeUri === uri.toString()) {
    editor.selection = new vscode.Selection(selection.start, selection.end);
    return editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
  const isComparing = isInDiff() || (activeUri !== undefined && activeUri === navigation.pageWithoutDiff);
  // If the base cannot be read, the page is opened as plain text.
  const compared = isComparing ? await findBaseDocument(content, uri).catch(() => undefined) : undefined;
  if (compared?.base)
    return showDiff(compared.base, uri, `${escapeLine(compared.name, 300)} (#${compared.number})`, selection);
  navigation.pageWithoutDiff = isComparing ? uri.toString() : undefined;
  await vscode.window.showTextDocument(uri, { selection, preview: true });
}

/** Returns the open conversations in reading order, each where it is shown. */
async function openOnes({ threads }: CommentsContext, discussion: Discussion): Promise<PlacedConversation[]> {
  const open = (await listInReadingOrder(discussion)).filter(({ comment }) => comment.status !== 'resolved');
  return open.map(conversation => ({ ...conversation, placement: threads.placementOf(discussion, conversation) }));
}

function isOn(document: vscode.Uri, { placement }: PlacedConversation): boolean {
  return documentKey(placement.uri) === documentKey(document);
}

function neighbour(
  { threads: { editedLines } }: CommentsContext,
  open: PlacedConversation[],
  { document, selection }: vscode.TextEditor,
  direction: 'after' | 'before',
): PlacedConversation | undefined {
  const step = direction === 'after' ? 1 : -1;
  const inOrder = step === 1 ? open : open.toReversed();
  const isHere = (conversation: PlacedConversation) => isOn(document.uri, conversation);
  const lineOf = ({ placement }: PlacedConversation) => editedLines.inEditor(placement.uri, placement.range)?.end ?? 0;
  const onPage = inOrder.filter(isHere).find(one => step * (lineOf(one) - selection.active.line) > 0);
  const lastHere = inOrder.findLast(isHere);
  const behind = lastHere && inOrder[inOrder.indexOf(lastHere) + 1];
  return onPage ?? behind ?? inOrder[0];
}
