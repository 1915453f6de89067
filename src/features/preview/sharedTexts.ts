import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { namesFiles } from '../../model/content/references.ts';
import { includedSourcesIn, usesSharedContent } from '../../model/content/shared.ts';
import { OutageRetries } from '../../model/session/outageRetries.ts';
import { type SharedOnPage, sharedOnPage } from '../../model/content/sharedOnPage.ts';

/** Maximum number of cached documents. */
const maxDocuments = 50;

interface CachedTexts {
  /** The includes of the document when it was read; undefined to read them again. */
  sources: string | undefined;
  shared: SharedOnPage | undefined;
}

/**
 * Caches the variables and included texts that documents of the service use. Rendering is synchronous: it uses the
 * cache, and previews are refreshed after a read.
 */
export class SharedTexts implements vscode.Disposable {
  readonly #app: App;
  readonly #cache = new Map<string, CachedTexts>();
  readonly #retries: OutageRetries;
  readonly #subscriptions: vscode.Disposable;

  constructor(app: App) {
    this.#app = app;
    const clear = () => this.#cache.clear();
    this.#retries = new OutageRetries(app.session);
    this.#subscriptions = vscode.Disposable.from(
      this.#retries,
      app.content.onDidChange(clear),
      app.session.onDidChange(clear),
    );
  }

  /** Returns the cached variables and texts of a document. Starts a read if its includes have changed. */
  of(uri: vscode.Uri, text: string): SharedOnPage | undefined {
    if (!usesSharedContent(text)) return undefined;
    const key = uri.toString();
    const cached = this.#cache.get(key);
    const sources = includedSourcesIn(text).join('\n');
    if (cached?.sources !== sources) {
      // Until the read ends, the cached texts of the previous version are shown.
      this.#store(key, { sources, shared: cached?.shared });
      void this.#read(uri, key, text);
    }
    return cached?.shared;
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
      const errors: unknown[] = [];
      const shared = await sharedOnPage(snapshot, page, text, error => errors.push(error));
      const cached = this.#cache.get(key);
      for (const error of errors) this.#noteFailure(key, error);
      if (errors.length === 0) this.#retries.forget(key);
      if (!shared || !cached) return;
      this.#store(key, { ...cached, shared });
      if (shared.texts.some(({ markdown = '' }) => namesFiles(markdown))) await content.loadPaths(uri, true);
      await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // The document itself shows the error.
      failures.log(`Could not read the texts that ${uri.path} includes.`, error);
      this.#noteFailure(key, error);
    }
  }

  #noteFailure(key: string, error: unknown): void {
    this.#retries.noteFailure(key, error, () => this.#readAgain(key));
  }

  /** Renders previews again, which reads the texts of a document again if one shows it. */
  async #readAgain(key: string): Promise<void> {
    const cached = this.#cache.get(key);
    if (!cached) return;
    this.#store(key, { ...cached, sources: undefined });
    await vscode.commands.executeCommand('markdown.preview.refresh');
  }

  #store(key: string, cached: CachedTexts): void {
    this.#cache.delete(key);
    this.#cache.set(key, cached);
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxDocuments && oldest !== undefined) this.#cache.delete(oldest);
  }
}
