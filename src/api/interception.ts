import { t } from '@vscode/l10n';
import { ApiError } from './errors.ts';
import type { HttpReply, HttpRequest } from './http.ts';

/**
 * Returns an error if an intermediary replied in place of the service: a gateway that cannot reach it, or the sign-in
 * page of a network. The service always replies with JSON, even on failure.
 */
export function detectInterception(route: string, request: HttpRequest, reply: HttpReply): ApiError | undefined {
  if (!isPage(reply)) return undefined;
  const { status } = reply;
  const isGateway = status >= 502 && status <= 504;
  // Web pages are valid replies to downloads.
  const isOther = status === 511 || (status < 300 && request.headers?.['accept'] === 'application/json');
  if (!isGateway && !isOther) return undefined;
  const { host } = new URL(request.url);
  const message = isGateway
    ? t`${host} was answered by something that is not the service: a web page of a gateway that does not reach it (status ${status}).`
    : t`${host} was answered by something that is not the service: a web page, such as a network shows to those who have to sign in to it.`;
  return new ApiError('intercepted', message, { route, status, body: reply.body.toString() });
}

function isPage({ headers, body }: HttpReply): boolean {
  const { 'content-type': type } = headers;
  return (typeof type === 'string' && /^text\/html\b/i.test(type)) || /^\s*</.test(body.subarray(0, 200).toString());
}
