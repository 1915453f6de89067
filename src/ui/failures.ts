import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { ApiError, isApiError } from '../api/errors.ts';
import {
  Failure,
  type FailureLog,
  isCancellation,
  UnsupportedOperation,
  Notice,
  failureMessage,
} from '../api/failure.ts';
import { escapeLine } from '../api/escape.ts';
import * as say from './say.ts';

/** A failure with its own buttons for what the user can do about it. */
export class FailureWithActions extends Failure {
  readonly actions: readonly say.MessageAction[];

  constructor(sentence: string, cause: unknown, ...offers: say.MessageAction[]) {
    super(sentence, { cause });
    this.actions = offers;
  }
}

/** A logged failure and its time. */
export interface LoggedFailure {
  at: Date;
  error: unknown;
}

/** Maximum number of failures that an issue report lists. */
const maxRecent = 10;

/** Shows each failure as one message, and writes its details to the log. */
export class Failures implements FailureLog {
  readonly #log: vscode.LogOutputChannel;
  /** The latest failures in the log, the newest last. */
  readonly recent: LoggedFailure[] = [];
  readonly #offersFor: (error: unknown) => say.MessageAction[];

  /** `offersFor` returns buttons that may help with an error. *Show Log* is always added. */
  constructor(log: vscode.LogOutputChannel, offersFor: (error: unknown) => say.MessageAction[]) {
    this.#log = log;
    this.#offersFor = offersFor;
  }

  /** Shows that an action (such as `merge change request #12`) failed. Does not wait until the message is closed. */
  show(action: string, error: unknown): void {
    if (isCancellation(error)) return;
    if (error instanceof Notice) return say.info(error.message);
    const sentence = failureMessage(action, error);
    this.log(sentence, error);
    const offers = error instanceof FailureWithActions ? error.actions : this.#offersFor(error);
    say.error(sentence, ...offers, { label: t('Show Log'), run: () => this.#log.show() });
  }

  /** Writes a failure to the log without a message. */
  log(sentence: string, error: unknown): void {
    const isExpected = error instanceof UnsupportedOperation || isApiError(error, 'notOffered');
    if (isExpected) return this.#log.info(escapeLine(sentence, 2000));
    this.recent.push({ at: new Date(), error });
    if (this.recent.length > maxRecent) this.recent.shift();
    this.#log.error(escapeLine(sentence, 2000));
    const known = error instanceof FailureWithActions ? error.cause : error;
    if (known instanceof ApiError) this.#log.error(`  ${known.route}: ${known.kind} ${known.status ?? ''}`.trimEnd());
    const cause = known instanceof Error ? (known.cause ?? known) : known;
    if (!(cause instanceof ApiError) && !(cause instanceof Failure)) this.#log.error(cause as Error);
  }
}
