import * as vscode from 'vscode';
import type { FailureLog } from '../../api/failure.ts';
import { usesShared } from '../../model/content/shared.ts';
import type { SharedOnPage } from '../../model/content/sharedOnPage.ts';
import { gitSyncRootOf } from './gitSync.ts';
import { readLocalShared } from './localShared.ts';

/** How many documents are kept. */
const capacity = 50;

interface Known {
  /** The number of the read that it comes from. */
  read: number;
  /** The texts and variables, as JSON. */
  state: string;
  shared: SharedOnPage;
}

/**
 * The values and included texts that files of a local Git Sync folder show. A rendering cannot wait: each begins a read,
 * and previews are refreshed when that has found something new.
 */
export class LocalTexts implements vscode.Disposable {
  readonly #failures: FailureLog;
  readonly #known = new Map<string, Known>();
  readonly #listening: vscode.Disposable;
  #reads = 0;

  constructor(failures: FailureLog) {
    this.#failures = failures;
    this.#listening = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (this.#known.size > 0 && uri.scheme === 'file' && uri.path.includes('/.gitbook/')) void this.#refresh();
    });
  }

  /** Returns what a file shows as far as it is known now. */
  of(path: string, text: string): SharedOnPage | undefined {
    if (!usesShared(text)) return undefined;
    void this.#read(path, text);
    return this.#known.get(path)?.shared;
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #read(path: string, text: string): Promise<void> {
    const read = ++this.#reads;
    const root = gitSyncRootOf(path);
    if (root === undefined) return;
    const shared = await readLocalShared(path, root, text);
    const known = this.#known.get(path);
    if (known && known.read > read) return;
    const state = JSON.stringify([shared.texts, shared.variables]);
    this.#known.delete(path);
    this.#known.set(path, { read, state, shared });
    const [oldest] = this.#known.keys();
    if (this.#known.size > capacity && oldest !== undefined) this.#known.delete(oldest);
    if (known?.state !== state) await this.#refresh();
  }

  async #refresh(): Promise<void> {
    try {
      await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // Somebody has switched off VS Code's Markdown preview.
      this.#failures.log('Could not refresh the preview.', error);
    }
  }
}
