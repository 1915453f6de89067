import { t } from '@vscode/l10n';
import type { FailureKind } from './errors.ts';

/** The reason why a request received no complete reply. */
export interface NetworkError {
  kind: FailureKind;
  message: string;
}

/** Explains in plain language what failed and where. `proxy` is the address of the proxy in use. */
export function explainNetworkError(host: string, proxy: string | undefined, cause: unknown): NetworkError {
  const { code, syscall } = innermostCode(cause);
  const status = proxyStatus(cause);
  if (status !== undefined) return { kind: 'unreachable', message: explainProxy(host, status) };
  if (timeoutCodes.includes(code)) return { kind: 'timedOut', message: t`${host} did not answer in time.` };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return { kind: 'tooLarge', message: t`The reply of ${host} is larger than can be read.` };
  }
  if (cutOffCodes.includes(code) || code.startsWith('HPE_') || code.startsWith('Z_')) {
    return { kind: 'cutOff', message: t`The reply of ${host} ended before it was whole.` };
  }
  if (isRedirectLoop(cause)) return { kind: 'notService', message: t`${host} sends on in a circle.` };
  // With a proxy, only the proxy itself is resolved and connected to.
  const connectReason = connectReasons.get(code)?.();
  const reason =
    (proxy && connectReason ? t`the proxy ${hostOf(proxy)} cannot be reached, ${connectReason}` : connectReason) ??
    tlsReasons.get(code)?.() ??
    (code.startsWith('ERR_SSL_') ? t`the TLS connection failed (${code})` : undefined) ??
    (cause instanceof Error ? cause.message : String(cause));
  // A request may have arrived unless the error proves that it was not sent.
  const wasNeverSent =
    connectSyscalls.includes(syscall || (connectReasons.has(code) ? 'connect' : '')) || unsentCodes.test(code);
  if (!wasNeverSent) return { kind: 'cutOff', message: t`The connection to ${host} failed: ${reason}.` };
  return { kind: 'unreachable', message: t`${host} cannot be reached: ${reason}.` };
}

/** System calls that fail before anything is sent. */
const connectSyscalls = ['connect', 'getaddrinfo'];

/** Error codes of certificates, of the TLS handshake, and of requests that were never sent. */
const unsentCodes =
  /CERT|CRL|^UNABLE_TO_|_CA$|PURPOSE|HOSTNAME_MISMATCH|^ERR_SSL_.*(VERSION|PACKET_LENGTH|HTTP_REQUEST|PROTOCOL|HANDSHAKE|CIPHER)|^UND_ERR_(INVALID_ARG|CLOSED|NOT_SUPPORTED|PRX_\w+)$|^ERR_INVALID_/;

const timeoutCodes = [
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT',
  'TimeoutError',
];
const cutOffCodes = [
  'UND_ERR_SOCKET',
  'UND_ERR_REQ_RETRY',
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];
// The texts are functions, because this module is loaded before the translations.
const connectReasons: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    ECONNREFUSED: () => t('nothing listens there'),
    ENOTFOUND: () => t('no server has that name'),
    EAI_AGAIN: () => t('the name of the server cannot be looked up'),
    ENETUNREACH: () => t('there is no network'),
  }),
);

const unknownIssuer = () =>
  t(
    'nobody that this computer trusts vouches for its certificate. ' +
      'In a company network, the certificate of its authority has to be installed in the system',
  );
const notHttps = () => t('it does not support HTTPS. For a server on this computer, use an http:// address');
const tlsReasons: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
    DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
    UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
    CERT_HAS_EXPIRED: () => t('its certificate has expired'),
    CERT_NOT_YET_VALID: () => t('its certificate is not valid yet; the clock of this computer may be wrong'),
    ERR_TLS_CERT_ALTNAME_INVALID: () => t('its certificate was made for another server'),
    ERR_SSL_WRONG_VERSION_NUMBER: notHttps,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: notHttps,
    ERR_SSL_HTTP_REQUEST: notHttps,
  }),
);

/** Returns true for a redirect loop, which undici reports only in its message. */
function isRedirectLoop(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith('Redirect loop');
}

/** Returns the status of a proxy that refused to connect, which undici reports only in its message. */
function proxyStatus(cause: unknown): number | undefined {
  for (let error = cause; error instanceof Error; error = error.cause) {
    const [, status] = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(error.message) ?? [];
    if (status) return Number(status);
  }
  return undefined;
}

function explainProxy(host: string, status: number): string {
  if (status === 407)
    return t`${host} cannot be reached: the proxy wants a name and a password (http.proxyAuthorization).`;
  return t`${host} cannot be reached: the proxy answered with status ${status} in place of a connection.`;
}

/** Returns the host of a proxy, without the credentials that its address may contain. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** Returns the code and the system call of an error, or of the first error inside it that has a code. */
function innermostCode(error: unknown): { code: string; syscall: string } {
  if (!(error instanceof Error)) return { code: '', syscall: '' };
  if (error.name === 'TimeoutError') return { code: error.name, syscall: '' };
  if (error instanceof AggregateError && error.errors.length > 0) return innermostCode(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') {
    return { code: error.code, syscall: 'syscall' in error ? String(error.syscall) : '' };
  }
  return innermostCode(error.cause);
}
