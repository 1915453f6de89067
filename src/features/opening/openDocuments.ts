import * as vscode from 'vscode';
import { scheme } from '../../model/content/address.ts';

/** Runs a function for every document of the service that is open or gets opened. `failed` receives its errors. */
export function withDocuments(
  use: (uri: vscode.Uri) => Promise<unknown>,
  failed: (error: unknown, uri: vscode.Uri) => void,
): vscode.Disposable {
  const run = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme) return;
    try {
      await use(uri);
    } catch (error) {
      failed(error, uri);
    }
  };
  for (const document of vscode.workspace.textDocuments) void run(document);
  return vscode.workspace.onDidOpenTextDocument(run);
}
