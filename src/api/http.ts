import { lookUpPublicHost } from './publicAddress.ts';
import { explainNetworkError, type NetworkError } from './transport.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors } from 'undici';

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
  const { totalTimeoutMs = 120_000, maxBytes = 64 * 1024 ** 2 } = options;
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
      const { isRetried = true } = request;
      return send(isRead(request) ? (isRetried ? reads : readsOnce) : writes, request, totalTimeoutMs);
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

function withRules(
  pool: Dispatcher,
  { maxRetries = 3, retryDelayMs = 500, maxRedirects = 5 }: HttpOptions,
  maxBytes: number,
) {
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
      maxRetries,
      minTimeout: retryDelayMs,
      maxTimeout: 30_000,
      statusCodes: [429, 500, 502, 503, 504],
      // A refused connection or an unknown host fails at once, because waiting would not help.
      errorCodes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
      throwOnError: false,
    }),
  );
  // Writes do not follow redirects, which would lose the body or give it to another server.
  return { reads, readsOnce: pool.compose(unpacked, redirected), writes: pool.compose(unpacked) };
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

async function send(dispatcher: Dispatcher, request: HttpRequest, total: number): Promise<HttpReply> {
  const url = new URL(request.url);
  const end = AbortSignal.timeout(total);
  const reply = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'gzip', ...request.headers },
    body: request.body ?? null,
    signal: request.signal ? AbortSignal.any([request.signal, end]) : end,
  });
  const body = Buffer.from(await reply.body.arrayBuffer());
  return { status: reply.statusCode, headers: reply.headers, body };
}
