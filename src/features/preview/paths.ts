import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, withTitle } from '../../model/content/address.ts';
import { decoded } from '../../model/content/references.ts';

/** Reads which path each page and file has that a document may refer to, and has previews made anew with them. */
export async function learnPaths({ content, failures, session }: App, uri: vscode.Uri): Promise<void> {
  try {
    const address = parseContentUri(uri);
    // One whose account is not signed in says so itself.
    if (!address || !(await session.find(address.connection))) return;
    const text = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString())?.getText();
    const isNew = await content.learnPaths(uri, text === undefined || namesFiles(text));
    if (isNew) await vscode.commands.executeCommand('markdown.preview.refresh');
  } catch (error) {
    // Images stay out of the preview; the document itself says what is wrong.
    failures.log(`Could not look up what ${uri.path} refers to.`, error);
  }
}

/** Whether a text may refer to a file, by its ID or its path: most pages refer to none, and need no list of them. */
export function namesFiles(text: string): boolean {
  return /\/files\/|\.assets\//.test(text);
}

/** Bytes above which an image is not shown in the preview. */
export const largestImage = 8 * 1024 ** 2;

/** How the place of a file begins: files are found beside every page. */
export const besides = './.assets/';

/** The address of a file, by its place as a page names it. */
export function fileOf(page: vscode.Uri, place: string): vscode.Uri {
  return withTitle(vscode.Uri.joinPath(page, '..', decoded(place.replace(/#.*/, ''))), undefined);
}
