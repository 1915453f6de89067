import * as vscode from 'vscode';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { parseContentUri, scheme } from '../../model/content/address.ts';
import { foldersOf, type Page, type PageLayout } from '../../model/content/layout.ts';
import { isOpenFolder } from './openFolders.ts';

/** The largest badge that fits into two characters. */
const maxBadge = 99;

/** Shows the position of each page in the explorer, which sorts pages by name. */
export function registerPageOrder(app: App): vscode.Disposable {
  const didChange = new vscode.EventEmitter<undefined>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: didChange.event,
    provideFileDecoration: async uri => {
      try {
        return await decorationOf(app, uri);
      } catch {
        // VS Code reports why the folder cannot be read when it lists it.
        return undefined;
      }
    },
  };
  return vscode.Disposable.from(
    didChange,
    app.content.onDidChange(place => {
      if (isOpenFolder(place)) didChange.fire(undefined);
    }),
    vscode.window.registerFileDecorationProvider(provider),
  );
}

async function decorationOf({ content }: App, uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
  const address = parseContentUri(uri);
  // Only documents in tabs have a title in their address.
  if (uri.scheme !== scheme || !address || uri.query || !vscode.workspace.getWorkspaceFolder(uri)) return undefined;
  const layout = await (await content.snapshot(await content.place(address))).pages();
  const page = pageOfRow(layout, address.path);
  const position = page && positionOf(layout.pages, page.id);
  if (!position) return undefined;
  const { number, count, parent } = position;
  const tooltip = parent
    ? tEscaped`Page ${number} of ${count} below "${parent.title}"`
    : tEscaped`Page ${number} of ${count}`;
  return new vscode.FileDecoration(number > maxBadge ? undefined : String(number), tooltip);
}

/** Returns the page that an explorer row shows. A page with children is shown by its folder, not by its README.md. */
function pageOfRow(layout: PageLayout, path: string): Page | undefined {
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
