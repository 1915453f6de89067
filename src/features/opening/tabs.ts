import * as vscode from 'vscode';

/** The input of a tab that shows a document or a diff. */
export type Input = vscode.TabInputText | vscode.TabInputTextDiff | vscode.TabInputCustom;

/** The options of the commands that open documents, more of them than `showTextDocument` takes. */
interface OpenOptions extends vscode.TextDocumentShowOptions {
  /** Whether the tab stays behind the active one of its group. */
  background: boolean;
}

/** The selections of the editors on the screen, by address. They are read first: reopening tabs hides the editors. */
export function visibleSelections(): Map<string, vscode.Selection> {
  return new Map(
    vscode.window.visibleTextEditors.map(({ document, selection }) => [document.uri.toString(), selection]),
  );
}

/** Returns tabs so that the active one is reopened last and ends in front. VS Code opens each other tab right after it. */
export function inReopeningOrder(tabs: readonly vscode.Tab[]): vscode.Tab[] {
  return tabs.toReversed().toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** How late a tab is reopened: first what is behind others, then what is in front of its group, at last the active tab. */
function rankOf({ isActive, group }: vscode.Tab): number {
  return isActive ? 1 + Number(group.isActive) : 0;
}

/** Puts another document in the place of a tab, or closes it where there is none. Leaves an unsaved document alone. */
export async function replaceTab(
  listed: vscode.Tab,
  input: Input | undefined,
  selection: vscode.Selection | undefined,
): Promise<'reopened' | 'closed' | undefined> {
  // Somebody may have typed in it meanwhile, or closed it.
  const tab = currentTab(listed);
  if (!tab || tab.isDirty) return undefined;
  if (input) await openTab(tab, input, selection);
  await closeTab(tab);
  return input ? 'reopened' : 'closed';
}

/** Opens beside a tab what takes its place: in front, pinned or as a preview as that is. */
async function openTab(tab: vscode.Tab, input: Input, selection: vscode.Selection | undefined): Promise<void> {
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
  // Unlike `showTextDocument`, the command shows an editor for a document that cannot be read: it says why.
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', input.uri, viewType, options);
  // The command finds no diff by an address.
  if (isPinned) await vscode.commands.executeCommand('workbench.action.pinEditor', input.uri);
}

/** Closes a tab that is still open; opening a document may have replaced a preview tab. Keeps an unsaved document. */
async function closeTab(tab: vscode.Tab): Promise<void> {
  const current = currentTab(tab);
  if (current && !current.isDirty) await vscode.window.tabGroups.close(current, true);
}

/** The tab as it is now, or undefined where it is closed. VS Code 1.105 gives out new tabs for the old ones. */
function currentTab(tab: vscode.Tab): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  if (tabs.includes(tab)) return tab;
  const same = tabs.filter(({ input }) => keyOf(input) === keyOf(tab.input));
  return same.find(({ group }) => group.viewColumn === tab.group.viewColumn) ?? same[0];
}

/** The addresses of the documents that a tab shows; of a diff, the modified one comes last. */
export function addressesOf(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}

/** Tells what tabs show apart. */
function keyOf(input: unknown): string {
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : '';
  return [viewType, ...addressesOf(input)].join(' ');
}
