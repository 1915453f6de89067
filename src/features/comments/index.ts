import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerCommands } from '../../ui/command.ts';
import { Later } from '../../ui/later.ts';
import { withDocuments } from '../documents.ts';

/** Has comments begin with the first document of the service, or with the first command about them. */
export function register(app: App): vscode.Disposable {
  const comments = new Later(async () => {
    const [{ reading }, discussions] = await Promise.all([import('../reading.ts'), app.discussions.get()]);
    return reading.comments.start({ ...app, discussions });
  });
  return vscode.Disposable.from(
    comments,
    withDocuments(
      () => comments.get(),
      error => app.failures.show('show the comments', error),
    ),
    registerCommands(app, ['comment', 'thread'], async () => {
      const [{ reading }, { context }] = await Promise.all([import('../reading.ts'), comments.get()]);
      return { commands: reading.comments.commands, context };
    }),
  );
}
