import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import type { Connection } from '../../model/session/connection.ts';
import * as say from '../../ui/say.ts';
import { documentsInTab, inReopeningOrder, type TabInput, replaceTab, visibleSelections } from '../opening/tabs.ts';

/** The previous and the current account of a switch. */
interface Switch {
  before: Connection;
  now: Connection;
}

/** Reopens the documents of an account as the account that has become the current one. */
export async function reopenAfterSwitch(app: App, before: Connection): Promise<void> {
  const { current: now, connections } = app.session;
  // Documents of a signed-out account show that themselves.
  const isSwitched = now && before.account !== now.account;
  if (!isSwitched || !(before.id === now.id || connections.includes(before))) return;
  try {
    await reopenDocuments(app, { before, now });
  } catch (error) {
    app.failures.log('Could not reopen the documents after the account was switched.', error);
  }
  // The account may have been switched again meanwhile.
  if (app.session.current !== now) await reopenAfterSwitch(app, before);
}

/**
 * Reopens the documents of the previous account as the current one. Closes documents that it cannot read, or that
 * belong to another server. Keeps unsaved documents open with their account. Stops if the account is switched again.
 * Does nothing if both accounts have the same connection ID, as in a sandbox.
 */
export async function reopenDocuments(
  { session, failures }: Pick<App, 'session' | 'failures'>,
  { before, now }: Switch,
): Promise<void> {
  if (before.id === now.id) return warnOfOtherSender({ before, now });
  const selections = visibleSelections();
  const closed: string[] = [];
  for (const tab of inReopeningOrder(tabsOf(before))) {
    const input = await inputAfter(session, tab, { before, now });
    if (session.current !== now) break;
    const selection = selections.get(String(documentsInTab(tab.input).at(-1)));
    try {
      if ((await replaceTab(tab, input, selection)) === 'closed') closed.push(tab.label);
    } catch (error) {
      failures.log(`Could not reopen "${tab.label}" after the account was switched.`, error);
    }
  }
  if (closed.length > 0) say.info(whyClosed(closed, { before, now }));
  if (session.current === now) warnOfUnsaved(before);
}

/** Returns the input of a tab with the addresses of the current account; undefined if the account cannot read it. */
async function inputAfter(
  session: App['session'],
  { input }: vscode.Tab,
  { before, now }: Switch,
): Promise<TabInput | undefined> {
  if (before.api.url !== now.api.url) return undefined;
  const follow = (uri: vscode.Uri) => (isOf(before, uri) ? uri.with({ authority: now.id }) : uri);
  const documents = documentsInTab(input).filter(uri => isOf(before, uri));
  const areReadable = await Promise.all(documents.map(uri => canRead(follow(uri))));
  // A signed-in account whose token is refused may be able to read them with a new token.
  if (areReadable.includes(false) && !session.refused.has(now)) return undefined;
  if (input instanceof vscode.TabInputText) return new vscode.TabInputText(follow(input.uri));
  if (input instanceof vscode.TabInputCustom) return new vscode.TabInputCustom(follow(input.uri), input.viewType);
  if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
  return new vscode.TabInputTextDiff(follow(input.original), follow(input.modified));
}

/**
 * Returns false if an account cannot read a document. If that is unknown, for example offline, the editor shows the
 * reason.
 */
async function canRead(document: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(document);
    return true;
  } catch (error) {
    // The caller reports all closed documents in one message.
    return !(error instanceof vscode.FileSystemError && ['FileNotFound', 'NoPermissions'].includes(error.code));
  }
}

function whyClosed([first = '', ...others]: readonly string[], { before, now }: Switch): string {
  const count = others.length + 1;
  if (before.api.url === now.api.url)
    return count === 1
      ? tEscaped`Closed "${first}": "${now.label}" cannot read it.`
      : tEscaped`Closed ${count} documents: "${now.label}" cannot read them.`;
  return count === 1
    ? tEscaped`Closed "${first}" of "${before.label}". "Switch Account" leads back, and what you have typed is kept.`
    : tEscaped`Closed ${count} documents of "${before.label}". "Switch Account" leads back, and what you have typed is kept.`;
}

/** Warns about unsaved documents that stay open with their account. */
function warnOfUnsaved(account: Connection): void {
  const { label: sender } = account;
  const unsaved = tabsOf(account).filter(({ isDirty }) => isDirty);
  // A document may be open more than once.
  const labels = new Map(unsaved.map(({ input, label }) => [String(documentsInTab(input).at(-1)), label]));
  const [first, ...others] = labels.values();
  if (first === undefined) return;
  say.warn(
    others.length === 0
      ? tEscaped`"${first}" stays open, since it is not saved. Saving it sends it as "${sender}".`
      : tEscaped`"${first}" and ${others.length} more stay open, since they are not saved. Saving sends them as "${sender}".`,
  );
}

/** Warns that unsaved changes would be sent by the new account, which has the connection ID of the previous one. */
function warnOfOtherSender({ before, now }: Switch): void {
  const isUnsaved = vscode.workspace.textDocuments.some(({ uri, isDirty }) => isDirty && isOf(before, uri));
  if (isUnsaved) say.warn(tEscaped`What "${before.label}" has not saved is sent as "${now.label}" if you save it now.`);
}

function tabsOf(account: Connection): vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.filter(({ input }) => documentsInTab(input).some(uri => isOf(account, uri)));
}

function isOf({ id }: Connection, uri: vscode.Uri): boolean {
  return uri.scheme === scheme && uri.authority === id;
}
