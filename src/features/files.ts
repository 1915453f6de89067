import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { scheme } from '../model/content/address.ts';
import { Lazy } from '../ui/lazy.ts';

/** Registers the documents of the service as a file system. Its implementation is loaded with the first operation. */
export function register(app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const files = new Lazy(async () => {
    const [{ createFiles }, writer] = await Promise.all([import('./fileOwners.ts'), app.writing.load()]);
    return createFiles(app, writer, changes => changed.fire(changes));
  });
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    // Changes are fired for all open documents, so no document needs a watcher of its own.
    watch: () => new vscode.Disposable(() => {}),
    stat: async uri => (await files.load()).stat(uri),
    readFile: async uri => (await files.load()).readFile(uri),
    readDirectory: async uri => (await files.load()).readDirectory(uri),
    writeFile: async (uri, bytes) => (await files.load()).writeFile(uri, bytes),
    createDirectory: async uri => (await files.load()).createDirectory(uri),
    rename: async (uri, newUri) => (await files.load()).rename(uri, newUri),
    delete: async uri => (await files.load()).delete(uri),
  };
  const registration = vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  return vscode.Disposable.from(registration, files, changed);
}
