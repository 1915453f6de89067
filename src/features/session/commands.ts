import * as vscode from 'vscode';
import { Failure } from '../../api/failure.ts';
import type { App } from '../../app.ts';
import { type Commands, registerCommands } from '../../ui/command.ts';
import { withProgress } from '../../ui/progress.ts';
import { askText, pick } from '../../ui/prompts.ts';
import { addressViolation, type Connection } from '../../model/session/connection.ts';
import type { Credentials } from '../../model/session/session.ts';

/** Starts the service that is played on this machine, and resolves to how it is reached. */
export type StartSandbox = () => Promise<Credentials & { close(): Promise<void> }>;

export function registerSessionCommands(app: App, startSandbox: StartSandbox): vscode.Disposable {
  const commands: Commands<App> = {
    'marginalia.session.signIn': { action: 'sign in', run: (_, given) => signIn(app, given) },
    'marginalia.session.signOut': { action: 'sign out', run: (_, given) => signOut(app, given) },
    'marginalia.session.switch': { action: 'switch the account', run: () => switchAccount(app) },
    'marginalia.session.trySandbox': { action: 'start the sandbox', run: () => trySandbox(app, startSandbox) },
    'marginalia.session.showLog': { action: 'show the log', run: () => app.log.show() },
  };
  return registerCommands(app, commands);
}

async function signIn(app: App, given: unknown): Promise<void> {
  if (isCredentials(given)) {
    await app.session.signIn(given);
    return;
  }
  const url = await askText({
    title: 'Sign In (1/2)',
    prompt: 'Address of the server',
    value: vscode.workspace.getConfiguration('marginalia').get<string>('server.address'),
    placeHolder: 'https://api.example.com',
    violation: addressViolation,
  });
  const { host } = new URL(url);
  const token = await askText({
    title: 'Sign In (2/2)',
    prompt: `API token for ${host}. It is kept in the secret storage of this computer.`,
    password: true,
    violation: text => (text.trim() === '' ? 'Enter the token.' : undefined),
  });
  const connection = await withProgress(`Signing in to ${host}`, signal =>
    app.session.signIn({ url, token }, { signal }),
  );
  void vscode.window.setStatusBarMessage(`Signed in as ${connection.label}`, 5000);
}

async function signOut(app: App, given: unknown): Promise<void> {
  await app.session.restore();
  const named = app.session.connections.find(({ id }) => id === given);
  await app.session.signOut(named ?? (await pickConnection(app, 'Sign Out')));
}

async function switchAccount(app: App): Promise<void> {
  await app.session.restore();
  app.session.use(await pickConnection(app, 'Switch Account'));
}

async function pickConnection(app: App, title: string): Promise<Connection> {
  const { connections, current } = app.session;
  const [first] = connections;
  if (!first) throw new Failure('Nobody is signed in.');
  const isOnlyOne = connections.length === 1 && title === 'Sign Out';
  if (isOnlyOne) return first;
  const choices = connections.map(connection => ({
    label: connection.label,
    description: connection === current ? 'current' : '',
    detail: connection.api.url,
    value: connection,
  }));
  return pick({ title, empty: 'Nobody is signed in.' }, choices);
}

async function trySandbox(app: App, startSandbox: StartSandbox): Promise<void> {
  await withProgress('Starting the sandbox', async signal => {
    const sandbox = await startSandbox();
    if (!signal.aborted) return app.session.signIn(sandbox, { isStored: false, signal });
    await sandbox.close();
    throw new vscode.CancellationError();
  });
  await vscode.commands.executeCommand('marginalia.spaces.focus');
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null) return false;
  const { url, token } = value as Partial<Credentials>;
  return typeof url === 'string' && typeof token === 'string';
}
