import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../app.ts';
import { headAddress, isPageOfChangeRequest, isSuggestedEdit, parseDescriptionUri } from '../model/content/address.ts';
import { isResourceFolder, isResourceUri } from '../model/resources/address.ts';
import type { PageWriter } from '../model/writing/pageWriter.ts';
import { isFileOfChangeRequest } from '../model/writing/unsentFiles.ts';
import { isPageEditingOn } from '../model/writing/setting.ts';
import { decodeFromEditor, encodeForEditor } from '../ui/encoding.ts';
import type { FileOperations, FolderOperations } from '../ui/fileOperations.ts';
import { DescriptionFiles } from './changeRequests/descriptionFiles.ts';
import { ContentFiles } from './content/fileSystem.ts';
import { FolderSettings, isFolderSettings } from './content/folderSettings.ts';
import { FolderChanges } from './content/openFolders.ts';
import { ResourceFiles } from './resources/files.ts';
import { PageFiles } from './writing/pageFiles.ts';
import { AssetFiles } from './writing/assetFiles.ts';
import { PageFolders } from './writing/pageFolders.ts';
import { SuggestedEditFiles } from './writing/suggestedEditFiles.ts';

/**
 * Creates the file operations for all documents of the service. Each operation is passed to the implementation that
 * owns the document.
 */
export function createFiles(
  app: App,
  writer: PageWriter,
  fire: (changes: vscode.FileChangeEvent[]) => void,
): Required<Omit<FileOperations, 'onDidChange'>> & FolderOperations {
  const [content, resources, descriptions] = [new ContentFiles(app), new ResourceFiles(app), new DescriptionFiles(app)];
  const assets = new AssetFiles(writer.unsentFiles, content);
  const folders = new PageFolders(app, writer);
  const pages = new PageFiles(app, writer, content, folders);
  const suggestedEdits = new SuggestedEditFiles(writer.suggestedEdits);
  const settings = new FolderSettings(app.content, writer.editing);
  const changes = new FolderChanges(app);
  const fireChanged = (uris: readonly vscode.Uri[]) =>
    fire(uris.map(uri => ({ type: vscode.FileChangeType.Changed, uri })));
  const all = vscode.Disposable.from(
    folders,
    changes,
    changes.onDidChange(fire),
    ...[content, resources, descriptions, pages, settings, suggestedEdits].flatMap(files => [
      files,
      files.onDidChange(fireChanged),
    ]),
  );
  const ownerOf = (uri: vscode.Uri): Omit<FileOperations, 'onDidChange' | 'dispose'> => {
    if (parseDescriptionUri(uri)) return descriptions;
    if (isFolderSettings(uri)) return settings;
    if (isSuggestedEdit(uri)) return suggestedEdits;
    if (isPageOfChangeRequest(uri) && isPageEditingOn()) return pages;
    if (isFileOfChangeRequest(uri)) return assets;
    return isResourceUri(uri) || isResourceFolder(uri) ? resources : content;
  };
  const inFolders = (uri: vscode.Uri) => {
    if (headAddress(uri)) return folders;
    throw vscode.FileSystemError.NoPermissions(t('Only pages of change requests can be edited.'));
  };
  return {
    stat: async address => {
      const uri = await folders.resolve(address);
      return ownerOf(uri).stat(uri);
    },
    readFile: async address => {
      const uri = await folders.resolve(address);
      return encodeForEditor(uri, await ownerOf(uri).readFile(uri));
    },
    readDirectory: async address => {
      const uri = await folders.resolve(address);
      const entries = (await ownerOf(uri).readDirectory?.(uri)) ?? [];
      if (headAddress(uri)) await changes.note(uri);
      return folders.withNewFolders(uri, entries);
    },
    writeFile: async (address, bytes) => {
      const uri = await folders.resolve(address);
      const owner = ownerOf(uri);
      const decoded = await decodeFromEditor(uri, bytes);
      await (owner.writeFile?.(uri, decoded) ?? inFolders(uri).createFile(uri, Buffer.from(decoded).toString()));
    },
    createDirectory: async address => {
      const uri = await folders.resolve(address);
      await inFolders(uri).createDirectory(uri);
    },
    rename: async (address, newUri) => {
      const uri = await folders.resolve(address);
      await inFolders(uri).rename(uri, newUri);
    },
    delete: async address => {
      const uri = await folders.resolve(address);
      await inFolders(uri).delete(uri);
    },
    dispose: () => all.dispose(),
  };
}
