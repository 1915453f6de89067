import { lookUpPublicHost } from './publicAddress.ts';
import { parseRetryAfter } from './replyErrors.ts';
import { explainNetworkError, type NetworkError } from './transport.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent, type errors, interceptors, type RetryHandler } from 'undici';

/** Settings of the connections to servers. Times are in milliseconds. */
export interface HttpOptions {
  proxy?: ProxySettings | undefined;
  /** The timeout for connecting, for the first byte of a reply, and between two parts of it. */
  timeoutMs?: number;
  /** The timeout for a whole request, with all retries and delays. */
  totalTimeoutMs?: number;
  /** The delay before the first retry of a failed read; it doubles with each retry. */
  retryDelayMs?: number;
  maxRetries?: number;
  /** Maximum size of a reply in bytes, compressed and unpacked. */
  maxBytes?: number;
  /** Maximum number of redirects for a read. */
  maxRedirects?: number;
  /** True to allow public servers only: names that resolve to this machine or its network are refused. */
  isPublic?: boolean;
}

/** Proxy settings; the usual environment variables apply where these are undefined. */
export interface ProxySettings {
  isUsed: boolean;
  address?: string | undefined;
  /** Hosts to connect to without the proxy, in the format of NO_PROXY. This machine is always one of them. */
  direct?: readonly string[];
  /** Value of the header Proxy-Authorization. */
  authorization?: string | undefined;
  /** True to refuse untrusted certificates. */
  isStrict: boolean;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** True (the default) to retry a read when the server fails temporarily. */
  isRetried?: boolean;
  /** Called before a delay with the time of the retry, in milliseconds since 1970, and with undefined at the retry. */
  onWait?: (until: number | undefined) => void;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A connection pool. It is created with the first request. */
export interface Http {
  /** Sends a request and reads the whole reply. Rejects with undici's errors and with `AbortError`. */
  send(request: HttpRequest): Promise<HttpReply>;
  /** Explains in plain language why a request to an address failed. */
  explain(url: string, error: unknown): NetworkError;
  close(): Promise<void>;
}

export function createHttp(options: HttpOptions = {}): Http {
  const { totalTimeoutMs = 120_000, retryDelayMs = 500, maxRetries = 3, maxBytes = 64 * 1024 ** 2 } = options;
  const settings = connectionSettings(options, maxBytes);
  // A proxy resolves names itself and may be in a private network, so the check applies only to direct connections.
  const lookup = options.isPublic && { lookup: lookUpPublicHost };
  const direct = new Agent({ ...settings, connect: { ...settings.connect, ...lookup } });
  const proxy = options.proxy ?? { isUsed: true, isStrict: true };
  const proxied = proxyAgent(proxy, settings);
  const pools = {
    direct: withRules(direct, options, maxBytes),
    proxied: proxied && withRules(proxied, options, maxBytes),
  };
  return {
    send(request) {
      const { reads, readsOnce, writes } = (isLoopback(request.url) ? undefined : pools.proxied) ?? pools.direct;
      const { isRetried = true, onWait } = request;
      if (!isRead(request)) return send(writes, request, totalTimeoutMs);
      if (!isRetried) return send(readsOnce, request, totalTimeoutMs);
      const end = Date.now() + totalTimeoutMs;
      return send(reads, request, totalTimeoutMs, { retry: retryPolicy({ retryDelayMs, maxRetries, end, onWait }) });
    },
    explain(url, error) {
      const isProxied = proxied && !isLoopback(url);
      return explainNetworkError(
        new URL(url).host,
        isProxied ? (proxy.address ?? proxyInEnvironment()) : undefined,
        error,
      );
    },
    async close() {
      await Promise.all([direct.close(), proxied?.close()]);
    },
  };
}

/** Returns true for an address of this machine, which no proxy can reach and none should see. */
function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function withRules(pool: Dispatcher, { maxRedirects = 5 }: HttpOptions, maxBytes: number) {
  // Replies are unpacked in the threads of zlib, up to the size limit.
  const unpacked = interceptors.decompress({ maxSize: maxBytes, skipErrorResponses: false });
  // Drops the token when a redirect leaves the origin.
  const redirected = interceptors.redirect({ maxRedirections: maxRedirects });
  const reads = pool.compose(
    unpacked,
    redirected,
    interceptors.retry({
      // Only reads are retried: a write whose reply was lost may have happened.
      methods: ['GET', 'HEAD'],
      throwOnError: false,
    }),
  );
  // Writes do not follow redirects, which would lose the body or give it to another server.
  return { reads, readsOnce: pool.compose(unpacked, redirected), writes: pool.compose(unpacked) };
}

/** The status codes and error codes of failures that a retry may resolve. A refused connection is none of them. */
const retriedStatuses: readonly number[] = [429, 500, 502, 503, 504];
const retriedErrors: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Maximum time to wait for a retry, in milliseconds. If the server asks for more, the request fails at once. */
const maxWaitMs = 60_000;

interface RetryLimits {
  retryDelayMs: number;
  maxRetries: number;
  /** The time at which the request times out, in milliseconds since 1970. */
  end: number;
  onWait: HttpRequest['onWait'];
}

/** Returns a function that decides whether and when a failed read is sent again. */
function retryPolicy({ retryDelayMs, maxRetries, end, onWait }: RetryLimits): RetryHandler.RetryCallback {
  return (error, { state: { counter } }, decide) => {
    const { code = '', statusCode, headers } = error as Partial<errors.RequestRetryError>;
    const isRetried = statusCode === undefined ? retriedErrors.includes(code) : retriedStatuses.includes(statusCode);
    const askedSeconds = parseRetryAfter((headers as HttpReply['headers'] | undefined)?.['retry-after']);
    const delayMs = askedSeconds === undefined ? retryDelayMs * 2 ** (counter - 1) : askedSeconds * 1000;
    const until = Date.now() + delayMs;
    if (!isRetried || counter > maxRetries || delayMs > maxWaitMs || until > end) {
      decide(error);
      return null;
    }
    onWait?.(until);
    // If the request is aborted, undici clears the returned timer.
    return setTimeout(() => {
      onWait?.(undefined);
      decide(null);
    }, delayMs);
  };
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function connectionSettings({ timeoutMs = 30_000, proxy }: HttpOptions, maxBytes: number): Agent.Options {
  return {
    connections: 16,
    pipelining: 1,
    // HTTP/2 would save little, and a GOAWAY fails pending requests without a retry.
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maxBytes,
    connect: { timeout: Math.min(timeoutMs, 10_000), rejectUnauthorized: proxy?.isStrict ?? true },
  };
}

function proxyAgent(
  { isUsed, address, direct = [], authorization, isStrict }: ProxySettings,
  settings: Agent.Options,
): Dispatcher | undefined {
  if (!isUsed || !(address ?? proxyInEnvironment())) return undefined;
  const { no_proxy: lower, NO_PROXY: upper } = process.env;
  const tls = { rejectUnauthorized: isStrict };
  return new EnvHttpProxyAgent({
    ...settings,
    ...(address && { httpProxy: address, httpsProxy: address }),
    ...(authorization && { token: authorization }),
    noProxy: [...direct, lower ?? upper ?? ''].filter(Boolean).join(','),
    requestTls: tls,
    proxyTls: tls,
  });
}

function proxyInEnvironment(): string | undefined {
  const names = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];
  return names.map(name => process.env[name]).find(Boolean);
}

async function send(
  dispatcher: Dispatcher,
  request: HttpRequest,
  total: number,
  retryOptions?: RetryHandler.RetryOptions,
): Promise<HttpReply> {
  const url = new URL(request.url);
  const end = AbortSignal.timeout(total);
  const options: Dispatcher.RequestOptions & { retryOptions?: RetryHandler.RetryOptions } = {
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'gzip', ...request.headers },
    body: request.body ?? null,
    signal: request.signal ? AbortSignal.any([request.signal, end]) : end,
    ...(retryOptions && { retryOptions }),
  };
  const reply = await dispatcher.request(options);
  const body = Buffer.from(await reply.body.arrayBuffer());
  return { status: reply.statusCode, headers: reply.headers, body };
}
