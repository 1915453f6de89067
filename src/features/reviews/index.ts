import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';

/** Keeps boxes, rows and the buttons of editors in step with what is viewed. What does so is loaded when it is needed. */
export function register(app: App): vscode.Disposable {
  const { reviews, tree, failures } = app;
  const showInEditor = async () => {
    const editor = vscode.window.activeTextEditor;
    const isOurs = editor?.document.uri.scheme === scheme;
    const isViewed = isOurs ? await (await import('./here.ts')).isViewedIn(app, editor) : undefined;
    const state = isViewed === undefined ? undefined : isViewed ? 'yes' : 'no';
    if (editor === vscode.window.activeTextEditor)
      await vscode.commands.executeCommand('setContext', 'marginalia.viewed', state);
  };
  /** Does what nobody waits for. */
  const doing = async (action: string, act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      failures.log(action, error);
    }
  };
  const show = () => doing('Could not show whether the page is viewed.', showInEditor);
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(show),
    reviews.onDidChange(async place => {
      (await import('./boxes.ts')).showViewed(tree, place);
      await show();
    }),
    tree.onDidTick(async boxes => {
      try {
        await (await import('./boxes.ts')).tick(reviews, boxes);
      } catch (error) {
        failures.show('keep what you have viewed', error);
      }
    }),
  );
}
