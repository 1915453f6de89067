import * as vscode from 'vscode';
import { contentUri, headAddress } from '../../model/content/address.ts';
import type { Content } from '../../model/content/content.ts';
import type { PageEditing, ReadOnlyReason } from '../../model/writing/pageEditing.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';

const settingsPath = '.vscode/settings.json';

/** Returns true for the settings file of an open folder of pages. */
export function isFolderSettings(uri: vscode.Uri): boolean {
  return headAddress(uri)?.path === settingsPath;
}

/**
 * The generated settings of an open folder of pages. Only `files.readonlyInclude` disables explorer actions where
 * nothing can be changed: the explorer ignores read-only permissions of files.
 */
export class FolderSettings implements FileOperations {
  readonly #didChange = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly onDidChange = this.#didChange.event;
  readonly #content: Content;
  readonly #editing: PageEditing;
  readonly #times = new FileTimes();
  readonly #subscriptions: vscode.Disposable;

  constructor(content: Content, editing: PageEditing) {
    this.#content = content;
    this.#editing = editing;
    this.#subscriptions = editing.onDidChange(() => {
      const folders = vscode.workspace.workspaceFolders ?? [];
      const addresses = folders.flatMap(({ uri }) => headAddress(uri) ?? []);
      if (addresses.length > 0)
        this.#didChange.fire(addresses.map(address => contentUri({ ...address, path: settingsPath })));
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const text = await this.#text(uri);
    const mtime = this.#times.of(uri, text, 1);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime, size: Buffer.byteLength(text), permissions };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from(await this.#text(uri));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#didChange.dispose();
  }

  async #text(uri: vscode.Uri): Promise<string> {
    // Files of the content are always read-only.
    const readOnly = (await this.#readOnlyReason(uri)) ? '**' : '.assets{,/**}';
    return `${JSON.stringify({ 'files.readonlyInclude': { [readOnly]: true } }, undefined, 2)}\n`;
  }

  async #readOnlyReason(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    try {
      const address = headAddress(uri);
      // Loading the content also loads the status of the change request, which `readOnlyReason` needs.
      if (address) await this.#content.snapshot(await this.#content.place(address));
      return await this.#editing.readOnlyReason(uri);
    } catch {
      // VS Code reports why the folder cannot be read when it lists it.
      return 'unknown';
    }
  }
}
