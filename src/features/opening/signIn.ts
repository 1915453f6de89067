import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { addressViolation, bearerToken, serverAddress, tokenViolation } from '../../api/credentials.ts';
import { isApiError } from '../../api/errors.ts';
import { Failure, failureMessage, isCancellation } from '../../api/failure.ts';
import { tEscaped } from '../../api/escape.ts';
import type { App } from '../../app.ts';
import type { Connection } from '../../model/session/connection.ts';
import type { Credentials } from '../../model/session/session.ts';
import { commandButton } from '../../ui/command.ts';
import { FailureWithActions } from '../../ui/failures.ts';
import { openAddress } from '../../ui/openAddress.ts';
import { withProgress } from '../../ui/progress.ts';
import { askText } from '../../ui/prompts.ts';
import * as say from '../../ui/say.ts';

/**
 * Asks for the address and the token. After a failure, asks again with the previous input. Calls `onSignedIn` at the
 * end.
 */
export async function askAndSignIn(
  app: App,
  typed?: Partial<Credentials>,
  onSignedIn: (connection: Connection) => unknown = ({ label }) => say.status(tEscaped`Signed in as ${label}`),
): Promise<void> {
  const typedUrl = await askText({
    title: t('Sign In (1/2)'),
    prompt: t('Address of the server'),
    value: typed?.url ?? refusedConnection(app)?.api.url ?? configuredAddress(),
    placeHolder: 'https://api.example.com',
    violation: addressViolation,
  });
  const url = serverAddress(typedUrl);
  const token = await askToken(t('Sign In (2/2)'), url, typed?.token);
  const connection = await signIn(app, { url, token }, () => askAndSignIn(app, { url, token }, onSignedIn));
  await onSignedIn(connection);
}

/** Asks for a new token of an account on the same server. After a failure, asks again with the previous input. */
export async function askForNewToken(app: App, account: Connection, typed?: string): Promise<void> {
  const { url } = account.api;
  const token = await askToken(tEscaped`Sign In Again: ${account.label}`, url, typed, appAddress(account));
  const { label } = await signIn(app, { url, token }, () => askForNewToken(app, account, token));
  say.status(tEscaped`Signed in as ${label}`);
}

/** Returns the connection with this ID, or else the current one or any other, whose token its server refuses. */
export function refusedConnection({ session }: App, connectionId?: unknown): Connection | undefined {
  const refused = session.connections.filter(connection => session.refused.has(connection));
  return (
    refused.find(({ id }) => id === connectionId) ??
    refused.find(connection => connection === session.current) ??
    refused[0]
  );
}

/** Asks for a token. `app` is the address of the app with the settings of the account, if known. */
async function askToken(title: string, url: string, typed: string | undefined, app?: string): Promise<string> {
  const { host } = new URL(url);
  const origin =
    app === undefined
      ? tEscaped`API token for ${host}, from the developer settings of your account.`
      : tEscaped`API token for ${host}, from the developer settings of your account at ${new URL(app).host}.`;
  const text = await askText({
    title,
    prompt: [
      origin,
      t`[How to create one](${tokenDocumentation}). It is kept in the secret storage of this computer.`,
    ].join(' '),
    value: typed,
    password: true,
    violation: tokenViolation,
  });
  return bearerToken(text);
}

/** Returns the address of the service's own app, if the server has reported it. */
function appAddress({ organizations = [] }: Connection): string | undefined {
  return organizations.map(({ urls }) => urls?.app).find(address => URL.canParse(address ?? ''));
}

const tokenDocumentation = 'https://gitbook.com/docs/developers/gitbook-api/authentication';

/** Signs in, and shows its progress. An error comes with a button that runs `tryAgain`. */
function signIn(app: App, credentials: Credentials, tryAgain: () => Promise<void>): Promise<Connection> {
  const { host } = new URL(credentials.url);
  return withProgress(tEscaped`Signing in to ${host}`, signal => app.session.signIn(credentials, { signal })).catch(
    (error: unknown) => {
      if (isCancellation(error)) throw error;
      // The token stays in this window's memory, as long as the message is shown.
      const retry = { action: t('sign in'), run: tryAgain };
      const offers = [commandButton(app, t('Try Again'), retry)];
      if (error instanceof Failure && isApiError(error.cause, 'signedOut')) {
        offers.push({ label: t('How to Create a Token'), run: () => openAddress(tokenDocumentation) });
      }
      throw new FailureWithActions(failureMessage(t('sign in'), error), error, ...offers);
    },
  );
}

function configuredAddress(): string | undefined {
  return vscode.workspace.getConfiguration('marginalia').get<string>('server.address');
}
