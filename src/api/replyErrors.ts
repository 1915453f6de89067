import { t } from '@vscode/l10n';
import { ApiError, type FailureKind } from './errors.ts';
import { escapeLine } from './escape.ts';

/** Creates the error for a reply outside of 2xx, whatever its body contains. */
export function errorOfReply(route: string, reply: { status: number; headers: Headers; text: string }): ApiError {
  const { status } = reply;
  const retryAfter = secondsToWait(reply.headers['retry-after']);
  const message = messageIn(reply.text) ?? t`The service answered with status ${status}.`;
  return new ApiError(kindOfStatus(status), message, { route, status, retryAfter, body: reply.text });
}

/** Creates the error for a redirect that was not followed: reads follow a limited number, writes none. */
export function errorOfRedirect(route: string, { status, headers }: { status: number; headers: Headers }): ApiError {
  const { location } = headers;
  const isAddress = typeof location === 'string' && URL.canParse(location);
  const host = isAddress ? new URL(location).host : undefined;
  const message = route.startsWith('GET ') ? redirectedRead(host) : redirectedWrite(host);
  return new ApiError('notService', message, { route, status });
}

function redirectedRead(host: string | undefined): string {
  return host === undefined
    ? t('The server sends on to another address, again and again.')
    : t`The server sends on to ${host}, again and again.`;
}

function redirectedWrite(host: string | undefined): string {
  return host === undefined
    ? t('The server wants this to be sent to another address instead. Nothing was sent there.')
    : t`The server wants this to be sent to ${host} instead. Nothing was sent there.`;
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

/** Returns the message of the service from `{error: {code, message}}`, or plain text short enough to be one. */
function messageIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === 'string' && error.message !== '') return escapeLine(error.message, maxMessageLength);
  } catch {
    // The text is not JSON, so a proxy or another server has answered. Its message may still help.
  }
  const isPlain = text.length > 0 && text.length < 200 && !/[<{]/.test(text);
  return isPlain ? escapeLine(text) : undefined;
}

/** Maximum length of messages, which are shown in notifications. */
const maxMessageLength = 500;

function secondsToWait(header: string | string[] | undefined): number | undefined {
  const seconds = parseRetryAfter(header);
  // Values that are too long to wait for are ignored.
  return seconds !== undefined && seconds <= maxWaitSeconds ? Math.ceil(seconds) : undefined;
}

/** Parses the Retry-After header. Returns seconds, or undefined if it is missing, invalid or negative. */
export function parseRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const number = Number(header);
  const seconds = Number.isNaN(number) ? Math.max(0, (Date.parse(header) - Date.now()) / 1000) : number;
  return seconds >= 0 ? seconds : undefined;
}

const maxWaitSeconds = 3600;
