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
export function hideLacking({ session, content }: App, connection: Connection): void {
  const { api } = connection;
  const tell = () => {
    if (session.current !== connection) return;
    for (const [name, routes] of optional) setLacks(name, api.lacks(routes));
    setLacks('descriptions', connection.hasDescriptions === false);
  };
  if (!heard.has(connection)) {
    api.onLack(tell);
    content.changeRequests.onDidLearnFields(changed => changed === connection && tell());
  }
  heard.add(connection);
  tell();
}

function setLacks(name: string, isLacking: boolean): void {
  void vscode.commands.executeCommand('setContext', `marginalia.lacks.${name}`, isLacking);
}
