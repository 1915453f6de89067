import * as vscode from 'vscode';
import type { UnsentFiles } from '../../model/writing/unsentFiles.ts';
import type { FileOperations } from '../../ui/fileOperations.ts';

/** Serves the files of change requests, including inserted files that exist only on this computer. */
export class AssetFiles implements Omit<FileOperations, 'onDidChange' | 'dispose'> {
  readonly #unsentFiles: UnsentFiles;
  readonly #content: FileOperations;

  /** `content` provides the files on the server. */
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
