import { ApiError, type FailureKind } from './errors.ts';
import { escapeLine } from './words.ts';

/** Makes an error of a reply outside 2xx, whatever its body holds. */
export function errorOfReply(route: string, reply: { status: number; headers: Headers; text: string }): ApiError {
  const { status } = reply;
  const retryAfter = secondsToWait(reply.headers['retry-after']);
  const message = messageIn(reply.text) ?? `The service answered with status ${status}.`;
  return new ApiError(kindOfStatus(status), message, { route, status, retryAfter, body: reply.text });
}

/** Makes an error of a reply that sends elsewhere: reads follow it so far, writes never do. */
export function errorOfRedirect(route: string, { status, headers }: { status: number; headers: Headers }): ApiError {
  const { location } = headers;
  const isAddress = typeof location === 'string' && URL.canParse(location);
  const where = isAddress ? new URL(location).host : 'another address';
  const isRead = route.startsWith('GET ');
  const message = isRead
    ? `The server sends on to ${where}, again and again.`
    : `The server wants this to be sent to ${where} instead. Nothing was sent there.`;
  return new ApiError('notService', message, { route, status });
}

type Headers = Record<string, string | string[] | undefined>;

const kinds: Record<number, FailureKind> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  405: 'notOffered',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  423: 'conflict',
  429: 'rateLimited',
  501: 'notOffered',
};

function kindOfStatus(status: number): FailureKind {
  return kinds[status] ?? (status >= 500 ? 'serverFailed' : 'invalid');
}

/** Finds the service's own words: `{error: {code, message}}`, or plain text that is short enough to be meant for people. */
function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string' && error.message !== '') return escapeLine(error.message, longest);
  } catch {
    // Not JSON: a proxy or another server answered. Its words may still help.
  }
  const isPlain = text.length > 0 && text.length < 200 && !/[<{]/.test(text);
  return isPlain ? escapeLine(text) : undefined;
}

/** A message has to fit a notification. */
const longest = 500;

function secondsToWait(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const number = Number(header);
  const seconds = Number.isNaN(number) ? Math.max(0, (Date.parse(header) - Date.now()) / 1000) : number;
  // Values that are negative or too long to wait for are ignored.
  return seconds >= 0 && seconds <= longestWaitSeconds ? Math.ceil(seconds) : undefined;
}

const longestWaitSeconds = 3600;
