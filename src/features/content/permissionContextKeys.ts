import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { headAddress, parseDescriptionUri, parseOverviewUri, scheme } from '../../model/content/address.ts';

/**
 * Keeps the menus of editors from offering what the user may not do: `marginalia.refused.<right>` lists the documents in
 * whose space that is, so that each of several editors beside each other has its own.
 */
export function registerPermissionContextKeys({ content, discussions, session }: App): vscode.Disposable {
  const { rights } = content;
  /** Spaces that were asked for since something was last heard: one that refuses is not asked on each change of a tab. */
  const asked = new Set<string>();
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
      // Learns all rights in the space, where they are not known yet.
      void askRights(uri).catch(() => undefined);
    }
  };
  const askRights = async (uri: vscode.Uri) => {
    const address = addressOf(uri);
    const key = address && `${address.connection} ${address.space}`;
    if (!address || !key || asked.has(key)) return;
    asked.add(key);
    await discussions.mayComment(await content.place({ version: { kind: 'main' }, ...address }));
  };
  const refreshContextKeys = () => {
    asked.clear();
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

/** The document that the menus of a tab are about: in a diff, what it was changed to. */
function documentOfTab({ input }: vscode.Tab): vscode.Uri[] {
  const { uri, modified } = { ...(input as { uri?: vscode.Uri; modified?: vscode.Uri } | undefined) };
  const document = uri ?? modified;
  return document?.scheme === scheme ? [document] : [];
}
