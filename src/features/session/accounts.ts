import * as vscode from 'vscode';
import { escapeLine } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';

/** Registers the accounts with VS Code, so that the Accounts menu lists them and can sign out. */
export function registerAccounts(app: App): vscode.Disposable {
  const didChange = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  let known: vscode.AuthenticationSession[] = [];
  const update = () => {
    const sessions = app.session.connections.map(sessionOf);
    // An ID may belong to another account by now.
    const isIn = (list: vscode.AuthenticationSession[]) => (one: vscode.AuthenticationSession) =>
      list.some(({ id, account }) => id === one.id && account.id === one.account.id);
    const added = sessions.filter(session => !isIn(known)(session));
    const removed = known.filter(session => !isIn(sessions)(session));
    known = sessions;
    if (added.length > 0 || removed.length > 0) didChange.fire({ added, removed, changed: [] });
  };
  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: didChange.event,
    getSessions: async scopes => {
      // Without scopes, VS Code only lists the accounts, which must not cause a request to a server.
      await (scopes ? app.session.restore() : app.session.readStored());
      return app.session.connections.map(sessionOf);
    },
    createSession: async () => {
      await vscode.commands.executeCommand('marginalia.session.signIn');
      return sessionOf(await app.session.require());
    },
    removeSession: async id => {
      // VS Code has already asked for a confirmation.
      const connection = await app.session.find(id);
      if (connection) await app.session.signOut(connection);
    },
  };
  return vscode.Disposable.from(
    didChange,
    app.session.onDidChange(update),
    vscode.authentication.registerAuthenticationProvider('marginalia', 'Marginalia', provider, {
      supportsMultipleAccounts: true,
    }),
  );
}

/** Returns the session for other extensions: it has the account, but never the token. */
function sessionOf({ id, account, label }: Connection): vscode.AuthenticationSession {
  return { id, accessToken: '', account: { id: account, label: escapeLine(label) }, scopes: [] };
}
