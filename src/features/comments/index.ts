import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isClosedDocument } from '../../model/content/openAddresses.ts';
import { registerCommands } from '../../ui/command.ts';
import { Lazy } from '../../ui/lazy.ts';
import { withDocuments } from '../opening/openDocuments.ts';

/** The nouns of the commands that work on threads in an editor. */
export const threadCommandNouns: ReadonlySet<string> = new Set(['comment', 'thread']);

/**
 * Shows comments once a document of the service is opened or a command on comments is run. If comments are pending,
 * their code is loaded at once, because the status bar counts them.
 */
export function register(app: App): vscode.Disposable {
  const comments = new Lazy(async () => (await import('./editorComments.ts')).createEditorComments(app));
  const open = async (uri: vscode.Uri) => {
    await comments.load();
    await app.discussions.open(uri);
  };
  const failed = (error: unknown) => app.failures.show(t('show the comments'), error);
  const count = async () => {
    if (await app.drafts.hasPendingFiles()) await comments.load();
  };
  void count().catch(failed);
  return vscode.Disposable.from(
    comments,
    withDocuments(open, failed),
    // The comments of a page are fetched in parallel with its text, but not when VS Code refreshes a closed document.
    app.content.onWillRead(uri => {
      if (!isClosedDocument(uri)) void open(uri).catch(failed);
    }),
    registerCommands(
      app,
      noun => threadCommandNouns.has(noun),
      async () => {
        const [{ commands }, { context }] = await Promise.all([import('./commands.ts'), comments.load()]);
        return { commands, context };
      },
    ),
  );
}
