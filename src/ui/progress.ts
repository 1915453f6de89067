import * as vscode from 'vscode';

/** Runs something long behind a notification with a Cancel button. Throws CancellationError when it is pressed. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const signal = signalOf(token);
    try {
      return await run(signal, message => progress.report({ message }));
    } catch (error) {
      throw signal.aborted ? new vscode.CancellationError() : error;
    }
  });
}

/** The same wish to stop, as the service client understands it. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
