import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';

/** What menus offer that not every server has, by the end of the context key that takes it out of them. */
const optional = new Map([
  // Who lists no spaces has nothing to add one to.
  ['createSpace', / \/orgs\/\{organizationId\}\/spaces$/],
  ['unpublish', /\/unpublish$/],
]);

const heard = new WeakSet<Connection>();

/** Keeps the menus from offering what the server of the account is known to lack, or turns out to. */
export function hideLacking({ session }: App, connection: Connection): void {
  const { api } = connection;
  const tell = () => {
    if (session.current !== connection) return;
    for (const [name, routes] of optional) {
      void vscode.commands.executeCommand('setContext', `marginalia.lacks.${name}`, api.lacks(routes));
    }
  };
  if (!heard.has(connection)) api.onLack(tell);
  heard.add(connection);
  tell();
}
