import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { namesFiles } from '../../model/content/references.ts';
import { sourcesIn, usesShared } from '../../model/content/shared.ts';
import { type SharedOnPage, sharedOnPage } from '../../model/content/sharedOnPage.ts';

/** How many documents are kept. */
const capacity = 50;

interface CachedTexts {
  /** The sources that the document included when it was read. */
  sources: string;
  shared: SharedOnPage | undefined;
}

/**
 * The values and included texts that documents show. A rendering cannot wait: what is not known yet is read, and then
 * previews are made anew.
 */
export class SharedTexts implements vscode.Disposable {
  readonly #app: App;
  readonly #known = new Map<string, CachedTexts>();
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    const clear = () => this.#known.clear();
    this.#subscriptions = vscode.Disposable.from(app.content.onDidChange(clear), app.session.onDidChange(clear));
  }

  /** Returns what a document shows as far as it is known now. */
  of(uri: vscode.Uri, text: string): SharedOnPage | undefined {
    if (!usesShared(text)) return undefined;
    const key = uri.toString();
    const known = this.#known.get(key);
    const sources = sourcesIn(text).join('\n');
    if (known?.sources !== sources) {
      // Until it is read, what was known of an earlier form is shown.
      this.#keep(key, { sources, shared: known?.shared });
      void this.#read(uri, key, text);
    }
    return known?.shared;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #read(uri: vscode.Uri, key: string, text: string): Promise<void> {
    const { content, session, failures } = this.#app;
    try {
      const address = parseContentUri(uri);
      if (!address || !(await session.find(address.connection))) return;
      const snapshot = await content.snapshot(await content.place(address));
      const page = (await snapshot.pages()).byPath.get(address.path)?.page;
      const shared = await sharedOnPage(snapshot, page, text);
      const known = this.#known.get(key);
      if (!shared || !known) return;
      this.#keep(key, { ...known, shared });
      if (shared.texts.some(({ markdown = '' }) => namesFiles(markdown))) await content.loadPaths(uri, true);
      await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // The document itself says what is wrong.
      failures.log(`Could not read what ${uri.path} includes.`, error);
    }
  }

  #keep(key: string, known: CachedTexts): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > capacity && oldest !== undefined) this.#known.delete(oldest);
  }
}
