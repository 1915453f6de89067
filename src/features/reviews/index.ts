import * as vscode from 'vscode';
import { SignedOut } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';

/** Keeps boxes, rows and the buttons of editors in step with what is viewed. What does so is loaded when it is needed. */
export function register(app: App): vscode.Disposable {
  const { session, reviews, tree, reviewLists, failures } = app;
  let isOurs = false;
  /** Takes in what is in the editor, and what has been shown beside it. */
  const follow = async (editors: readonly vscode.TextEditor[] = []) => {
    const wereOurs = isOurs;
    isOurs = [vscode.window.activeTextEditor, ...editors].some(editor => editor?.document.uri.scheme === scheme);
    if (!isOurs && !wereOurs) return;
    try {
      await (await import('./followEditors.ts')).followEditors(app, editors);
    } catch (error) {
      // The document itself says that nobody is signed in.
      if (!(error instanceof SignedOut)) failures.log('Could not update the review after a change of editors.', error);
    }
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(() => follow()),
    vscode.window.onDidChangeVisibleTextEditors(follow),
    // Another account has viewed other pages, and looks at what is on the screen.
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
