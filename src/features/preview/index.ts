import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri } from '../../model/content/address.ts';
import { Later } from '../../ui/later.ts';
import { withDocuments } from '../documents.ts';

/** Follows references to pages and files, by ID or folder, in an editor, and makes them known to the preview. */
export function register(app: App): vscode.Disposable {
  const started = new Later(async () => (await import('../reading.ts')).reading.preview.start(app));
  const learn = async (uri: vscode.Uri) => {
    await started.get();
    const isNew = parseContentUri(uri) !== undefined && (await app.content.learnPaths(uri));
    if (isNew) await vscode.commands.executeCommand('markdown.preview.refresh');
  };
  // Images stay out of the preview; the document itself says what is wrong.
  const failed = (error: unknown, { path }: vscode.Uri) =>
    app.failures.log(`Could not look up what ${path} refers to.`, error);
  return vscode.Disposable.from(started, withDocuments(learn, failed));
}
