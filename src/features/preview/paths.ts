import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, withTitle } from '../../model/content/address.ts';
import { decodeUriPart, namesFiles } from '../../model/content/references.ts';

/** Reads which path each page and file has that a document may refer to, and has previews made anew with them. */
export async function loadPaths({ content, failures, session }: App, uri: vscode.Uri): Promise<void> {
  try {
    const address = parseContentUri(uri);
    // A document whose account is not signed in shows that itself.
    if (!address || !(await session.find(address.connection))) return;
    const text = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString())?.getText();
    const isNew = await content.loadPaths(uri, text === undefined || namesFiles(text));
    if (isNew) await vscode.commands.executeCommand('markdown.preview.refresh');
  } catch (error) {
    // Images stay out of the preview; the document itself says what is wrong.
    failures.log(`Could not look up what ${uri.path} refers to.`, error);
  }
}

/** Bytes above which an image is not shown in the preview. */
export const largestImage = 8 * 1024 ** 2;

/** How the place of a file begins: files are found beside every page. */
export const assetsPrefix = './.assets/';

/** The address of a file, by its place as a page names it. */
export function fileUri(page: vscode.Uri, place: string): vscode.Uri {
  return withTitle(vscode.Uri.joinPath(page, '..', decodeUriPart(place.replace(/#.*/, ''))), undefined);
}
