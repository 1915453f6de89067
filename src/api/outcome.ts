import { ApiError, isAbort, isOutcomeUnknown } from './errors.ts';

/**
 * Looks up whether a write whose reply was lost has happened. Resolves to its result, or to undefined if it has not.
 * Rejects if the look-up fails.
 */
export type LookUp<T> = () => Promise<{ result: T } | undefined>;

/**
 * Sends a write, and looks up its outcome if the reply is lost. The result of the look-up replaces the reply. Otherwise
 * the thrown error states that the write did not happen, has not happened yet, or has an unknown outcome.
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
    if (!outcome) throw withOutcome(error, canStillTakeEffect(error) ? 'notYet' : 'notDone');
    return outcome.result;
  }
}

/** Delays between look-ups of a missing write. The odd numbers distinguish these timers in tests. */
export const lookUpDelaysMs: readonly number[] = [1_001, 4_001];

/**
 * Looks up a failed write. The server may still be busy after a gateway gave up, so the look-up is repeated with delays
 * while the write is missing but may still happen, unless the user cancels.
 */
export async function lookUpWhilePending<T>(
  lookUp: () => Promise<T>,
  isDone: (result: T) => boolean,
  error: unknown,
  signal?: AbortSignal | undefined,
): Promise<T> {
  let result = await lookUp();
  if (isAbort(error) || !canStillTakeEffect(error)) return result;
  for (const delayMs of lookUpDelaysMs) {
    if (isDone(result) || signal?.aborted) break;
    await wait(delayMs, signal);
    if (!signal?.aborted) result = await lookUp();
  }
  return result;
}

/** Returns true if a failed write may still happen, because the service itself has not rejected it. */
export function canStillTakeEffect(error: unknown): boolean {
  const { kind, status = 0 } = error instanceof ApiError ? error : {};
  const isRedirect = status >= 300 && status < 400;
  const hasFailed = kind === 'serverFailed' && (status < 502 || status > 504);
  return isOutcomeUnknown(error) && !isRedirect && !hasFailed;
}

/** Resolves after a delay, or when the signal aborts. */
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
