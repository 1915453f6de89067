import * as vscode from 'vscode';
import { contentUri, headAddress } from '../../model/content/address.ts';
import type { Content } from '../../model/content/content.ts';
import type { PageEditing, ReadOnlyReason } from '../../model/writing/pageEditing.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';
import { FileTimes } from '../../ui/fileTimes.ts';

/** Where VS Code looks for the settings of a folder. */
const path = '.vscode/settings.json';

/** Whether a document is the settings of a folder of pages. */
export function isFolderSettings(uri: vscode.Uri): boolean {
  return headAddress(uri)?.path === path;
}

/**
 * The settings that an open folder of pages has without any being stored. They alone switch off the actions of the explorer
 * where nothing can be changed: VS Code does not look there at whether a file is read-only.
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
      if (addresses.length > 0) this.#didChange.fire(addresses.map(address => contentUri({ ...address, path })));
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
    // Files of the content are never changed here.
    const readOnly = (await this.#readOnlyReason(uri)) ? '**' : '.assets{,/**}';
    return `${JSON.stringify({ 'files.readonlyInclude': { [readOnly]: true } }, undefined, 2)}\n`;
  }

  async #readOnlyReason(uri: vscode.Uri): Promise<ReadOnlyReason | undefined> {
    try {
      const address = headAddress(uri);
      // The status of a change request comes with its content.
      if (address) await this.#content.snapshot(await this.#content.place(address));
      return await this.#editing.readOnlyReason(uri);
    } catch {
      // The folder itself tells why it cannot be read.
      return 'unknown';
    }
  }
}
