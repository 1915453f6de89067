import * as vscode from 'vscode';
import { isApiError, isOutage } from '../../api/errors.ts';
import type { Session } from './session.ts';

/**
 * Repeats reads that failed in an outage and for which nobody waits, once the service answers again. A read that fails
 * again is not repeated before it has succeeded: a service that answers only some requests would cause an endless loop.
 */
export class OutageRetries implements vscode.Disposable {
  readonly #pending = new Map<string, () => unknown>();
  readonly #retried = new Set<string>();
  readonly #subscription: vscode.Disposable;

  constructor(session: Pick<Session, 'onDidReceiveResponse'>) {
    this.#subscription = session.onDidReceiveResponse(() => this.#retry());
  }

  /** Records a failed read. `retry` repeats it, and reports its own errors. */
  noteFailure(key: string, error: unknown, retry: () => unknown): void {
    if (isTemporary(error) && !this.#retried.has(key)) this.#pending.set(key, retry);
  }

  /** Allows another retry of a read that has succeeded, unless one is pending. */
  noteSuccess(key: string): void {
    if (!this.#pending.has(key)) this.#retried.delete(key);
  }

  /** Forgets a read that has succeeded, or is not needed any more. */
  forget(key: string): void {
    this.#pending.delete(key);
    this.#retried.delete(key);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #retry(): void {
    const pending = [...this.#pending];
    this.#pending.clear();
    for (const [key, retry] of pending) {
      this.#retried.add(key);
      retry();
    }
  }
}

/** Returns true for a failure of the service that may pass, also as an error of the file system provider. */
function isTemporary(error: unknown): boolean {
  const isUnavailable = error instanceof vscode.FileSystemError && error.code === 'Unavailable';
  return isUnavailable || isOutage(error) || isApiError(error, 'serverFailed');
}
