import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import type { ContentEntry } from '../../model/content/content.ts';
import { escapeLinkText, linkToPage } from '../../model/content/pageLinks.ts';
import { keyOfPlace, type Snapshot } from '../../model/content/snapshot.ts';

/** Returns links to documents of the service, as a page writes them; undefined if there are none. */
export async function markdownLinksTo(
  app: App,
  { uri }: vscode.TextDocument,
  documents: readonly vscode.Uri[],
): Promise<vscode.SnippetString | undefined> {
  const address = parseContentUri(uri);
  if (!address) return undefined;
  const snapshot = await app.content.snapshot(await app.content.place(address));
  const entries = await Promise.all(documents.map(document => app.content.lookUp(document)));
  const links = await Promise.all(entries.map(entry => entry && linkTo(entry, snapshot, address.path)));
  const written = links.filter(link => link !== undefined);
  return written.length > 0 ? new vscode.SnippetString().appendText(written.join('\n\n')) : undefined;
}

/** Returns the link to a page or file: by its ID in the same content, otherwise the address in the app. */
async function linkTo(entry: ContentEntry, snapshot: Snapshot, from: string): Promise<string | undefined> {
  const isSame = keyOfPlace(entry.snapshot.place) === keyOfPlace(snapshot.place);
  if (entry.kind === 'file') return isSame ? linkToFile(entry) : undefined;
  const { page } = entry;
  const isInSpace =
    entry.snapshot.place.connection.id === snapshot.place.connection.id &&
    entry.snapshot.place.space === snapshot.place.space;
  const inSpace = isInSpace ? (await snapshot.pages()).byId.get(page.id) : undefined;
  const target = inSpace ? linkToPage(inSpace.path, from) : page.urls?.app;
  const isLink = inSpace !== undefined || /^https?:\/\/[^\s<>()]+$/.test(target ?? '');
  return target && isLink ? `[${escapeLinkText(page.title)}](${target})` : undefined;
}

function linkToFile({ file }: Extract<ContentEntry, { kind: 'file' }>): string {
  const target = `/files/${encodeURIComponent(file.id)}`;
  if (file.contentType?.startsWith('image/')) return `![${escapeLinkText(file.name)}](${target})`;
  return `{% file src="${target}" %}\n${escapeLinkText(file.name)}\n{% endfile %}`;
}
