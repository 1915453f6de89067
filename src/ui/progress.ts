import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { ApiError, isOutcomeUnknown } from '../api/errors.ts';
import { causeOf, Failure, isCancellation } from '../api/failure.ts';
import { lookUpWhilePending, canStillTakeEffect } from '../api/outcome.ts';
import { escapeLine, tEscaped } from '../api/escape.ts';
import { hideBusyIndicator } from './busyIndicator.ts';
import * as say from './say.ts';
import { disableBack } from './wizard.ts';

/** The progress of a long operation: `report` shows a message, `signal` aborts when the user cancels. */
export interface Progress {
  readonly signal: AbortSignal;
  readonly report: (message: string) => void;
}

/**
 * Runs a long operation with a notification with a Cancel button. Throws CancellationError when it is pressed. With
 * `outer`, the operation is part of another one and uses its progress instead of a new notification.
 */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  outer?: Progress,
): Promise<T> {
  if (outer) return cancellationOnAbort(run(outer.signal, outer.report), outer.signal);
  const work: Parameters<typeof vscode.window.withProgress<T>>[1] = async (progress, token) => {
    const signal = signalOf(token);
    return cancellationOnAbort(
      run(signal, message => progress.report({ message: escapeLine(message) })),
      signal,
    );
  };
  return hideBusyIndicator(() => vscode.window.withProgress(optionsOf(title), work));
}

/** A notification with a Cancel button that stays until it is hidden. */
export interface ProgressNotification {
  report: (message: string) => void;
  hide: () => void;
}

export function showProgress(title: string, message: string, stop: () => void): ProgressNotification {
  const hidden = Promise.withResolvers<void>();
  let latest = message;
  let report = (text: string): void => void (latest = text);
  void vscode.window.withProgress(optionsOf(title), async (progress, token) => {
    token.onCancellationRequested(stop);
    report = text => progress.report({ message: escapeLine(text) });
    if (latest !== '') report(latest);
    await hidden.promise;
  });
  return { report: text => report(text), hide: hidden.resolve };
}

function optionsOf(title: string): vscode.ProgressOptions {
  return { location: vscode.ProgressLocation.Notification, title: escapeLine(title, 400), cancellable: true };
}

/** Waits for an operation. Once the signal is aborted, any error becomes a CancellationError. */
export async function cancellationOnAbort<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await running;
  } catch (error) {
    throw signal.aborted ? new vscode.CancellationError() : error;
  }
}

/** The outcome of a write whose reply was lost, as a sentence; `WriteNotDone` if it has not happened. */
export type WriteOutcome = string | WriteNotDone;

/** The outcome of a write that has not happened as far as the server shows. */
export class WriteNotDone {
  readonly sentence: string;

  constructor(sentence: string) {
    this.sentence = sentence;
  }
}

/**
 * Runs a write, and shows a notification with a Cancel button. After a cancellation or a lost reply, the write may
 * still have happened, so `now` looks up the outcome, and a message reports it. `outer` is as for `withProgress`.
 */
export async function runWriteWithProgress<T>(
  title: string,
  run: (signal: AbortSignal, report: (message: string) => void) => Promise<T>,
  now: () => Promise<WriteOutcome>,
  outer?: Progress,
): Promise<T> {
  disableBack();
  const runOrLookUp = async (signal: AbortSignal, report: (message: string) => void) => {
    try {
      return await run(signal, report);
    } catch (error) {
      const cause = error instanceof Failure ? error.cause : error;
      if (signal.aborted || !isOutcomeUnknown(cause)) throw error;
      report(t('Looking up whether it was done'));
      const outcome = describeOutcome(await lookUpOutcome(cause, now, signal));
      throw new Failure([tEscaped`${title}: the answer was lost.`, causeOf(cause), outcome].join(' '), { cause });
    }
  };
  try {
    return await withProgress(title, runOrLookUp, outer);
  } catch (error) {
    if (isCancellation(error))
      say.info([tEscaped`${title} was canceled.`, describeOutcome(await lookUpOutcome(error, now))].join(' '));
    throw error;
  }
}

/**
 * Looks up the outcome of a failed write. While the write may still happen, the lookup is repeated, unless it was
 * cancelled or its sender has already looked.
 */
export async function lookUpOutcome(
  error: unknown,
  now: () => Promise<WriteOutcome>,
  signal?: AbortSignal,
): Promise<WriteOutcome> {
  const isLookedUp = error instanceof ApiError && error.outcome !== undefined;
  const isCancelled = isCancellation(error);
  try {
    const isDone = (truth: WriteOutcome) => isLookedUp || typeof truth === 'string';
    const truth = await (isCancelled ? now() : lookUpWhilePending(now, isDone, error, signal));
    if (typeof truth === 'string') return truth;
    return isCancelled || canStillTakeEffect(error) ? new WriteNotDone(`${truth.sentence} ${retryWarning}`) : truth;
  } catch {
    // If the lookup fails as well, the user is told that the outcome is unknown.
    return unknownOutcome;
  }
}

export const unknownOutcome = t('Whether it was done is not known; refresh to see.');
export const retryWarning = t('The service may still do it: refresh before you try again.');

export function describeOutcome(truth: WriteOutcome): string {
  return typeof truth === 'string' ? truth : truth.sentence;
}

/** Converts a cancellation token to an abort signal. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
