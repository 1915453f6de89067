import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type ContentAddress, parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import { namesFiles } from '../../model/content/references.ts';
import { originalLinks } from '../../model/content/baseText.ts';
import { linkTargetAddress } from '../../model/content/comparison.ts';
import { headingUri } from '../../model/content/headings.ts';
import { anchorOfLink, linksInSource } from '../../model/content/sourceLinks.ts';
import type { DeferredLinks } from '../../ui/deferredLinks.ts';

/** Returns the links in the source of a page or overview. A target that needs a request is resolved when it is followed. */
export async function linksIn(
  app: App,
  deferredLinks: DeferredLinks,
  document: vscode.TextDocument,
): Promise<vscode.DocumentLink[]> {
  const { address, folder = '' } = originOf(document.uri);
  if (!address) return [];
  const areFilesNamed = namesFiles(document.getText());
  await app.content.loadPaths(document.uri, areFilesNamed);
  const place = await app.content.place(address);
  const snapshot = await app.content.snapshot(place);
  const [pages, files, originals] = await Promise.all([
    snapshot.pages(),
    areFilesNamed ? snapshot.files() : undefined,
    originalLinks(app.content, document.uri),
  ]);
  const links = linksInSource(document.getText(), address.path, { pages, files, folder, originals });
  const documentLinks = links.map(async link => {
    const { start, written, entry } = link;
    if (!entry) return [];
    const range = new vscode.Range(document.positionAt(start), document.positionAt(start + written.length));
    const target = await linkTargetAddress(app.content, document.uri, { place, entry });
    const anchor = anchorOfLink(link);
    if (anchor === undefined) return new vscode.DocumentLink(range, target);
    return deferredLinks.add(range, () => headingUri(app.content, target, anchor));
  });
  return (await Promise.all(documentLinks)).flat();
}

/**
 * Returns the address that links of a document are relative to. Links of an overview lead into the folder of its pages.
 */
function originOf(uri: vscode.Uri): { address?: ContentAddress | undefined; folder?: string } {
  const overview = parseOverviewUri(uri);
  if (!overview) return { address: parseContentUri(uri) };
  const { connection, space, changeRequest: number } = overview;
  const version = { kind: 'changeRequest', number } as const;
  return { address: { connection, space, version, path: `${number}.md` }, folder: `${number}/` };
}
