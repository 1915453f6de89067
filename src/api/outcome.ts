import { ApiError, isOutcomeUnknown } from './errors.ts';

/**
 * Finds out whether a write whose reply was lost has happened: what came of it, or undefined when it has not happened.
 * Throws when that cannot be found out.
 */
export type LookUp<T> = () => Promise<{ result: T } | undefined>;

/**
 * Sends a write and, where its reply is lost, looks it up. What is found counts as its reply; an error says which of the
 * two others is true: that the write has not happened, or that nobody knows.
 */
export async function certain<T, F>(send: () => Promise<T>, lookUp: LookUp<F>): Promise<T | F> {
  try {
    return await send();
  } catch (error) {
    const isKnown = error instanceof ApiError && error.outcome !== undefined;
    if (isKnown || !isOutcomeUnknown(error)) throw error;
    const found = await lookUp().catch((cause: unknown) => {
      throw told(error, 'unknown', cause);
    });
    if (!found) throw told(error, 'notDone');
    return found.result;
  }
}

function told(error: unknown, outcome: ApiError['outcome'], cause?: unknown): unknown {
  // Who walked away asks for nothing any more.
  if (!(error instanceof ApiError)) return error;
  const { kind, message, route, status, retryAfter } = error;
  return new ApiError(kind, message, { route, status, retryAfter, outcome, cause: cause ?? error.cause });
}
