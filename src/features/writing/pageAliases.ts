import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, documentKey, headAddress, isComparedWithHead } from '../../model/content/address.ts';
import { foldersOf, type Page } from '../../model/content/layout.ts';
import { replaceTab } from '../opening/tabs.ts';
import { addressIn, folderOf, layoutAt } from './pagePaths.ts';

/** A page that was created or moved under another name than the service gave it. */
interface Alias {
  /** ID of the page. */
  page: string;
  isFile: boolean;
}

/**
 * Maps the names under which the user has created or moved pages to the pages, because the service may spell a slug
 * differently.
 */
export class PageAliases implements vscode.Disposable {
  readonly #app: App;
  readonly #subscriptions: vscode.Disposable;
  /** Aliases by `documentKey`. */
  readonly #aliases = new Map<string, Alias>();

  constructor(app: App) {
    this.#app = app;
    this.#subscriptions = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      for (const tab of opened) {
        this.#openAtAddress(tab).catch((error: unknown) => {
          app.failures.log('Could not open a page under the name that the service gave it.', error);
        });
      }
    });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  /** Returns the current address of a page that was created or moved under this one, or of a file below its folder. */
  async resolve(uri: vscode.Uri): Promise<vscode.Uri> {
    const address = headAddress(uri);
    if (this.#aliases.size === 0 || !address || isComparedWithHead(uri)) return uri;
    const { path } = address;
    for (let above = path; above !== ''; above = folderOf(above)) {
      const alias = this.#aliases.get(documentKey(contentUri({ ...address, path: above })));
      if (!alias || (alias.isFile && above !== path)) continue;
      const layout = await layoutAt(this.#app, address);
      const folders = foldersOf(layout);
      const file = layout.byId.get(alias.page)?.path;
      const folder = [...folders].find(([, { id }]) => id === alias.page)?.[0];
      if (folder === undefined || layout.byPath.has(path)) return uri;
      // The name without ".md" becomes the folder of the page as soon as it has children.
      const isPage = alias.isFile && (/\.md$/i.test(path) || file === `${folder}.md`);
      if (isPage) return contentUri({ ...address, path: file ?? path });
      return folders.has(above) ? uri : contentUri({ ...address, path: folder + path.slice(above.length) });
    }
    return uri;
  }

  /** Stores the typed name of a page if the service gave it another one. */
  async remember(uri: vscode.Uri, { id }: Page, isFile: boolean): Promise<void> {
    for (const [key, { page }] of this.#aliases) if (page === id) this.#aliases.delete(key);
    const address = addressIn(uri);
    const layout = await layoutAt(this.#app, address);
    const page = isFile ? layout.byPath.get(address.path)?.page : foldersOf(layout).get(address.path);
    if (page?.id !== id) this.#aliases.set(documentKey(uri), { page: id, isFile });
  }

  /** Reopens a page at its own address if it was opened under an alias. */
  async #openAtAddress(tab: vscode.Tab): Promise<void> {
    const { input } = tab;
    if (!(input instanceof vscode.TabInputText) || !this.#aliases.has(documentKey(input.uri))) return;
    const uri = await this.resolve(input.uri);
    if (documentKey(uri) !== documentKey(input.uri)) await replaceTab(tab, new vscode.TabInputText(uri), undefined);
  }
}
