import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { type ContentAddress, parseContentUri, parseOverviewUri } from '../../model/content/address.ts';
import { headingUri } from '../../model/content/headings.ts';
import type { FileEntry, PageEntry } from '../../model/content/layout.ts';
import { uriOf } from '../../model/content/snapshot.ts';
import { LateLinks } from '../../ui/lateLinks.ts';
import { namesFiles } from './paths.ts';
import { decoded, pageMeant, pathLinked } from './references.ts';

/** Has the links in the source of pages and overviews lead to pages and files. */
export function registerLinks(app: App, pages: vscode.DocumentFilter): vscode.Disposable {
  const late = new LateLinks();
  return vscode.languages.registerDocumentLinkProvider(pages, {
    provideDocumentLinks: document => linksIn(app, late, document),
    resolveDocumentLink: late.resolve,
  });
}

async function linksIn(app: App, late: LateLinks, document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
  const { address, folder = '' } = originOf(document.uri);
  if (!address) return [];
  const areFilesNamed = namesFiles(document.getText());
  await app.content.learnPaths(document.uri, areFilesNamed);
  const place = await app.content.place(address);
  const snapshot = await app.content.snapshot(place);
  const [pages, files] = await Promise.all([snapshot.pages(), areFilesNamed ? snapshot.files() : undefined]);
  const inFolder = (path: string) => (path.startsWith(folder) ? path.slice(folder.length) : '');
  const pageAt = (path: string) => pages.byPath.get(inFolder(path));
  const found: vscode.DocumentLink[] = [];
  const add = ({ 0: text, index }: RegExpMatchArray & { index: number }, entry: PageEntry | FileEntry | undefined) => {
    const range = new vscode.Range(document.positionAt(index), document.positionAt(index + text.length));
    if (!entry) return;
    const target = uriOf(place, entry);
    const [, anchor] = /#(.+)$/.exec(text) ?? [];
    found.push(
      anchor === undefined
        ? new vscode.DocumentLink(range, target)
        : late.add(range, () => headingUri(app.content, target, anchor)),
    );
  };
  for (const match of document.getText().matchAll(/(?<=[("])\/(?:files|pages)\/([^/?#)"\s]+)(?:#[^)"\s]*)?/g)) {
    const id = decoded(match[1] ?? '');
    add(match, files?.byId.get(id) ?? pages.byId.get(id));
  }
  // As VS Code finds them itself: it would open a folder, and a page under the title of the one with the link.
  for (const match of document.getText().matchAll(/(?<=\]\(<?|^\[[^\]\n]+\]:[ \t]+<?)[^\s<>()]+/gm)) {
    const [link] = match;
    const path = pageMeant(link, address.path, path => pageAt(path) !== undefined) ?? pathLinked(link, address.path);
    if (path !== undefined) add(match, pageAt(path) ?? files?.byPath.get(inFolder(path)));
  }
  return found;
}

/** What the links of a document are relative to. Those of an overview lead into the folder beside it. */
function originOf(uri: vscode.Uri): { address?: ContentAddress | undefined; folder?: string } {
  const overview = parseOverviewUri(uri);
  if (!overview) return { address: parseContentUri(uri) };
  const { connection, space, changeRequest: number } = overview;
  const version = { kind: 'changeRequest', number } as const;
  return { address: { connection, space, version, path: `${number}.md` }, folder: `${number}/` };
}
