import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { Failure, Notice } from '../../api/failure.ts';
import { addressViolation, serverAddress } from '../../api/credentials.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import { type Commands, isPlausibleTarget } from '../../ui/command.ts';
import { withProgress } from '../../ui/progress.ts';
import { type Choice, confirm, pick } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Credentials } from '../../model/session/session.ts';
import { revealFirstWaiting } from '../reviewList/node.ts';
import { askAndSignIn, askForNewToken, refusedConnection } from '../opening/signIn.ts';

export const commands: Commands<App> = {
  'marginalia.session.signIn': {
    action: t('sign in'),
    accepts: (_, argument) => isPlausibleTarget(argument) || isCredentials(argument),
    run: signIn,
  },
  'marginalia.session.signInAgain': {
    action: t('sign in again'),
    accepts: (_, connectionId) => isPlausibleTarget(connectionId) || typeof connectionId === 'string',
    run: signInAgain,
  },
  'marginalia.session.signOut': {
    action: t('sign out'),
    accepts: (_, argument) => isPlausibleTarget(argument) || typeof argument === 'string',
    run: signOut,
  },
  'marginalia.session.switch': { action: t('switch the account'), run: switchAccount },
  'marginalia.session.trySandbox': { action: t('start the sandbox'), run: trySandbox },
  'marginalia.session.showLog': { action: t('show the log'), run: ({ log }) => log.show() },
};

async function signIn(app: App, argument: unknown): Promise<void> {
  if (!isCredentials(argument)) return askAndSignIn(app);
  await confirmSignIn(argument);
  await app.session.signIn(argument);
}

/** Asks for a new token of an account whose token its server refuses. The server stays the same. */
async function signInAgain(app: App, connectionId: unknown): Promise<void> {
  await app.session.restore();
  const connection = refusedConnection(app, connectionId);
  if (!connection) throw new Notice(t('No account has to sign in again: their servers accept the tokens.'));
  await askForNewToken(app, connection);
}

/** Asks for a confirmation of the server, because any link can run this command. */
async function confirmSignIn({ url }: Credentials): Promise<void> {
  const wrong = addressViolation(url);
  if (wrong) throw new Failure(tEscaped`Could not sign in: the address is wrong. ${wrong}`);
  const { host } = new URL(serverAddress(url));
  await confirm(
    tEscaped`Sign in to ${host}?`,
    t(
      'You are asked because this sign-in was begun by a link, a key or another extension, with an address and a token of ' +
        'its own. From then on, what you write goes to that server, under the name of whoever the token belongs to.',
    ),
    t('Sign In'),
  );
}

async function signOut(app: App, argument: unknown): Promise<void> {
  await app.session.restore();
  const { connections } = app.session;
  const only = connections.find(({ id }) => id === argument) ?? (connections.length === 1 ? connections[0] : undefined);
  if (only) {
    const detail = t('What you have typed and not sent is kept for when you sign in again, which takes the API token.');
    await confirm(tEscaped`Sign out of "${only.label}"?`, detail, t('Sign Out'));
  }
  await app.session.signOut(only ?? (await pickConnection(app, t('Sign Out'))));
}

async function switchAccount(app: App): Promise<void> {
  await app.session.require();
  const another = { label: t('Another account'), description: t('sign in with it'), value: 'another' } as const;
  const connection = await pick<Connection | 'another'>({ title: t('Switch Account'), empty: '' }, [
    ...choicesOf(app),
    another,
  ]);
  if (connection === 'another') return askAndSignIn(app);
  app.session.setCurrent(connection);
  say.status(tEscaped`Signed in as ${connection.label}`);
}

async function pickConnection(app: App, title: string): Promise<Connection> {
  if (app.session.connections.length === 0) throw new Notice(t('Nobody is signed in.'));
  return pick({ title, empty: '' }, choicesOf(app));
}

function choicesOf({ session: { connections, current } }: App): Choice<Connection>[] {
  return connections.map(connection => ({
    label: connection.label,
    description: connection === current ? t('current') : '',
    detail: connection.api.url,
    value: connection,
  }));
}

async function trySandbox(app: App): Promise<void> {
  await app.session.readStored();
  const { current } = app.session;
  if (current) {
    const detail = t('You stay signed in there. "Marginalia: Switch Account" leads back.');
    await confirm(tEscaped`Leave "${current.label}" for the sandbox?`, detail, t('Try the Sandbox'));
  }
  await withProgress(t('Starting the sandbox'), async signal => {
    const sandbox = await app.startSandbox();
    if (!signal.aborted) return app.session.signIn(sandbox, { isStored: false, signal });
    await sandbox.close();
    throw new vscode.CancellationError();
  });
  await revealFirstWaiting(app);
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false;
  const { url, token } = value as Partial<Credentials>;
  return typeof url === 'string' && typeof token === 'string';
}
