import { lookUpPublic } from './publicAddress.ts';
import { explain, type Explanation } from './transport.ts';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors } from 'undici';

/** How requests reach a server. Times are in milliseconds. */
export interface HttpOptions {
  proxy?: ProxySettings | undefined;
  /** Time to connect, to the first byte of a reply, and between two parts of it. */
  timeout?: number;
  /** Time for everything together, with all repetitions and the waiting between them. */
  total?: number;
  /** Time to the first repetition of a safe request that failed; it doubles with each. */
  retryDelay?: number;
  retries?: number;
  /** How many bytes a reply may have, as it comes and unpacked. */
  maxBytes?: number;
  /** How often a read is sent on to another address. */
  redirects?: number;
  /** Whether nothing is asked but servers of the web: no name leads to this machine, or into its network. */
  isPublic?: boolean;
}

/** What is said about proxies beside the usual environment variables, which count where nothing is said. */
export interface ProxySettings {
  /** Whether proxies are used at all. */
  isUsed: boolean;
  /** Address of the proxy. */
  address?: string | undefined;
  /** Hosts that are reached directly, as NO_PROXY has them. This machine always is. */
  direct?: readonly string[];
  /** Value of the header Proxy-Authorization. */
  authorization?: string | undefined;
  /** Whether certificates that nobody vouches for are refused. */
  isStrict: boolean;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Whether a read is repeated when the server fails passingly; true by default. */
  isRetried?: boolean;
}

export interface HttpReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A pool of connections. Loaded when the first request is made. */
export interface Http {
  /** Sends a request and reads the whole reply. Rejects with undici's errors and with `AbortError`. */
  send(request: HttpRequest): Promise<HttpReply>;
  /** Says in words what went wrong with a request to an address. */
  explain(url: string, error: unknown): Explanation;
  close(): Promise<void>;
}

export function createHttp(options: HttpOptions = {}): Http {
  const { total = 120_000, maxBytes = 64 * 1024 ** 2 } = options;
  const settings = connectionSettings(options, maxBytes);
  // A proxy looks names up itself, and may be in a private network.
  const lookup = options.isPublic && { lookup: lookUpPublic };
  const direct = new Agent({ ...settings, connect: { ...settings.connect, ...lookup } });
  const proxy = options.proxy ?? { isUsed: true, isStrict: true };
  const proxied = proxyAgent(proxy, settings);
  const ways = {
    direct: withRules(direct, options, maxBytes),
    proxied: proxied && withRules(proxied, options, maxBytes),
  };
  return {
    send(request) {
      const { reads, readsOnce, writes } = (isThisMachine(request.url) ? undefined : ways.proxied) ?? ways.direct;
      const { isRetried = true } = request;
      return send(isRead(request) ? (isRetried ? reads : readsOnce) : writes, request, total);
    },
    explain(url, error) {
      const isProxied = proxied && !isThisMachine(url);
      return explain(new URL(url).host, isProxied ? (proxy.address ?? proxyInEnvironment()) : undefined, error);
    },
    async close() {
      await Promise.all([direct.close(), proxied?.close()]);
    },
  };
}

/** No proxy reaches this machine for us, and none is to see what is sent to it. */
function isThisMachine(url: string): boolean {
  const { hostname } = new URL(url);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function withRules(pool: Dispatcher, { retries = 3, retryDelay = 500, redirects = 5 }: HttpOptions, maxBytes: number) {
  // Unpacked in the threads of zlib, and no further than it may.
  const unpacked = interceptors.decompress({ maxSize: maxBytes, skipErrorResponses: false });
  // Drops the token when a redirect leaves the origin.
  const redirected = interceptors.redirect({ maxRedirections: redirects });
  const reads = pool.compose(
    unpacked,
    redirected,
    interceptors.retry({
      // Only what changes nothing is sent twice: a write whose reply was lost may have happened.
      methods: ['GET', 'HEAD'],
      maxRetries: retries,
      minTimeout: retryDelay,
      maxTimeout: 30_000,
      statusCodes: [429, 500, 502, 503, 504],
      // A refused connection or an unknown host is told at once: waiting would not help.
      errorCodes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
      throwOnError: false,
    }),
  );
  // A redirected write would lose its text, or give it to somebody else.
  return { reads, readsOnce: pool.compose(unpacked, redirected), writes: pool.compose(unpacked) };
}

function isRead({ method }: HttpRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function connectionSettings({ timeout = 30_000, proxy }: HttpOptions, maxBytes: number): Agent.Options {
  return {
    connections: 16,
    pipelining: 1,
    // HTTP/2 would save little here, and a GOAWAY fails requests in flight without a repetition.
    allowH2: false,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    maxResponseSize: maxBytes,
    connect: { timeout: Math.min(timeout, 10_000), rejectUnauthorized: proxy?.isStrict ?? true },
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
