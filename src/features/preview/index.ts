import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { Later } from '../../ui/later.ts';
import { withDocuments } from '../documents.ts';

/** Follows references to pages and files, by ID or folder, in an editor, and makes them known to the preview. */
export function register(app: App): vscode.Disposable {
  const started = new Later(async () => (await import('../reading.ts')).reading.preview.start(app));
  const learn = async (uri: vscode.Uri) => {
    await started.get();
    await (await import('../reading.ts')).reading.preview.learnPaths(app, uri);
  };
  const failed = (error: unknown, { path }: vscode.Uri) => app.failures.log(`Could not begin to read ${path}.`, error);
  return vscode.Disposable.from(started, withDocuments(learn, failed));
}
