import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { scheme } from '../model/content/address.ts';
import { Lazy } from '../ui/lazy.ts';

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions('Only pages of change requests can be edited.');
}

/** Registers the documents of the service as a file system; what reads and writes them is loaded with the first. */
export function register(app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const fire = (uris: readonly vscode.Uri[]) =>
    changed.fire(uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  const files = new Lazy(async () => {
    const [{ createFiles }, writer] = await Promise.all([import('./fileOwners.ts'), app.writing.load()]);
    return createFiles(app, writer, fire);
  });
  const of = async (uri: vscode.Uri) => (await files.load()).of(uri);
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    // Changes are heard of for all open documents at once.
    watch: () => new vscode.Disposable(() => {}),
    stat: async uri => (await of(uri)).stat(uri),
    readFile: async uri => (await of(uri)).readFile(uri),
    readDirectory: async uri => (await of(uri)).readDirectory?.(uri) ?? [],
    writeFile: async (uri, bytes) => {
      const owner = await of(uri);
      await (owner.writeFile ? owner.writeFile(uri, bytes) : refuse());
    },
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  const registration = vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  return vscode.Disposable.from(registration, files, changed);
}
