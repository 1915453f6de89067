import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { contentUri, parseContentUri, scheme } from '../../model/content/address.ts';
import { decoded } from './references.ts';

/** Follows the service's references to pages and files in an editor, and makes them known to the preview. */
export function register(app: App): vscode.Disposable {
  const learn = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme || !parseContentUri(uri)) return;
    try {
      if (await app.content.learnPaths(uri)) await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // Images stay out of the preview; the document itself says what is wrong.
      app.failures.log(`Could not look up what ${uri.path} refers to.`, error);
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(learn),
    vscode.languages.registerDocumentLinkProvider(
      { scheme },
      { provideDocumentLinks: document => links(app, document) },
    ),
  );
}

async function links(app: App, document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
  const address = parseContentUri(document.uri);
  if (!address) return [];
  await app.content.learnPaths(document.uri);
  const paths = app.content.knownPaths(document.uri);
  const found: vscode.DocumentLink[] = [];
  for (const match of document.getText().matchAll(/(?<=[("])\/(?:files|pages)\/([^/?#)"\s]+)/g)) {
    const path = paths.get(decoded(match[1] ?? ''));
    if (path === undefined) continue;
    const range = new vscode.Range(
      document.positionAt(match.index),
      document.positionAt(match.index + match[0].length),
    );
    found.push(new vscode.DocumentLink(range, contentUri({ ...address, path })));
  }
  return found;
}
