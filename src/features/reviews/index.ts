import * as vscode from 'vscode';
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
      failures.log('Could not take in what is looked at.', error);
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
