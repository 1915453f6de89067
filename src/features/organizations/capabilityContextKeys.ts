import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { canSupportPageEdits } from '../../model/writing/pageEditing.ts';
import type { Connection } from '../../model/session/connection.ts';

/** Operations that not every server supports, by the suffix of the context key that hides their commands. */
const optional = new Map([
  // A server that does not list spaces cannot show a new one.
  ['createSpace', / \/orgs\/\{organizationId\}\/spaces$/],
  ['unpublish', /\/unpublish$/],
]);

/** Sets context keys that hide commands which the current server does not support. Updates them as more is detected. */
export function updateCapabilityContextKeys({ session, singletons }: App, connection: Connection): void {
  const watched = singletons.get(createWatched);
  if (!watched.has(connection))
    connection.api.onDidFindUnsupported(() => session.current === connection && update(connection));
  watched.add(connection);
  if (session.current === connection) update(connection);
}

/** Creates the set of connections that are watched for unsupported operations. */
function createWatched({ context, content, session }: App): WeakSet<Connection> {
  const listener = content.changeRequests.onDidDetectFields(changed => {
    if (changed === session.current) update(changed);
  });
  context.subscriptions.push(listener);
  return new WeakSet();
}

function update(connection: Connection): void {
  for (const [name, routes] of optional) setContextKey(name, connection.api.isKnownUnsupported(routes));
  setContextKey('descriptions', connection.hasDescriptions === false);
  setContextKey('pageEdits', !canSupportPageEdits(connection));
}

function setContextKey(name: string, isLacking: boolean): void {
  void vscode.commands.executeCommand('setContext', `marginalia.lacks.${name}`, isLacking);
}
