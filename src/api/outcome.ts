import { ApiError, isAbort, isOutcomeUnknown } from './errors.ts';

/**
 * Finds out whether a write whose reply was lost has happened: what came of it, or undefined when it has not happened.
 * Throws when that cannot be found out.
 */
export type LookUp<T> = () => Promise<{ result: T } | undefined>;

/**
 * Sends a write and, where its reply is lost, looks it up. What is found counts as its reply; an error says what is true
 * otherwise: that the write has not happened, that it has not happened yet, or that nobody knows.
 */
export async function sendWithLookUp<T, F>(
  send: () => Promise<T>,
  lookUp: LookUp<F>,
  signal?: AbortSignal | undefined,
): Promise<T | F> {
  try {
    return await send();
  } catch (error) {
    const isKnown = error instanceof ApiError && error.outcome !== undefined;
    if (isKnown || !isOutcomeUnknown(error)) throw error;
    const outcome = await lookUpWhilePending(lookUp, result => result !== undefined, error, signal).catch(
      (cause: unknown) => {
        throw withOutcome(error, 'unknown', cause);
      },
    );
    if (!outcome) throw withOutcome(error, mayStillHappen(error) ? 'notYet' : 'notDone');
    return outcome.result;
  }
}

/** Milliseconds to wait before a write that is not there is looked up again; an odd number, so that tests can tell it. */
export const lookUpDelaysMs: readonly number[] = [1_001, 4_001];

/**
 * Looks up what came of a write that failed in this way. A server may be busy with it though a gateway has given up:
 * as long as it is not there and may still come, it is looked up again after a while, unless the user has cancelled.
 */
export async function lookUpWhilePending<T>(
  lookUp: () => Promise<T>,
  isDone: (result: T) => boolean,
  error: unknown,
  signal?: AbortSignal | undefined,
): Promise<T> {
  let result = await lookUp();
  if (isAbort(error) || !mayStillHappen(error)) return result;
  for (const delayMs of lookUpDelaysMs) {
    if (isDone(result) || signal?.aborted) break;
    await wait(delayMs, signal);
    if (!signal?.aborted) result = await lookUp();
  }
  return result;
}

/** Tells whether a write that failed in this way may still happen: no answer of the service itself has ended it. */
export function mayStillHappen(error: unknown): boolean {
  const { kind, status = 0 } = error instanceof ApiError ? error : {};
  const isRedirect = status >= 300 && status < 400;
  const hasFailed = kind === 'serverFailed' && (status < 502 || status > 504);
  return isOutcomeUnknown(error) && !isRedirect && !hasFailed;
}

/** Waits, or until the signal says that nobody waits any more. */
function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    signal?.addEventListener('abort', end);
  });
}

function withOutcome(error: unknown, outcome: ApiError['outcome'], cause?: unknown): unknown {
  // A cancelled request has no outcome.
  if (!(error instanceof ApiError)) return error;
  const { kind, message, route, status, retryAfter } = error;
  return new ApiError(kind, message, { route, status, retryAfter, outcome, cause: cause ?? error.cause });
}
