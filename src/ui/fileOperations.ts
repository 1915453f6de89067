import type * as vscode from 'vscode';

/** Serves documents of the service to the file system provider. */
export interface FileOperations extends vscode.Disposable {
  /** Fires with the addresses of documents that VS Code must read again. */
  readonly onDidChange: vscode.Event<readonly vscode.Uri[]>;
  stat(uri: vscode.Uri): Promise<vscode.FileStat>;
  readFile(uri: vscode.Uri): Promise<Uint8Array>;
  readDirectory?(uri: vscode.Uri): Promise<[string, vscode.FileType][]>;
  writeFile?(uri: vscode.Uri, bytes: Uint8Array): Promise<void>;
}

/** Creates, renames, moves and deletes entries of folders. */
export interface FolderOperations {
  createDirectory(uri: vscode.Uri): Promise<void>;
  rename(uri: vscode.Uri, newUri: vscode.Uri): Promise<void>;
  delete(uri: vscode.Uri): Promise<void>;
}
