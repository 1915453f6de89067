import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { isPageOfChangeRequest, parseDescriptionUri } from '../model/content/address.ts';
import { isResourceFolder, isResourceUri } from '../model/resources/address.ts';
import type { PageWriter } from '../model/writing/pageWriter.ts';
import { isPageEditingOn } from '../model/writing/setting.ts';
import type { Files } from '../ui/files.ts';
import { DescriptionFiles } from './changeRequests/descriptionFiles.ts';
import { ContentFiles } from './content/fileSystem.ts';
import { ResourceFiles } from './resources/files.ts';
import { PageFiles } from './writing/pageFiles.ts';

/** Creates what reads and writes the documents of the service. `of` returns the one for a document. */
export function createFiles(
  app: App,
  writer: PageWriter,
  fire: (uris: readonly vscode.Uri[]) => void,
): vscode.Disposable & { of(uri: vscode.Uri): Files } {
  const [content, resources, descriptions] = [new ContentFiles(app), new ResourceFiles(app), new DescriptionFiles(app)];
  const pages = new PageFiles(app, writer, content);
  const all = vscode.Disposable.from(
    ...[content, resources, descriptions, pages].flatMap(files => [files, files.onDidChange(fire)]),
  );
  return {
    of: uri => {
      if (parseDescriptionUri(uri)) return descriptions;
      if (isPageOfChangeRequest(uri) && isPageEditingOn()) return pages;
      return isResourceUri(uri) || isResourceFolder(uri) ? resources : content;
    },
    dispose: () => all.dispose(),
  };
}
