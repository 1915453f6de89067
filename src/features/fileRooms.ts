import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isResourceFolder, isResourceUri } from '../model/resources/address.ts';
import type { Files } from '../ui/files.ts';
import { ContentFiles } from './content/fileSystem.ts';
import { ResourceFiles } from './resources/files.ts';

/** Pages and files of the content, and resources: who knows the document at an address. */
export function rooms(
  app: App,
  changed: (uris: readonly vscode.Uri[]) => void,
): vscode.Disposable & { of(uri: vscode.Uri): Files } {
  const [content, resources] = [new ContentFiles(app), new ResourceFiles(app)];
  const all = vscode.Disposable.from(content, resources, content.onDidChange(changed), resources.onDidChange(changed));
  return {
    of: uri => (isResourceUri(uri) || isResourceFolder(uri) ? resources : content),
    dispose: () => all.dispose(),
  };
}
