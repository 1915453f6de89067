import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, headAddress, scheme } from '../../model/content/address.ts';
import { recordVisit } from '../../model/reviews/lastSeenRevisions.ts';
import { isViewedIn } from './currentReview.ts';

/** Updates the context key for whether the page in the editor is viewed, and records visits to the pages in editors. */
export async function followEditors(app: App, editors: readonly vscode.TextEditor[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const isViewed = editor && isOurs(editor) ? await isViewedIn(app, editor) : undefined;
  const state = isViewed === undefined ? undefined : isViewed ? 'yes' : 'no';
  if (editor === vscode.window.activeTextEditor)
    await vscode.commands.executeCommand('setContext', 'marginalia.viewed', state);
  for (const { document } of editors.filter(isOurs)) await recordDocumentVisit(app, document.uri);
}

function isOurs({ document }: vscode.TextEditor): boolean {
  return document.uri.scheme === scheme;
}

/** Records that a page of a change request is visible in an editor. */
export async function recordDocumentVisit({ content, context }: App, document: vscode.Uri): Promise<void> {
  const head = headAddress(document);
  const place = head?.version.kind === 'changeRequest' ? await content.changeRequestOf(document) : undefined;
  if (!head || !place) return;
  const entry = await content.lookUp(contentUri(head));
  await recordVisit(content, context.globalState, place, entry?.kind === 'page' ? entry.page : undefined);
}
