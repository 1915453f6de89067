import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { headAddress, parseOverviewUri, scheme } from '../../model/content/address.ts';

/**
 * Keeps the menus of editors from offering what the user may not do: `marginalia.refused.<right>` lists the documents in
 * whose space that is, so that each of several editors beside each other has its own.
 */
export function registerRefusals({ content: { rights } }: App): vscode.Disposable {
  const tell = () => {
    const shown = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(documentOfTab));
    for (const right of ['comment', 'edit', 'merge'] as const) {
      const refused = shown.filter(uri => {
        const address = headAddress(uri) ?? parseOverviewUri(uri);
        return address && rights.isRefused(right, address);
      });
      void vscode.commands.executeCommand('setContext', `marginalia.refused.${right}`, refused.map(String));
    }
  };
  tell();
  return vscode.Disposable.from(rights.onDidChange(tell), vscode.window.tabGroups.onDidChangeTabs(tell));
}

/** The document that the menus of a tab are about: in a diff, what it was changed to. */
function documentOfTab({ input }: vscode.Tab): vscode.Uri[] {
  const { uri, modified } = { ...(input as { uri?: vscode.Uri; modified?: vscode.Uri } | undefined) };
  const document = uri ?? modified;
  return document?.scheme === scheme ? [document] : [];
}
