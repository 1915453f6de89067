import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerCommands } from '../../ui/command.ts';
import { Later } from '../../ui/later.ts';
import { draftsFolder, pendingFolder } from '../../model/draftFolders.ts';
import { withDocuments } from '../documents.ts';

/** What the commands are about that work on what is on the screen. */
export const nouns: ReadonlySet<string> = new Set(['comment', 'thread']);

/**
 * Has comments begin with the first document of the service, or with the first command about them; at once where something
 * is held back, which the status bar counts.
 */
export function register(app: App): vscode.Disposable {
  const comments = new Later(async () => {
    const { reading } = await import('../reading.ts');
    return reading.comments.start(app);
  });
  const open = async (uri: vscode.Uri) => {
    await comments.get();
    await app.discussions.open(uri);
  };
  const failed = (error: unknown) => app.failures.show('show the comments', error);
  const count = async () => {
    if (await hasPending(app.context.globalStorageUri)) await comments.get();
  };
  void count().catch(failed);
  return vscode.Disposable.from(
    comments,
    withDocuments(open, failed),
    // What is said of a page is asked for beside its text, not after it.
    app.content.onWillRead(uri => void open(uri).catch(failed)),
    registerCommands(
      app,
      noun => nouns.has(noun),
      async () => {
        const [{ reading }, { context }] = await Promise.all([import('../reading.ts'), comments.get()]);
        return { commands: reading.comments.commands, context };
      },
    ),
  );
}

/** Whether anything is held back until a review is finished. */
export async function hasPending(storage: vscode.Uri): Promise<boolean> {
  try {
    const held = vscode.Uri.joinPath(storage, draftsFolder, pendingFolder);
    return (await vscode.workspace.fs.readDirectory(held)).some(([name]) => name.endsWith('.json'));
  } catch {
    // The folder is made with the first draft.
    return false;
  }
}
