import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isPageOfChangeRequest, parseDescriptionUri, scheme } from '../model/content/address.ts';
import { isPageEditingOn } from '../model/writing/setting.ts';
import type { Files } from '../ui/files.ts';
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
    const [
      { ContentFiles },
      { ResourceFiles },
      { DescriptionFiles },
      { PageFiles },
      { isResourceFolder, isResourceUri },
      writer,
    ] = await Promise.all([
      import('./content/fileSystem.ts'),
      import('./resources/files.ts'),
      import('./changeRequests/descriptionFiles.ts'),
      import('./writing/pageFiles.ts'),
      import('../model/resources/address.ts'),
      app.writing.load(),
    ]);
    const [content, resources] = [new ContentFiles(app), new ResourceFiles(app)];
    const descriptions = new DescriptionFiles(app);
    const pages = new PageFiles(app, writer, content);
    const all = vscode.Disposable.from(
      ...[content, resources, descriptions, pages].flatMap(files => [files, files.onDidChange(fire)]),
    );
    return {
      of: (uri: vscode.Uri): Files => {
        if (parseDescriptionUri(uri)) return descriptions;
        if (isPageOfChangeRequest(uri) && isPageEditingOn()) return pages;
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
