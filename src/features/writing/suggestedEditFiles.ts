import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { documentKey } from '../../model/content/address.ts';
import type { PageDraft, PageDrafts } from '../../model/writing/pageDrafts.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';

/** Serves the local copies of pages in which edits are suggested. Saving stores the text on this computer. */
export class SuggestedEditFiles implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #edits: PageDrafts;
  readonly #times = new FileTimes();
  readonly #subscriptions: vscode.Disposable;

  constructor(edits: PageDrafts) {
    this.#edits = edits;
    this.#subscriptions = edits.onDidChange(changed => {
      const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
      this.#didChange.fire(documents.filter(uri => changed.includes(documentKey(uri))));
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { text, savedAt } = await this.#edit(uri);
    const mtime = this.#times.of(uri, String(savedAt), savedAt);
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text) };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from((await this.#edit(uri)).text);
  }

  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    const edit = await this.#edit(uri);
    const text = Buffer.from(bytes).toString();
    if (text !== edit.text) await this.#edits.save({ ...edit, text });
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  async #edit(uri: vscode.Uri): Promise<PageDraft> {
    await this.#edits.load();
    const edit = this.#edits.get(documentKey(uri));
    if (edit) return edit;
    throw vscode.FileSystemError.FileNotFound(
      t('This suggestion was sent or discarded. Suggest an edit of the page again.'),
    );
  }
}
