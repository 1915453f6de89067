import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { Later } from '../../ui/later.ts';
import { withDocuments } from '../documents.ts';
import { registerSourceLinks } from './sourceLinks.ts';

/** Shows pages and files as documents; what goes with those that are open is loaded with the first. */
export function register(app: App): vscode.Disposable {
  const started = new Later(async () => (await import('../reading.ts')).reading.content.start(app));
  return vscode.Disposable.from(
    registerSourceLinks(app),
    started,
    withDocuments(
      () => started.get(),
      error => app.failures.log('Could not find out what is to be said of the open pages.', error),
    ),
  );
}
