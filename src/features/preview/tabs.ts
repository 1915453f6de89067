import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, titleIn } from '../../model/content/address.ts';

/**
 * Updates tabs to the current titles of their pages. VS Code takes the tab name from the URI; a typed link or an old
 * tab has no title in its URI, or a stale one.
 */
export function registerTabs(app: App): vscode.Disposable {
  const { tabGroups } = vscode.window;
  let checkedTabs = new WeakMap<vscode.Tab, string>();
  const updateTitle = async (tab: vscode.Tab) => {
    const address = addressOf(tab);
    if (!address || checkedTabs.get(tab) === address.toString()) return;
    checkedTabs.set(tab, address.toString());
    try {
      const currentUri = await app.content.withCurrentTitle(address);
      // The user may have switched to another tab, and must not be taken back to this one.
      if (!tab.isActive) checkedTabs.delete(tab);
      else if (currentUri && currentUri.toString() !== address.toString()) await retitle(tab, address, currentUri);
    } catch (error) {
      // The document itself shows the error.
      app.failures.log(`Could not look up the title of "${tab.label}".`, error);
    }
  };
  const updateActiveTabs = () => {
    for (const { activeTab } of tabGroups.all) if (activeTab) void updateTitle(activeTab);
  };
  const recheckActiveTabs = () => {
    checkedTabs = new WeakMap();
    updateActiveTabs();
  };
  updateActiveTabs();
  return vscode.Disposable.from(
    tabGroups.onDidChangeTabs(updateActiveTabs),
    tabGroups.onDidChangeTabGroups(updateActiveTabs),
    app.content.onDidChange(recheckActiveTabs),
    app.session.onDidChange(recheckActiveTabs),
  );
}

/** Returns the URI of a document or preview of the service in a tab. */
function addressOf({ input }: vscode.Tab): vscode.Uri | undefined {
  const isNamed = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isNamed && input.uri.scheme === scheme ? input.uri : undefined;
}

async function retitle(tab: vscode.Tab, address: vscode.Uri, currentUri: vscode.Uri): Promise<void> {
  if (tab.input instanceof vscode.TabInputCustom) await replace(tab, tab.input, currentUri);
  else await rename(tab, address, titleIn(currentUri));
}

/** Renames a tab in place, because reopening it would lose the scroll position and unsaved text. */
async function rename(tab: vscode.Tab, uri: vscode.Uri, title: string | undefined): Promise<void> {
  const name = title ?? uri.path.slice(uri.path.lastIndexOf('/') + 1);
  if (tab.label !== name) await vscode.commands.executeCommand('vscode.open', uri, optionsOf(tab), name);
}

/** Reopens a preview, which takes its name only from its URI. */
async function replace(
  tab: vscode.Tab,
  { uri, viewType }: vscode.TabInputCustom,
  currentUri: vscode.Uri,
): Promise<void> {
  const { viewColumn } = tab.group;
  await vscode.commands.executeCommand('vscode.openWith', currentUri, viewType, optionsOf(tab));
  // VS Code 1.105 replaces its tab objects, so the tab is searched again.
  const { tabs = [] } = vscode.window.tabGroups.all.find(group => group.viewColumn === viewColumn) ?? {};
  const old = tabs.find(
    ({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString(),
  );
  if (old) await vscode.window.tabGroups.close(old, true);
}

function optionsOf({ group, isPreview }: vscode.Tab): vscode.TextDocumentShowOptions {
  return { viewColumn: group.viewColumn, preserveFocus: true, preview: isPreview };
}
