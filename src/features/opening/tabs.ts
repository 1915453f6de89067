import * as vscode from 'vscode';

/** The input of a tab that shows a document or a diff. */
export type TabInput = vscode.TabInputText | vscode.TabInputTextDiff | vscode.TabInputCustom;

/** The options of commands that open documents. `showTextDocument` accepts fewer. */
interface OpenOptions extends vscode.TextDocumentShowOptions {
  /** True if the tab opens behind the active one of its group. */
  background: boolean;
}

/**
 * Returns the selections of the visible editors, by URI. The result must be read before tabs are reopened, because that
 * hides editors.
 */
export function visibleSelections(): Map<string, vscode.Selection> {
  return new Map(
    vscode.window.visibleTextEditors.map(({ document, selection }) => [document.uri.toString(), selection]),
  );
}

/** Returns tabs so that the active one is reopened last and ends in front. VS Code opens each other tab right after it. */
export function inReopeningOrder(tabs: readonly vscode.Tab[]): vscode.Tab[] {
  return tabs.toReversed().toSorted((one, other) => rankOf(one) - rankOf(other));
}

/**
 * Returns the order in which a tab is reopened: background tabs, then the visible ones of other groups, then the active
 * tab.
 */
function rankOf({ isActive, group }: vscode.Tab): number {
  return isActive ? 1 + Number(group.isActive) : 0;
}

/** Replaces the document of a tab, or closes the tab if there is no other document. Keeps unsaved documents. */
export async function replaceTab(
  originalTab: vscode.Tab,
  input: TabInput | undefined,
  selection: vscode.Selection | undefined,
): Promise<'reopened' | 'closed' | undefined> {
  // The document may have been edited or closed meanwhile.
  const tab = currentTab(originalTab);
  if (!tab || tab.isDirty) return undefined;
  if (input) await openTab(tab, input, selection);
  await closeTab(tab);
  return input ? 'reopened' : 'closed';
}

/** Opens a replacement beside a tab with the same state: active, pinned or as a preview. */
async function openTab(tab: vscode.Tab, input: TabInput, selection: vscode.Selection | undefined): Promise<void> {
  const { isActive, isPinned, isPreview, group, label } = tab;
  const options: OpenOptions = {
    viewColumn: group.viewColumn,
    preview: isPreview,
    background: !isActive,
    preserveFocus: !(isActive && group.isActive),
    ...(isActive && selection && { selection }),
  };
  if (input instanceof vscode.TabInputTextDiff) {
    await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, label, options);
    return;
  }
  // Unlike `showTextDocument`, the command shows an editor with the reason for a document that cannot be read.
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', input.uri, viewType, options);
  // The command accepts no URI of a diff.
  if (isPinned) await vscode.commands.executeCommand('workbench.action.pinEditor', input.uri);
}

/** Closes a tab that is still open; opening a document may have replaced a preview tab. Keeps an unsaved document. */
async function closeTab(tab: vscode.Tab): Promise<void> {
  const current = currentTab(tab);
  if (current && !current.isDirty) await vscode.window.tabGroups.close(current, true);
}

/** Returns the current object of a tab; undefined if it is closed. VS Code 1.105 replaces its tab objects. */
function currentTab(tab: vscode.Tab): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  if (tabs.includes(tab)) return tab;
  const same = tabs.filter(({ input }) => keyOf(input) === keyOf(tab.input));
  return same.find(({ group }) => group.viewColumn === tab.group.viewColumn) ?? same[0];
}

/** Returns the URIs of the documents in a tab. For a diff, the modified document comes last. */
export function documentsInTab(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

/** Returns a key that identifies the content of a tab. */
function keyOf(input: unknown): string {
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : '';
  return [viewType, ...documentsInTab(input)].join(' ');
}
