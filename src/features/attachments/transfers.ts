import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';
import { type FileToInsert, insertFilesAt, isInsertable, type InsertPosition } from './insertFiles.ts';

/** The snippet that a paste or a drop inserts, and its title in the list of alternatives that VS Code offers. */
export interface Insertion {
  text: vscode.SnippetString;
  title: string;
}

/** Returns the insertion for pasted data; undefined for text and for data that this extension does not insert. */
export async function insertionOfPaste(
  app: App,
  place: InsertPosition,
  data: vscode.DataTransfer,
  token: vscode.CancellationToken,
): Promise<Insertion | undefined> {
  const addresses = await addressesIn(data);
  const files = filesIn(data);
  const text = (await data.get('text/plain')?.asString()) ?? '';
  // Office programs add an image to each copied text. File names alone are not such text.
  const areNamesOnly = addresses.some(isLocal) || files.some(({ uri }) => uri !== undefined);
  if (text.trim() !== '' && !areNamesOnly) return undefined;
  return insertionOf(app, place, { files, addresses: addresses.filter(isLocal) }, token);
}

/** Returns the insertion for dropped data; undefined for data that this extension does not insert. */
export async function insertionOfDrop(
  app: App,
  place: InsertPosition,
  data: vscode.DataTransfer,
  token: vscode.CancellationToken,
): Promise<Insertion | undefined> {
  return insertionOf(app, place, { files: filesIn(data), addresses: await addressesIn(data) }, token);
}

interface Transferred {
  files: readonly TransferredFile[];
  addresses: readonly vscode.Uri[];
}

async function insertionOf(
  app: App,
  place: InsertPosition,
  { files, addresses }: Transferred,
  token: vscode.CancellationToken,
): Promise<Insertion | undefined> {
  const documents = addresses.filter(uri => uri.scheme === scheme);
  const local = files.length > 0 ? files : addresses.filter(isLocal).map(fileAt);
  if (documents.length + local.length === 0 || !(await isInsertable(app, place.document))) return undefined;
  if (token.isCancellationRequested) return undefined;
  if (local.length > 0) return { text: await insertFilesAt(app, place, local), title: t('Insert Images and Files') };
  const { markdownLinksTo } = await import('./links.ts');
  const text = await markdownLinksTo(app, place.document, documents);
  return text && { text, title: t('Insert Links to Pages') };
}

type TransferredFile = FileToInsert & { uri?: vscode.Uri | undefined };

/** Returns the files themselves, as browsers and other programs pass them. */
function filesIn(data: vscode.DataTransfer): TransferredFile[] {
  return [...data].flatMap(([type, item]) => {
    const file = item.asFile();
    if (!file) return [];
    const { name, uri } = file;
    return [{ name, type, uri, read: async () => file.data() }];
  });
}

async function addressesIn(data: vscode.DataTransfer): Promise<vscode.Uri[]> {
  const list = (await data.get('text/uri-list')?.asString()) ?? '';
  const lines = list.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('#'));
  return lines.map(line => vscode.Uri.parse(line));
}

/** Returns true for the URI of a file that VS Code can read. Web addresses are inserted as links. */
function isLocal({ scheme: other }: vscode.Uri): boolean {
  return other === 'file' || other === 'vscode-remote' || other === 'vscode-userdata' || other === 'vscode-vfs';
}

/** Returns the file at a URI. It is read when it is inserted. */
export function fileAt(uri: vscode.Uri): FileToInsert {
  return {
    name: uri.path.split('/').at(-1) ?? '',
    type: '',
    size: async () => (await vscode.workspace.fs.stat(uri)).size,
    read: async () => vscode.workspace.fs.readFile(uri),
  };
}
