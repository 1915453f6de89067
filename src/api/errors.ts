/** The kinds of failed requests, distinguished by what a user can do about them. */
export type FailureKind =
  | 'signedOut' // 401: the token is missing, wrong or no longer valid
  | 'forbidden' // 403
  | 'notFound' // 404, 410
  | 'conflict' // 409, 412, 423: the resource is not in a state that allows this
  | 'invalid' // any other 4xx: the service refuses what was sent
  | 'rateLimited' // 429, after the last retry
  | 'serverFailed' // 5xx, after the last retry
  | 'notOffered' // 405, 501: this server has no such operation
  | 'unreachable' // no connection: refused, unknown host, certificate, proxy
  | 'timedOut'
  | 'cutOff' // the reply ended before it was whole
  | 'tooLarge' // the reply is larger than the limit
  | 'intercepted' // an intermediary answered in place of the service: a gateway, the sign-in page of a network
  | 'notService'; // the reply is not one of the service: invalid JSON, or an unexpected value

/** A failed request. `message` is for users; route and status are for the log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: FailureKind;
  /** The operation, as `METHOD /path/{parameter}`, or the address of a download. */
  readonly route: string;
  readonly status: number | undefined;
  /** The body of the reply, from the service or from an intermediary. */
  readonly body: string | undefined;
  /** Seconds that the service asks to wait before the next request. */
  readonly retryAfter: number | undefined;
  /** The result of looking up a write whose reply was lost; undefined if it was not looked up. */
  readonly outcome: 'notDone' | 'notYet' | 'unknown' | undefined;

  constructor(kind: FailureKind, message: string, context: ErrorContext) {
    super(message, { cause: context.cause });
    this.kind = kind;
    this.route = context.route;
    this.status = context.status;
    this.body = context.body;
    this.retryAfter = context.retryAfter;
    this.outcome = context.outcome;
  }
}

interface ErrorContext {
  route: string;
  status?: number | undefined;
  body?: string | undefined;
  retryAfter?: number | undefined;
  outcome?: ApiError['outcome'];
  cause?: unknown;
}

/** Returns true if the error is an ApiError of one of these kinds. */
export function isApiError(error: unknown, ...kinds: FailureKind[]): boolean {
  return error instanceof ApiError && kinds.includes(error.kind);
}

/** Returns true if an optional operation has no result now, because the server does not offer it or fails. */
export function isUnavailable(error: unknown): boolean {
  return isApiError(error, 'notOffered', 'serverFailed');
}

/**
 * Returns true if the service answers no request now: it was not reached, something else answered in its place, or it
 * refuses requests because there were too many.
 */
export function isOutage(error: unknown): boolean {
  return isApiError(error, 'unreachable', 'timedOut', 'intercepted', 'rateLimited');
}

/**
 * Returns true if a failed write may have happened: it was aborted while pending, its reply was lost or redirected, or
 * an intermediary answered. A failed read beside a write does not count.
 */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ApiError && error.route.startsWith('GET ')) return false;
  return (
    isAbort(error) || isApiError(error, 'cutOff', 'timedOut', 'tooLarge', 'serverFailed', 'intercepted', 'notService')
  );
}

/** Returns true if the request was aborted, so that its caller no longer waits for the result. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
