import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { registerAccounts } from './accounts.ts';
import { registerSessionCommands, type StartSandbox } from './commands.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Offer } from '../../ui/failures.ts';

export type { StartSandbox } from './commands.ts';

/** Minutes between two questions to sign in again for the same connection. */
const cooldown = 5;

export function register(app: App, startSandbox: StartSandbox): vscode.Disposable {
  const lastAsked = new Map<string, number>();
  return vscode.Disposable.from(
    registerSessionCommands(app, startSandbox),
    registerAccounts(app),
    app.session.onDidChange(() => {
      const isSignedIn = app.session.current !== undefined;
      void vscode.commands.executeCommand('setContext', 'marginalia.signedIn', isSignedIn);
    }),
    app.session.onDidBeginToWait(({ host, answered }) => {
      // How it ended is told where it was asked for.
      const settled = answered.catch(() => undefined);
      vscode.window.setStatusBarMessage(`$(sync~spin) Waiting for ${host}`, settled);
    }),
    app.session.onDidNotice(sentence => void vscode.window.showErrorMessage(sentence)),
    app.session.onDidLoseAccess(connection => {
      const wait = (lastAsked.get(connection.id) ?? -Infinity) + cooldown * 60_000;
      if (Date.now() < wait) return;
      lastAsked.set(connection.id, Date.now());
      void askToSignIn(connection);
    }),
  );
}

async function askToSignIn({ label }: Connection): Promise<void> {
  const message = `${label}: the server no longer accepts the token. Sign in again to go on; nothing is lost.`;
  const choice = await vscode.window.showWarningMessage(message, 'Sign In');
  if (choice) await vscode.commands.executeCommand('marginalia.session.signIn');
}

/** What helps who is signed out. */
export const signInOffer: Offer = {
  label: 'Sign In',
  run: () => vscode.commands.executeCommand('marginalia.session.signIn'),
};
