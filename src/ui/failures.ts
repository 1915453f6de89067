import * as vscode from 'vscode';
import { ApiError, type FailureKind, isAbort } from '../api/errors.ts';

/** A failure in words for people: what did not happen, why, and what to do. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Tells whether the user walked away, which is no failure. */
export function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || isAbort(error);
}

/** Shows failures: one message each, the details in the log. */
export class Failures {
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** Says that an action (such as `merge change request #12`) failed; does not wait until the message is closed. */
  show(action: string, error: unknown): void {
    if (isCancellation(error)) return;
    const sentence = sentenceFor(action, error);
    this.log(sentence, error);
    const isSignedOut = error instanceof ApiError && error.kind === 'signedOut';
    const actions = isSignedOut ? ['Sign In', 'Show Log'] : ['Show Log'];
    void vscode.window.showErrorMessage(sentence, ...actions).then(choice => {
      if (choice === 'Show Log') this.#log.show();
      if (choice === 'Sign In') void vscode.commands.executeCommand('marginalia.session.signIn');
    });
  }

  /** Writes a failure to the log alone. */
  log(sentence: string, error: unknown): void {
    this.#log.error(sentence);
    if (error instanceof ApiError) this.#log.error(`  ${error.route}: ${error.kind} ${error.status ?? ''}`.trimEnd());
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    if (!(cause instanceof ApiError) && !(cause instanceof Failure)) this.#log.error(cause as Error);
  }
}

/** Says in one sentence or two what failed, why, and what to do. */
export function sentenceFor(action: string, error: unknown): string {
  if (error instanceof Failure) return error.message;
  return `Could not ${action}: ${reasonOf(error)}`;
}

/** The part of the message behind "Could not …:". */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${sentence(error.message)} ${nextStep(error)}`.trim();
  return sentence(error instanceof Error ? error.message : String(error));
}

const nextSteps: Record<FailureKind, string> = {
  signedOut: 'Sign in again.',
  forbidden: 'Ask an administrator of the organization for the permission.',
  notFound: 'It may have been deleted; refresh to see what is there now.',
  conflict: 'Refresh to see its present state.',
  invalid: 'Change the input and try again.',
  rateLimited: 'Wait a moment and try again.',
  serverFailed: 'The service has a problem; try again later.',
  notOffered: '',
  unreachable: 'Check the network and the address of the server, then try again.',
  timedOut: 'Try again.',
  cutOff: 'Try again.',
  notService: 'Check the address of the server.',
};

function nextStep(error: ApiError): string {
  if (error.kind === 'rateLimited' && error.retryAfter) return `Wait ${error.retryAfter} seconds and try again.`;
  return nextSteps[error.kind];
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
