import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Connection } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';

/** What an editor shows: a document, or both sides of a diff. */
type Input = vscode.TabInputText | vscode.TabInputTextDiff | vscode.TabInputCustom;

/**
 * Has the documents that are open follow the account. On the same server they are read anew as the new one, and closed
 * where that cannot read them; those of another server are closed. What is not saved stays with its account. Where both
 * accounts have the same connection, as in a sandbox, the documents are those of the new one already.
 */
export async function followAccount({ session }: Pick<App, 'session'>, before: Connection, now: Connection) {
  const isOfBefore = (uri: vscode.Uri) => uri.scheme === scheme && uri.authority === before.id;
  if (before.id === now.id) {
    const isUnsaved = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && isOfBefore(uri));
    if (isUnsaved) say.warn(words`What "${before.label}" has not saved is sent as "${now.label}" if you save it now.`);
    return;
  }
  const { all: groups, activeTabGroup } = vscode.window.tabGroups;
  const activeTab = activeTabGroup.activeTab;
  const tabs = groups.flatMap(({ tabs }) => tabs).filter(({ input }) => addressesOf(input).some(isOfBefore));
  // Other documents come in front of it.
  const selections = new Map(
    vscode.window.visibleTextEditors.map(({ document, selection }) => [document.uri.toString(), selection]),
  );
  const isSameServer = before.api.url === now.api.url;
  const closed: string[] = [];
  // What is in front comes last, so that it is in front again.
  const rankOf = (tab: vscode.Tab) => (tab === activeTab ? 2 : Number(tab.isActive));
  const saved = tabs.filter(({ isDirty }) => !isDirty).toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const tab of saved) {
    // The account may have been switched again.
    if (session.current !== now) return;
    const input = isSameServer ? inputOf(tab, uri => uri.with({ authority: now.id })) : undefined;
    const selection = selections.get(addressesOf(tab.input).at(-1)?.toString() ?? '');
    const options = { preserveFocus: tab !== activeTab, ...(selection && { selection }) };
    if (input && (await canBeRead(addressesOf(input)))) await open(tab, input, options);
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

function inputOf({ input }: vscode.Tab, follow: (uri: vscode.Uri) => vscode.Uri): Input | undefined {
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
  // What is opened may have come in the place of a preview.
  const isOpen = vscode.window.tabGroups.all.some(({ tabs }) => tabs.includes(tab));
  if (isOpen) await vscode.window.tabGroups.close(tab, true);
}

/** Whether the account that is signed in now can read documents. */
async function canBeRead(documents: readonly vscode.Uri[]): Promise<boolean> {
  try {
    await Promise.all(documents.map(uri => vscode.workspace.fs.stat(uri)));
    return true;
  } catch {
    // Why they are closed is said of all of them.
    return false;
  }
}

function addressesOf(input: unknown): vscode.Uri[] {
  if (input instanceof vscode.TabInputTextDiff) return [input.original, input.modified];
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [];
}
