import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { App } from '../../app.ts';
import { isApiError } from '../../api/errors.ts';
import { formatTimeOrDateTime } from '../../api/time.ts';
import { Failure, SignedOut } from '../../api/failure.ts';
import { registerAccounts } from './accounts.ts';
import { tEscaped } from '../../api/escape.ts';
import * as say from '../../ui/say.ts';

export function register(app: App): vscode.Disposable {
  const lastWarned = new Map<string, number>();
  let lastConnection = app.session.current;
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
      const before = lastConnection;
      lastConnection = current ?? lastConnection;
      if (!before) return;
      queue = queue.then(async () => (await import('./documents.ts')).reopenAfterSwitch(app, before));
    }),
    app.session.onDidRestore(() => setContextKey('restored', true)),
    app.session.onDidStall(({ host, answered, until }) => {
      // The caller of the request reports its outcome.
      const settled = answered.catch(() => undefined);
      const time = formatTimeOrDateTime(until, vscode.env.language, { hasSeconds: true });
      say.waitStatus(time ? tEscaped`Waiting for ${host} until ${time}` : tEscaped`Waiting for ${host}`, settled);
    }),
    app.session.onDidRecoverLostReply(host =>
      say.info(tEscaped`The answer of ${host} was lost. It was looked up, and all is done.`),
    ),
    app.session.onDidNotice(sentence => say.error(sentence)),
    app.session.onDidLoseAccess(async connection => {
      setContextKey('tokenRefused', true);
      const { warnOfRefusedToken } = await import('./refusedToken.ts');
      warnOfRefusedToken(connection, lastWarned, commandButton(t('Sign In Again'), 'signInAgain', connection.id));
    }),
  );
}

function setContextKey(name: string, value: unknown): void {
  void vscode.commands.executeCommand('setContext', `marginalia.${name}`, value);
}

/** Returns buttons that may resolve a failure. */
export function actionsForFailure(error: unknown): say.MessageAction[] {
  const cause = error instanceof Failure ? (error.cause ?? error) : error;
  if (isApiError(cause, 'signedOut')) return [commandButton(t('Sign In Again'), 'signInAgain')];
  return cause instanceof SignedOut ? [commandButton(t('Sign In'), 'signIn')] : [];
}

/** Returns a button that runs a command of the session. */
function commandButton(label: string, command: string, connectionId?: string): say.MessageAction {
  return { label, run: () => vscode.commands.executeCommand(`marginalia.session.${command}`, connectionId) };
}
