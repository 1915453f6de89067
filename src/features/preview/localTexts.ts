import * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import { usesSharedContent } from '../../model/content/shared.ts';
import type { SharedOnPage } from '../../model/content/sharedOnPage.ts';
import { gitSyncRootOf } from './gitSync.ts';
import { readLocalShared } from './localShared.ts';

/** Maximum number of cached documents. */
const maxDocuments = 50;

interface CacheEntry {
  /** Number of the read that produced the entry. Older reads do not overwrite it. */
  readId: number;
  /** The texts and variables. */
  json: string;
  shared: SharedOnPage;
}

/**
 * Caches the variables and included texts of files in local Git Sync folders. Rendering is synchronous: it uses the
 * cache and starts a read; previews are refreshed if the read finds something different.
 */
export class LocalTexts implements vscode.Disposable {
  readonly #failures: FailureLog;
  readonly #cache = new Map<string, CacheEntry>();
  readonly #subscriptions: vscode.Disposable;
  #reads = 0;

  constructor(failures: FailureLog) {
    this.#failures = failures;
    this.#subscriptions = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (this.#cache.size > 0 && uri.scheme === 'file' && uri.path.includes('/.gitbook/')) void this.#refresh();
    });
  }

  /** Returns the cached variables and texts that a file uses, and starts a read. */
  of(path: string, text: string): SharedOnPage | undefined {
    if (!usesSharedContent(text)) return undefined;
    void this.#read(path, text);
    return this.#cache.get(path)?.shared;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #read(path: string, text: string): Promise<void> {
    const readId = ++this.#reads;
    const root = gitSyncRootOf(path);
    if (root === undefined) return;
    const shared = await readLocalShared(path, root, text);
    const cached = this.#cache.get(path);
    if (cached && cached.readId > readId) return;
    const json = JSON.stringify([shared.texts, shared.variables]);
    this.#cache.delete(path);
    this.#cache.set(path, { readId, json, shared });
    const [oldest] = this.#cache.keys();
    if (this.#cache.size > maxDocuments && oldest !== undefined) this.#cache.delete(oldest);
    if (cached?.json !== json) await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // The built-in Markdown preview may be disabled.
      this.#failures.log('Could not refresh the preview.', error);
    }
  }
}
