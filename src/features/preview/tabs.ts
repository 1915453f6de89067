import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme, titleIn } from '../../model/content/address.ts';

/**
 * Has each tab say the title of its page. VS Code takes it out of the address, and the address of a link from page to page
 * has that of the page with the link; one that somebody wrote, or that was open before, has none or an older one.
 */
export function registerTabs(app: App): vscode.Disposable {
  const { tabGroups } = vscode.window;
  let checkedTabs = new WeakMap<vscode.Tab, string>();
  const name = async (tab: vscode.Tab) => {
    const address = addressOf(tab);
    if (!address || checkedTabs.get(tab) === address.toString()) return;
    checkedTabs.set(tab, address.toString());
    try {
      const named = await app.content.withCurrentTitle(address);
      // Somebody may have gone on meanwhile, and is not to be brought back.
      if (!tab.isActive) checkedTabs.delete(tab);
      else if (named && named.toString() !== address.toString()) await nameTab(tab, address, named);
    } catch (error) {
      // The document itself shows what is wrong.
      app.failures.log(`Could not look up the title of "${tab.label}".`, error);
    }
  };
  const nameActiveTabs = () => {
    for (const { activeTab } of tabGroups.all) if (activeTab) void name(activeTab);
  };
  const renameActiveTabs = () => {
    checkedTabs = new WeakMap();
    nameActiveTabs();
  };
  nameActiveTabs();
  return vscode.Disposable.from(
    tabGroups.onDidChangeTabs(nameActiveTabs),
    tabGroups.onDidChangeTabGroups(nameActiveTabs),
    app.content.onDidChange(renameActiveTabs),
    app.session.onDidChange(renameActiveTabs),
  );
}

/** The address of what an editor or a preview of the service shows. */
function addressOf({ input }: vscode.Tab): vscode.Uri | undefined {
  const isNamed = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return isNamed && input.uri.scheme === scheme ? input.uri : undefined;
}

async function nameTab(tab: vscode.Tab, address: vscode.Uri, named: vscode.Uri): Promise<void> {
  if (tab.input instanceof vscode.TabInputCustom) await replace(tab, tab.input, named);
  else await rename(tab, address, titleIn(named));
}

/** Gives a tab another name as it is: somebody may have a place in it, or a text. */
async function rename(tab: vscode.Tab, uri: vscode.Uri, title: string | undefined): Promise<void> {
  const name = title ?? uri.path.slice(uri.path.lastIndexOf('/') + 1);
  if (tab.label !== name) await vscode.commands.executeCommand('vscode.open', uri, optionsOf(tab), name);
}

/** A preview takes its name from its address alone. */
async function replace(tab: vscode.Tab, { uri, viewType }: vscode.TabInputCustom, named: vscode.Uri): Promise<void> {
  const { viewColumn } = tab.group;
  await vscode.commands.executeCommand('vscode.openWith', named, viewType, optionsOf(tab));
  // VS Code 1.105 gives out new tabs for the old ones.
  const { tabs = [] } = vscode.window.tabGroups.all.find(group => group.viewColumn === viewColumn) ?? {};
  const old = tabs.find(
    ({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === uri.toString(),
  );
  if (old) await vscode.window.tabGroups.close(old, true);
}

function optionsOf({ group, isPreview }: vscode.Tab): vscode.TextDocumentShowOptions {
  return { viewColumn: group.viewColumn, preserveFocus: true, preview: isPreview };
}
