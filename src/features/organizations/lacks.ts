import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';

/** What menus offer that not every server has, by the end of the context key that takes it out of them. */
const optional = new Map([
  // Who lists no spaces has nothing to add one to.
  ['createSpace', / \/orgs\/\{organizationId\}\/spaces$/],
  ['unpublish', /\/unpublish$/],
]);

const listening = new WeakSet<App>();
const heard = new WeakSet<Connection>();

/** Keeps the menus from offering what the server of the current account is known to lack, or turns out to. */
export function hideLacking(app: App, connection: Connection): void {
  const { context, content, session } = app;
  if (!listening.has(app)) {
    const listener = content.changeRequests.onDidLearnFields(changed => {
      if (changed === session.current) update(changed);
    });
    context.subscriptions.push(listener);
  }
  listening.add(app);
  if (!heard.has(connection)) connection.api.onLack(() => session.current === connection && update(connection));
  heard.add(connection);
  if (session.current === connection) update(connection);
}

function update({ api, hasDescriptions }: Connection): void {
  for (const [name, routes] of optional) setLacks(name, api.lacks(routes));
  setLacks('descriptions', hasDescriptions === false);
}

function setLacks(name: string, isLacking: boolean): void {
  void vscode.commands.executeCommand('setContext', `marginalia.lacks.${name}`, isLacking);
}
