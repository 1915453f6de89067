import * as vscode from 'vscode';
import { isOutcomeUnknown } from '../api/errors.ts';
import { Failure, isCancellation, reasonOf } from '../api/failure.ts';
import { plain, words } from '../api/words.ts';
import * as say from './say.ts';
import { noWayBack } from './steps.ts';

/** Runs something long behind a notification with a Cancel button. Throws CancellationError when it is pressed. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: plain(title, 400), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const signal = signalOf(token);
    try {
      return await run(signal, message => progress.report({ message: plain(message) }));
    } catch (error) {
      throw signal.aborted ? new vscode.CancellationError() : error;
    }
  });
}

/**
 * Runs a write behind a notification with a Cancel button. When it is pressed, or the reply is lost, the service may have
 * done it all the same: then `now` is asked for a sentence about what is true, which the user is told.
 */
export async function withWrite<T>(
  title: string,
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  now: () => Promise<string>,
): Promise<T> {
  noWayBack();
  try {
    return await withProgress(title, run);
  } catch (error) {
    // The service cannot be asked just now; that is what the user is told.
    const truth = async () => now().catch(() => 'Whether it was done is not known; refresh to see.');
    if (isCancellation(error)) {
      say.info(words`${title} was cancelled. ${await truth()}`);
      throw error;
    }
    const cause = error instanceof Failure ? error.cause : error;
    if (!isOutcomeUnknown(cause)) throw error;
    throw new Failure(words`${title}: the answer was lost. ` + reasonOf(cause) + words` ${await truth()}`, { cause });
  }
}

/** The same wish to stop, as the service client understands it. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
