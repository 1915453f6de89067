import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, documentKey, headAddress, isComparedWithHead } from '../../model/content/address.ts';
import { foldersOf, type Page } from '../../model/content/layout.ts';
import { replaceTab } from '../opening/tabs.ts';
import { addressIn, folderOf, layoutAt } from './pagePaths.ts';

/** A page under a name that somebody has typed. */
interface Alias {
  /** ID of the page. */
  page: string;
  isFile: boolean;
}

/** The pages that were made or moved under a name that the service spells in another way. */
export class PageAliases implements vscode.Disposable {
  readonly #app: App;
  readonly #subscriptions: vscode.Disposable;
  /** By `documentKey`. */
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

  /** Returns the address that a page now has which was made or moved under this one, also for what is below its folder. */
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
      // A name without ".md" is that of the folder as soon as there are pages in it.
      const isPage = alias.isFile && (/\.md$/i.test(path) || file === `${folder}.md`);
      if (isPage) return contentUri({ ...address, path: file ?? path });
      return folders.has(above) ? uri : contentUri({ ...address, path: folder + path.slice(above.length) });
    }
    return uri;
  }

  /** Remembers a page by the name that was typed, where it has got another one. */
  async remember(uri: vscode.Uri, { id }: Page, isFile: boolean): Promise<void> {
    for (const [key, { page }] of this.#aliases) if (page === id) this.#aliases.delete(key);
    const address = addressIn(uri);
    const layout = await layoutAt(this.#app, address);
    const page = isFile ? layout.byPath.get(address.path)?.page : foldersOf(layout).get(address.path);
    if (page?.id !== id) this.#aliases.set(documentKey(uri), { page: id, isFile });
  }

  /** Opens a page under its own address that was opened under the name that somebody has typed. */
  async #openAtAddress(tab: vscode.Tab): Promise<void> {
    const { input } = tab;
    if (!(input instanceof vscode.TabInputText) || !this.#aliases.has(documentKey(input.uri))) return;
    const uri = await this.resolve(input.uri);
    if (documentKey(uri) !== documentKey(input.uri)) await replaceTab(tab, new vscode.TabInputText(uri), undefined);
  }
}
