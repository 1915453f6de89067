import * as vscode from 'vscode';
import { scheme } from '../../model/content/address.ts';

/** Does something with every document of the service that is open or opened. `failed` is told what went wrong. */
export function withDocuments(
  use: (uri: vscode.Uri) => Promise<unknown>,
  failed: (error: unknown, uri: vscode.Uri) => void,
): vscode.Disposable {
  const begin = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme) return;
    try {
      await use(uri);
    } catch (error) {
      failed(error, uri);
    }
  };
  for (const document of vscode.workspace.textDocuments) void begin(document);
  return vscode.workspace.onDidOpenTextDocument(begin);
}
