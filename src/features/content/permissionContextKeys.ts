import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { headAddress, parseDescriptionUri, parseOverviewUri, scheme } from '../../model/content/address.ts';

/**
 * Sets `marginalia.refused.<right>` to the documents in whose space the user lacks a right, so that editor menus hide
 * the commands that need it. Each key lists documents because several editors can be visible at once.
 */
export function registerPermissionContextKeys({ content, discussions, session }: App): vscode.Disposable {
  const { rights } = content;
  /**
   * Spaces whose rights were requested since the rights or the session last changed. Without this, a failing request
   * would be repeated on each tab change.
   */
  const requestedSpaces = new Set<string>();
  const updateContextKeys = () => {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const documents = tabs.flatMap(documentOfTab);
    for (const right of ['comment', 'edit', 'merge'] as const) {
      const refused = documents.filter(uri => {
        const address = addressOf(uri);
        return address && rights.isRefused(right, address);
      });
      void vscode.commands.executeCommand('setContext', `marginalia.refused.${right}`, refused.map(String));
    }
    for (const uri of tabs.filter(({ isActive }) => isActive).flatMap(documentOfTab)) {
      // Fetches the rights in the space if they are not cached.
      void fetchRights(uri).catch(() => undefined);
    }
  };
  const fetchRights = async (uri: vscode.Uri) => {
    const address = addressOf(uri);
    const key = address && `${address.connection} ${address.space}`;
    if (!address || !key || requestedSpaces.has(key)) return;
    requestedSpaces.add(key);
    await discussions.canComment(await content.place({ version: { kind: 'main' }, ...address }));
  };
  const refreshContextKeys = () => {
    requestedSpaces.clear();
    updateContextKeys();
  };
  updateContextKeys();
  return vscode.Disposable.from(
    rights.onDidChange(refreshContextKeys),
    session.onDidChange(refreshContextKeys),
    vscode.window.tabGroups.onDidChangeTabs(updateContextKeys),
  );
}

function addressOf(uri: vscode.Uri) {
  return headAddress(uri) ?? parseOverviewUri(uri) ?? parseDescriptionUri(uri);
}

/** Returns the document that the menus of a tab apply to: in a diff editor, the modified side. */
function documentOfTab({ input }: vscode.Tab): vscode.Uri[] {
  const { uri, modified } = { ...(input as { uri?: vscode.Uri; modified?: vscode.Uri } | undefined) };
  const document = uri ?? modified;
  return document?.scheme === scheme ? [document] : [];
}
