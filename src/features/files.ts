import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { scheme } from '../model/content/address.ts';
import { Later } from '../ui/later.ts';

const why =
  'Marginalia shows the content of the service to read and review; pages are edited in the service itself. ' +
  'Comment on a line to propose a change.';

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(why);
}

/** Registers the documents of the service as a file system; what reads and writes them is loaded with the first. */
export function register(app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const rooms = new Later(async () => {
    const { rooms } = await import('./fileRooms.ts');
    return rooms(app, uris => changed.fire(uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri }))));
  });
  const of = async (uri: vscode.Uri) => (await rooms.get()).of(uri);
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    // Changes are heard of for all open documents at once.
    watch: () => new vscode.Disposable(() => {}),
    stat: async uri => (await of(uri)).stat(uri),
    readFile: async uri => (await of(uri)).readFile(uri),
    readDirectory: async uri => (await of(uri)).readDirectory?.(uri) ?? [],
    writeFile: async (uri, bytes) => {
      const files = await of(uri);
      await (files.writeFile ? files.writeFile(uri, bytes) : refuse());
    },
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  const registration = vscode.workspace.registerFileSystemProvider(scheme, provider, { isCaseSensitive: true });
  return vscode.Disposable.from(registration, rooms, changed);
}
