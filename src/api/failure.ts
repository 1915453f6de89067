import { t } from '@vscode/l10n';
import { ApiError, isApiError, type FailureKind, isAbort } from './errors.ts';

/** A failure with a message for users: what did not happen, why, and what to do. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
}

/** A reason why nothing was done although nothing failed, such as an empty comment. It is shown unobtrusively. */
export class Notice extends Failure {
  override readonly name = 'Notice';
}

/** An operation that the server does not support; the log does not record it as an error. */
export class UnsupportedOperation extends Failure {}

/** Thrown if nobody is signed in, so that no service can be asked. */
export class SignedOut extends Failure {
  constructor(message = t('Nobody is signed in. Run "Marginalia: Sign In", or "Marginalia: Try the Sandbox".')) {
    super(message);
  }
}

/** A log for failures that are not shown to users. */
export interface FailureLog {
  log(sentence: string, error: unknown): void;
}

/** Returns true if the user cancelled, which is no failure: by leaving a prompt or by aborting a request. */
export function isCancellation(error: unknown): boolean {
  // The name that VS Code gives its CancellationError.
  return isAbort(error) || (error instanceof Error && error.name === 'Canceled');
}

/** Describes in one or two sentences what failed, why, and what to do. */
export function failureMessage(action: string, error: unknown): string {
  if (error instanceof Failure) return error.message;
  const outcome = error instanceof ApiError ? error.outcome : undefined;
  const could = outcome === 'notYet' ? t`Could not ${action} yet` : t`Could not ${action}`;
  const what = outcome === 'unknown' ? t`Tried to ${action}, and it is not known whether that worked` : could;
  return `${what}: ${reasonOf(error)}`;
}

/** Runs an action, and wraps a refusal of the service in a Failure that names the action. */
export async function attempt<T>(action: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isApiError(error, 'conflict', 'forbidden', 'invalid', 'notFound')) throw error;
    throw new Failure(failureMessage(action, error), { cause: error });
  }
}

/** Returns the part of the message after "Could not ...:". */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return causeOf(error);
  const outcome = error.outcome && describeOutcome(error.outcome);
  const next = error.outcome === 'notYet' ? '' : nextStep(error);
  return [causeOf(error), outcome, next].filter(Boolean).join(' ');
}

/** Returns why something failed, without advice. An error in the program itself is described only in the log. */
export function causeOf(error: unknown): string {
  const isMistake = [TypeError, RangeError, ReferenceError].some(kind => error instanceof kind);
  if (isMistake) return t('Marginalia failed; see the log.');
  return sentence(error instanceof Error ? error.message : String(error));
}

function describeOutcome(outcome: NonNullable<ApiError['outcome']>): string {
  switch (outcome) {
    case 'notDone':
      return t('It was looked up: nothing has changed.');
    case 'notYet':
      return t('It was looked up: nothing has changed yet. The service may still do it.');
    case 'unknown':
      return t('It could not be looked up just now.');
  }
}

// The texts are functions, because this module is loaded before the translations.
const nextSteps: Record<FailureKind, () => string> = {
  signedOut: () => t('Sign in again.'),
  forbidden: () => t('Ask an administrator of the organization for the permission.'),
  notFound: () => t('It may have been deleted; refresh to see what is there now.'),
  conflict: () => t('Refresh to see its present state.'),
  invalid: () => t('Change the input and try again.'),
  rateLimited: () => t('Wait a moment and try again.'),
  serverFailed: () => t('The service has a problem; try again later.'),
  notOffered: () => '',
  unreachable: () => t('Check the network and the address of the server, then try again.'),
  intercepted: () => t('Check the network and the address of the server, then try again.'),
  timedOut: () => t('Try again.'),
  cutOff: () => t('Try again.'),
  tooLarge: () => '',
  notService: () => t('Check the address of the server.'),
};

function nextStep(error: ApiError): string {
  if (error.kind === 'rateLimited' && error.retryAfter) {
    const { retryAfter } = error;
    return retryAfter === 1 ? t('Wait 1 second and try again.') : t`Wait ${retryAfter} seconds and try again.`;
  }
  // The message of the service already names whom to contact.
  if (error.kind === 'forbidden' && /\b(?:ask|contact)\b/i.test(error.message)) return '';
  return nextSteps[error.kind]();
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
