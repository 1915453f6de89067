import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import {
  baseUri,
  documentKey,
  headAddress,
  isPageOfChangeRequest,
  parseContentUri,
  titleIn,
} from '../../model/content/address.ts';
import { keyOfAddress, keyOfPlace, type Place, uriOf } from '../../model/content/snapshot.ts';
import { isUnsaved } from '../../model/writing/openDocuments.ts';
import { documentsInTab, inReopeningOrder, type TabInput, replaceTab, visibleSelections } from './tabs.ts';

/**
 * Reopens pages of a change request at their new addresses, and moves their drafts there. An unsaved document stays
 * open at its old address: saving it sends the text to its page by ID.
 */
async function followMovedPages(app: App, place: Place): Promise<void> {
  const { drafts, openPages } = await app.writing.load();
  await drafts.load();
  const isMatch = (uri: vscode.Uri | undefined) => uri !== undefined && isPageIn(place, uri);
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs).filter(tab => isMatch(headOf(tab)));
  const unsent = drafts.all().filter(({ document }) => isMatch(vscode.Uri.parse(document, true)));
  if (tabs.length + unsent.length === 0) return;
  const { byId } = await (await app.content.snapshot(place)).pages();
  const newAddressOf = (uri: vscode.Uri, page: string | undefined) => {
    const entry = byId.get(page ?? '');
    const address = entry && uriOf(place, entry);
    return address && documentKey(address) !== documentKey(uri) ? address : undefined;
  };
  for (const { document, page, savedAt } of unsent) {
    const uri = vscode.Uri.parse(document, true);
    const address = newAddressOf(uri, page);
    if (address && !isUnsaved(uri)) await drafts.move(document, savedAt, documentKey(address));
  }
  const selections = visibleSelections();
  for (const tab of inReopeningOrder(tabs)) {
    const uri = headOf(tab);
    const address = uri && newAddressOf(uri, openPages.get(documentKey(uri))?.page);
    const input = address && inputAt(tab.input, address);
    if (input) await replaceTab(tab, input, selections.get(uri.toString()));
  }
}

/**
 * Waits until open tabs have the new addresses of moved pages; failures are logged. A tab that is reopened after the
 * success message would take the focus from the next prompt, and typed text would go into the page.
 */
export async function reopenMovedPages(app: App, place: Place): Promise<void> {
  try {
    await followMovedPages(app, place);
  } catch (error) {
    app.failures.log('Could not open moved pages at their new addresses.', error);
  }
}

function isPageIn(place: Place, uri: vscode.Uri): boolean {
  const address = headAddress(uri);
  return isPageOfChangeRequest(uri) && address !== undefined && keyOfAddress(address) === keyOfPlace(place);
}

/** Returns the document in a tab; in a diff editor, the modified side. */
function headOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return documentsInTab(input).at(-1);
}

/** Returns the input of a tab with its page at another address; undefined for other kinds of tabs. */
function inputAt(input: unknown, address: vscode.Uri): TabInput | undefined {
  if (input instanceof vscode.TabInputText) return new vscode.TabInputText(address);
  if (input instanceof vscode.TabInputCustom) return new vscode.TabInputCustom(address, input.viewType);
  if (!(input instanceof vscode.TabInputTextDiff)) return undefined;
  const { original } = input;
  const base = parseContentUri(original);
  if (base?.version.kind !== 'revision') return undefined;
  const before = { path: base.path, title: titleIn(original) };
  return new vscode.TabInputTextDiff(baseUri(address, base.version.revision, before), address);
}
