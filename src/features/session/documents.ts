import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Connection } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';

/** What an editor shows: a document, or both sides of a diff. */
type Input = vscode.TabInputText | vscode.TabInputTextDiff | vscode.TabInputCustom;

/**
 * Reopens the documents of the account before as the current one. Documents that it cannot read, or that belong to another
 * server, are closed. Unsaved documents stay open with their account. Where both accounts have the same connection, as in
 * a sandbox, the documents are those of the new one already.
 */
export async function reopenDocuments({ session }: Pick<App, 'session'>, before: Connection, now: Connection) {
  const isOfBefore = (uri: vscode.Uri) => uri.scheme === scheme && uri.authority === before.id;
  if (before.id === now.id) {
    const isUnsaved = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && isOfBefore(uri));
    if (isUnsaved) say.warn(words`What "${before.label}" has not saved is sent as "${now.label}" if you save it now.`);
    return;
  }
  const { all: groups, activeTabGroup } = vscode.window.tabGroups;
  const activeTab = activeTabGroup.activeTab;
  const tabs = groups.flatMap(({ tabs }) => tabs).filter(({ input }) => addressesOf(input).some(isOfBefore));
  // Selections are read first: reopening tabs hides the editors.
  const selections = new Map(
    vscode.window.visibleTextEditors.map(({ document, selection }) => [document.uri.toString(), selection]),
  );
  const isSameServer = before.api.url === now.api.url;
  const closed: string[] = [];
  // The active tab is reopened last, so that it ends in front.
  const rankOf = (tab: vscode.Tab) => (tab === activeTab ? 2 : Number(tab.isActive));
  const saved = tabs.filter(({ isDirty }) => !isDirty).toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const tab of saved) {
    // The account may have been switched again.
    if (session.current !== now) return;
    const input = isSameServer ? inputFor(tab, now) : undefined;
    const selection = selections.get(addressesOf(tab.input).at(-1)?.toString() ?? '');
    const options = { preserveFocus: tab !== activeTab, ...(selection && { selection }) };
    if (input && (await canReadAll(addressesOf(input)))) await open(tab, input, options);
    else closed.push(tab.label);
    await close(tab);
  }
  const [unsaved] = tabs.filter(({ isDirty }) => isDirty);
  if (unsaved)
    say.warn(words`"${unsaved.label}" stays open, since it is not saved. Saving it sends it as "${before.label}".`);
  if (closed.length > 0) say.info(whyClosed(closed, { before, now, isSameServer }));
}

function whyClosed(
  [first = '', ...others]: readonly string[],
  { before, now, isSameServer }: { before: Connection; now: Connection; isSameServer: boolean },
): string {
  const documents = others.length === 0 ? `"${first}"` : `${others.length + 1} documents`;
  return isSameServer
    ? words`Closed ${documents}: "${now.label}" cannot read ${others.length === 0 ? 'it' : 'them'}.`
    : words`Closed ${documents} of "${before.label}". "Switch Account" leads back, and what you have typed is kept.`;
}

/** What a tab shows, at the addresses that it has for an account. */
function inputFor({ input }: vscode.Tab, { id: authority }: Connection): Input | undefined {
  const follow = (uri: vscode.Uri) => uri.with({ authority });
  if (input instanceof vscode.TabInputText) return new vscode.TabInputText(follow(input.uri));
  if (input instanceof vscode.TabInputCustom) return new vscode.TabInputCustom(follow(input.uri), input.viewType);
  if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
  return new vscode.TabInputTextDiff(follow(input.original), follow(input.modified));
}

/** Opens in the place of an editor what it shows, as the account that is signed in now. */
async function open(tab: vscode.Tab, input: Input, showOptions: vscode.TextDocumentShowOptions): Promise<void> {
  const options = { ...showOptions, viewColumn: tab.group.viewColumn, preview: tab.isPreview };
  if (input instanceof vscode.TabInputTextDiff) {
    await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, tab.label, options);
  } else if (input instanceof vscode.TabInputCustom) {
    await vscode.commands.executeCommand('vscode.openWith', input.uri, input.viewType, options);
  } else {
    await vscode.window.showTextDocument(input.uri, options);
  }
}

async function close(tab: vscode.Tab): Promise<void> {
  // Opening a document may already have replaced a preview tab.
  const isOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(tab));
  if (isOpen) await vscode.window.tabGroups.close(tab, true);
}

/** Whether the account that is signed in now can read documents. */
async function canReadAll(documents: readonly vscode.Uri[]): Promise<boolean> {
  try {
    await Promise.all(documents.map(uri => vscode.workspace.fs.stat(uri)));
    return true;
  } catch {
    // The caller reports all closed documents in one message.
    return false;
  }
}

function addressesOf(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}
