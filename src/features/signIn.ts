import * as vscode from 'vscode';
import { isCancellation, sentenceFor } from '../api/failure.ts';
import { words } from '../api/words.ts';
import type { App } from '../app.ts';
import { addressViolation, type Connection } from '../model/session/connection.ts';
import type { Credentials } from '../model/session/session.ts';
import { button } from '../ui/command.ts';
import { Mendable } from '../ui/failures.ts';
import { withProgress } from '../ui/progress.ts';
import { askText } from '../ui/prompts.ts';
import * as say from '../ui/say.ts';

/** Asks for the address and the token; when that fails, again with what was typed. Then goes on with what it was for. */
export async function askAndSignIn(
  app: App,
  typed?: Partial<Credentials>,
  goOn: (connection: Connection) => unknown = ({ label }) => say.status(words`Signed in as ${label}`),
): Promise<void> {
  const url = await askText({
    title: 'Sign In (1/2)',
    prompt: 'Address of the server',
    value: typed?.url ?? vscode.workspace.getConfiguration('marginalia').get<string>('server.address'),
    placeHolder: 'https://api.example.com',
    violation: addressViolation,
  });
  const { host } = new URL(url);
  const token = await askText({
    title: 'Sign In (2/2)',
    prompt: words`API token for ${host}. It is kept in the secret storage of this computer.`,
    value: typed?.token,
    password: true,
    violation: text => (text.trim() === '' ? 'Enter the token.' : undefined),
  });
  const connection = await withProgress(words`Signing in to ${host}`, signal =>
    app.session.signIn({ url, token }, { signal }),
  ).catch((error: unknown) => {
    if (isCancellation(error)) throw error;
    // The token stays in this window's memory, as long as the message is shown.
    const again = { action: 'sign in', run: () => askAndSignIn(app, { url, token }, goOn) };
    throw new Mendable(sentenceFor('sign in', error), error, button(app, 'Try Again', again));
  });
  await goOn(connection);
}
