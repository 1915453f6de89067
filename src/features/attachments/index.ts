import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { scheme } from '../../model/content/address.ts';

const pages = { scheme, pattern: '**/*.md' };

/** Files, images and URIs. Plain text is missing, so that pasting text offers no choice. */
const mimeTypes = ['files', 'image/*', 'text/uri-list'];

/** Registers pasting and dropping of images, files and pages into editable pages. */
export function register(app: App): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'marginalia');
  return vscode.Disposable.from(
    vscode.languages.registerDocumentPasteEditProvider(
      pages,
      {
        provideDocumentPasteEdits: async (document, [range], data, _context, token) => {
          const { insertionOfPaste } = await import('./transfers.ts');
          const insertion = range && (await insertionOfPaste(app, { document, position: range.start }, data, token));
          return insertion && [new vscode.DocumentPasteEdit(insertion.text, insertion.title, kind)];
        },
      },
      { providedPasteEditKinds: [kind], pasteMimeTypes: mimeTypes },
    ),
    vscode.languages.registerDocumentDropEditProvider(
      pages,
      {
        provideDocumentDropEdits: async (document, position, data, token) => {
          const { insertionOfDrop } = await import('./transfers.ts');
          const insertion = await insertionOfDrop(app, { document, position }, data, token);
          return insertion && new vscode.DocumentDropEdit(insertion.text, insertion.title, kind);
        },
      },
      { providedDropEditKinds: [kind], dropMimeTypes: mimeTypes },
    ),
  );
}
