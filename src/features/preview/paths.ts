import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, withTitle } from '../../model/content/address.ts';
import { decodeUriPart, namesFiles } from '../../model/content/references.ts';

/** Loads the paths of the pages and files that a document may refer to, and refreshes previews if they have changed. */
export async function loadPaths({ content, failures, session }: App, uri: vscode.Uri): Promise<void> {
  try {
    const address = parseContentUri(uri);
    // A document of a signed-out account shows that itself.
    if (!address || !(await session.find(address.connection))) return;
    const text = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString())?.getText();
    const isNew = await content.loadPaths(uri, text === undefined || namesFiles(text));
    if (isNew) await vscode.commands.executeCommand('markdown.preview.refresh');
  } catch (error) {
    // The document itself shows the error.
    failures.log(`Could not resolve the references of ${uri.path}.`, error);
  }
}

/** Size limit for an image in the preview, in bytes. */
export const largestImage = 8 * 1024 ** 2;

/** The prefix of file paths. The assets folder is beside every page. */
export const assetsPrefix = './.assets/';

/** Returns the URI of a file for a path as a page refers to it. */
export function fileUri(page: vscode.Uri, place: string): vscode.Uri {
  return withTitle(vscode.Uri.joinPath(page, '..', decodeUriPart(place.replace(/#.*/, ''))), undefined);
}
