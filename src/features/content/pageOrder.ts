import * as vscode from 'vscode';
import { words } from '../../api/words.ts';
import type { App } from '../../app.ts';
import { parseContentUri, scheme } from '../../model/content/address.ts';
import { foldersOf, type Page, type PageLayout } from '../../model/content/layout.ts';
import { isOpenFolder } from './openFolders.ts';

/** The greatest number that has room in a badge. */
const maxBadge = 99;

/** Shows in the explorer, which sorts by name, where each page stands among those of its folder. */
export function registerPageOrder(app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: async uri => {
      try {
        return await decorationOf(app, uri);
      } catch {
        // The folder itself tells why it cannot be read.
        return undefined;
      }
    },
  };
  return vscode.Disposable.from(
    changed,
    app.content.onDidChange(place => {
      if (isOpenFolder(place)) changed.fire(undefined);
    }),
    vscode.window.registerFileDecorationProvider(provider),
  );
}

async function decorationOf({ content }: App, uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
  const address = parseContentUri(uri);
  // Documents with a title in their address are those of tabs.
  if (uri.scheme !== scheme || !address || uri.query || !vscode.workspace.getWorkspaceFolder(uri)) return undefined;
  const layout = await (await content.snapshot(await content.place(address))).pages();
  const page = pageShownAt(layout, address.path);
  const position = page && positionOf(layout.pages, page.id);
  if (!position) return undefined;
  const { number, count, parent } = position;
  const tooltip = parent
    ? words`Page ${number} of ${count} below "${parent.title}"`
    : words`Page ${number} of ${count}`;
  return new vscode.FileDecoration(number > maxBadge ? undefined : String(number), tooltip);
}

/** The page of a row. One with others below it has its number at its folder. */
function pageShownAt(layout: PageLayout, path: string): Page | undefined {
  return path.endsWith('/README.md') ? undefined : (layout.byPath.get(path)?.page ?? foldersOf(layout).get(path));
}

function positionOf(
  pages: readonly Page[],
  id: string,
  parent?: Page,
): { number: number; count: number; parent: Page | undefined } | undefined {
  const index = pages.findIndex(page => page.id === id);
  if (index >= 0) return { number: index + 1, count: pages.length, parent };
  for (const page of pages) {
    const position = positionOf(page.pages ?? [], id, page);
    if (position) return position;
  }
  return undefined;
}
