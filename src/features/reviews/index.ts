import * as vscode from 'vscode';
import { SignedOut } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';

/** Updates checkboxes, rows and editor buttons when changes are viewed. The code is loaded on demand. */
export function register(app: App): vscode.Disposable {
  const { session, reviews, tree, reviewLists, failures } = app;
  let isOurs = false;
  /** Updates the state of the active editor, and records visits to `editors`. */
  const follow = async (editors: readonly vscode.TextEditor[] = []) => {
    const wereOurs = isOurs;
    isOurs = [vscode.window.activeTextEditor, ...editors].some(editor => editor?.document.uri.scheme === scheme);
    if (!isOurs && !wereOurs) return;
    try {
      await (await import('./followEditors.ts')).followEditors(app, editors);
    } catch (error) {
      // The document itself shows that no account is signed in.
      if (!(error instanceof SignedOut)) failures.log('Could not update the review after a change of editors.', error);
    }
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => follow()),
    vscode.window.onDidChangeVisibleTextEditors(follow),
    // Another account has viewed other pages, and visits the visible ones.
    session.onDidChange(() => follow(vscode.window.visibleTextEditors)),
    reviews.onDidChange(async place => {
      (await import('./viewedCheckboxes.ts')).refreshViewed(app, place);
      await follow();
    }),
    ...[tree, reviewLists].map(({ onDidTick }) =>
      onDidTick(async boxes => (await import('./viewedCheckboxes.ts')).markTicked(app, boxes)),
    ),
  );
}
