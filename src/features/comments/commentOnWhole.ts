import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { overviewUri, parseContentUri } from '../../model/content/address.ts';
import { Failure } from '../../api/failure.ts';
import { openAddressOf } from '../../model/content/openAddresses.ts';
import { resourceOf } from '../../ui/tree/node.ts';
import type { ChangeRequestResource } from '../changeRequests/node.ts';
import { findDocumentOf } from '../picking/findDocument.ts';
import { documentOfTarget } from '../content/node.ts';
import { isNewBox } from './boxes.ts';
import type { CommentsContext } from './context.ts';
import { subjectOfNewComment } from '../../model/discussions/subject.ts';
import { waitForRoundTrip } from './commentingRanges.ts';

/** Opens a new thread about a whole page: the page of a row, or the one in the editor. */
export async function commentOnPage(context: CommentsContext, target: unknown): Promise<void> {
  const uri = await findDocumentOf(context.content, target);
  const isPage = uri && subjectOfNewComment(uri) && parseContentUri(uri);
  if (!isPage) throw new Failure(t('Only pages can be commented on. Open a page of a change request and try again.'));
  await openThread(context, uri);
}

/** Opens a new thread about a whole change request: that of a row, or of the document in the editor. */
export async function commentOnChangeRequest(context: CommentsContext, target: unknown): Promise<void> {
  const uri = overviewOf(target);
  if (!uri)
    throw new Failure(t('Choose a change request in the Marginalia view, or open one of its pages, and try again.'));
  await openThread(context, uri);
}

/** Opens an empty thread on all lines of a document. A comment on all lines is about the whole document. */
async function openThread(context: CommentsContext, requested: vscode.Uri): Promise<void> {
  const { content, discussions, threads, ranges, hiddenComments } = context;
  const uri = openAddressOf(requested);
  const subject = subjectOfNewComment(uri);
  // Throws if the account is not signed in: the document then shows an error instead of text.
  if (subject) await content.place(subject);
  await discussions.open(uri);
  const active = vscode.window.activeTextEditor;
  const isActive = active?.document.uri.toString() === uri.toString();
  const { document } = active && isActive ? active : await vscode.window.showTextDocument(uri, { preview: false });
  const canComment = await ranges.waitUntilApplied(uri);
  if (canComment) await hiddenComments.requireThreadsVisible(uri, () => openThread(context, requested));
  const last = document.lineCount - 1;
  if (canComment && last > 0 && (await openBox(last))) return revealLine(uri, last);
  // A thread created by the extension does the same, but VS Code does not focus its box.
  const { range } = threads.onScreen.openEmpty(uri, undefined);
  revealLine(uri, range ? range.end.line + 1 : 0);
}

/** Makes VS Code open the box of a new thread in the active editor. Returns whether it opened. */
async function openBox(last: number): Promise<boolean> {
  let isOpen = false;
  const listening = vscode.workspace.onDidOpenTextDocument(document => {
    isOpen ||= isNewBox(document);
  });
  const range = { startLineNumber: 1, startColumn: 1, endLineNumber: last + 1, endColumn: 1 };
  try {
    await vscode.commands.executeCommand('workbench.action.addComment', { range });
    // After the round trip, VS Code has opened the document of the box, even on a slow machine.
    await waitForRoundTrip();
    return isOpen;
  } catch {
    // The command is not part of the public API, so a version of VS Code without it is not a failure.
    return false;
  } finally {
    listening.dispose();
  }
}

/** Scrolls a line to the middle of the editor, so that the threads above and below it are visible. */
export function revealLine(uri: vscode.Uri, line: number): void {
  const address = uri.toString();
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === address);
  editor?.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
}

function overviewOf(target: unknown): vscode.Uri | undefined {
  const row = resourceOf<ChangeRequestResource>(target, 'changeRequest');
  if (row) return overviewUri({ connection: row.connection.id, space: row.space, changeRequest: row.number });
  const uri = documentOfTarget(target);
  const subject = uri && subjectOfNewComment(uri);
  if (subject?.version.kind !== 'changeRequest') return undefined;
  const { connection, space, version } = subject;
  return overviewUri({ connection, space, changeRequest: version.number });
}
