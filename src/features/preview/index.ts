import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { parseContentUri, scheme } from '../../model/content/address.ts';
import { Later } from '../../ui/later.ts';

/** Follows references to pages and files, by ID or folder, in an editor, and makes them known to the preview. */
export function register(app: App): vscode.Disposable {
  const started = new Later(async () => (await import('../reading.ts')).reading.preview.start(app));
  const learn = async ({ uri }: vscode.TextDocument) => {
    if (uri.scheme !== scheme) return;
    try {
      await started.get();
      const isNew = parseContentUri(uri) !== undefined && (await app.content.learnPaths(uri));
      if (isNew) await vscode.commands.executeCommand('markdown.preview.refresh');
    } catch (error) {
      // Images stay out of the preview; the document itself says what is wrong.
      app.failures.log(`Could not look up what ${uri.path} refers to.`, error);
    }
  };
  return vscode.Disposable.from(started, vscode.workspace.onDidOpenTextDocument(learn));
}
