import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { parseDescriptionUri, scheme } from '../model/content/address.ts';
import type { Files } from '../ui/files.ts';
import { Lazy } from '../ui/lazy.ts';

const why =
  'Marginalia shows the content of the service to read and review; pages are edited in the service itself. ' +
  'Comment on a line to propose a change.';

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(why);
}

/** Registers the documents of the service as a file system; what reads and writes them is loaded with the first. */
export function register(app: App): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const fire = (uris: readonly vscode.Uri[]) =>
    changed.fire(uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  const files = new Lazy(async () => {
    const [{ ContentFiles }, { ResourceFiles }, { DescriptionFiles }, { isResourceFolder, isResourceUri }] =
      await Promise.all([
        import('./content/fileSystem.ts'),
        import('./resources/files.ts'),
        import('./changeRequests/descriptionFiles.ts'),
        import('../model/resources/address.ts'),
      ]);
    const [content, resources] = [new ContentFiles(app), new ResourceFiles(app)];
    const descriptions = new DescriptionFiles(app);
    const all = vscode.Disposable.from(
      ...[content, resources, descriptions].flatMap(files => [files, files.onDidChange(fire)]),
    );
    return {
      of: (uri: vscode.Uri): Files => {
        if (parseDescriptionUri(uri)) return descriptions;
        return isResourceUri(uri) || isResourceFolder(uri) ? resources : content;
      },
      dispose: () => all.dispose(),
    };
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
