import * as vscode from 'vscode';
import type { UnsentFiles } from '../../model/writing/unsentFiles.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';

/** The files of change requests, those too that were inserted into pages and are on this computer alone. */
export class AssetFiles implements Omit<FileOperations, 'onDidChange' | 'dispose'> {
  readonly #unsentFiles: UnsentFiles;
  readonly #content: FileOperations;

  /** The content has the files that are on the server. */
  constructor(unsentFiles: UnsentFiles, content: FileOperations) {
    this.#unsentFiles = unsentFiles;
    this.#content = content;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const file = await this.#unsentFiles.get(uri);
    if (!file) return this.#content.stat(uri);
    const { savedAt, bytes } = file;
    const times = { ctime: savedAt, mtime: savedAt };
    return { type: vscode.FileType.File, size: bytes.length, ...times, permissions: vscode.FilePermission.Readonly };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.#unsentFiles.get(uri))?.bytes ?? this.#content.readFile(uri);
  }
}
