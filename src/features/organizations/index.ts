import * as vscode from 'vscode';
import type { App } from '../../app.ts';

/** Shows the tree, which begins with the organizations, and keeps it in step with writes and accounts. */
export function register(app: App): vscode.Disposable {
  const view = vscode.window.createTreeView('marginalia.spaces', { treeDataProvider: app.tree, showCollapseAll: true });
  const describe = () => {
    view.description = app.session.current?.label ?? '';
    app.tree.refresh();
  };
  return vscode.Disposable.from(
    view,
    app.session.onDidChange(describe),
    app.session.onDidWrite(write => app.tree.hear(write)),
  );
}
