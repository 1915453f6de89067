import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { failedAs } from '../../api/errors.ts';
import { Failure, SignedOut } from '../../api/failure.ts';
import type { Connection } from '../../model/session/connection.ts';
import { registerAccounts } from './accounts.ts';
import { words } from '../../api/words.ts';
import * as say from '../../ui/say.ts';

/** Minutes between two questions to sign in again for the same connection. */
const cooldown = 5;

export function register(app: App): vscode.Disposable {
  const lastAsked = new Map<string, number>();
  let last = app.session.current;
  /** The switches that documents still have to follow, one after another. */
  let queue = Promise.resolve();
  return vscode.Disposable.from(
    registerAccounts(app),
    app.session.onDidChange(() => {
      const { current, connections, refused } = app.session;
      setContextKey('signedIn', current !== undefined);
      setContextKey('connection', current?.id);
      setContextKey(
        'tokenRefused',
        connections.some(connection => refused.has(connection)),
      );
      const before = last;
      last = current ?? last;
      if (before) queue = queue.then(() => followSwitch(app, before));
    }),
    app.session.onDidRestore(() => setContextKey('restored', true)),
    app.session.onDidStall(({ host, answered }) => {
      // How it ended is told where it was asked for.
      const settled = answered.catch(() => undefined);
      say.waitStatus(words`Waiting for ${host}`, settled);
    }),
    app.session.onDidRecoverLostReply(host =>
      say.info(words`The answer of ${host} was lost. It was looked up, and all is done.`),
    ),
    app.session.onDidNotice(sentence => say.error(sentence)),
    app.session.onDidLoseAccess(({ id, label }) => {
      setContextKey('tokenRefused', true);
      const wait = (lastAsked.get(id) ?? -Infinity) + cooldown * 60_000;
      if (Date.now() < wait) return;
      lastAsked.set(id, Date.now());
      const message = words`${label}: the server no longer accepts the token. Sign in again to go on; nothing is lost.`;
      say.warn(message, offer('Sign In Again', 'signInAgain', id));
    }),
  );
}

function setContextKey(name: string, value: unknown): void {
  void vscode.commands.executeCommand('setContext', `marginalia.${name}`, value);
}

/** Reopens the open documents of an account where another one has become the current one. */
async function followSwitch(app: App, before: Connection): Promise<void> {
  const { current: now, connections } = app.session;
  // Documents of a signed-out account show that themselves.
  const isSwitched = now && before.account !== now.account;
  if (!isSwitched || !(before.id === now.id || connections.includes(before))) return;
  try {
    const { reopenDocuments } = await import('./documents.ts');
    await reopenDocuments(app, { before, now });
  } catch (error) {
    app.failures.log('Could not reopen the documents after the account was switched.', error);
  }
  // The account may have been switched again meanwhile.
  if (app.session.current !== now) await followSwitch(app, before);
}

/** Returns buttons that may resolve a failure. */
export function offersFor(error: unknown): say.MessageAction[] {
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  if (failedAs(cause, 'signedOut')) return [offer('Sign In Again', 'signInAgain')];
  return cause instanceof SignedOut ? [offer('Sign In', 'signIn')] : [];
}

/** A button that runs a command of the session. */
function offer(label: string, command: string, connectionId?: string): say.MessageAction {
  return { label, run: () => vscode.commands.executeCommand(`marginalia.session.${command}`, connectionId) };
}
