import { gunzipSync } from 'node:zlib';
import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors, ProxyAgent } from 'undici';

/** How requests reach a server. Times are in milliseconds. */
export interface HttpOptions {
  /** Address of a proxy; without it, the usual environment variables decide. */
  proxy?: string | undefined;
  /** Time to connect, to the first byte of a reply, and between two parts of it. */
  timeout?: number;
  /** Time to the first repetition of a safe request that failed; it doubles with each. */
  retryDelay?: number;
  retries?: number;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
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
  close(): Promise<void>;
}

export function createHttp(options: HttpOptions = {}): Http {
  const dispatcher = agent(options).compose(
    // Drops the token when a redirect leaves the origin.
    interceptors.redirect({ maxRedirections: 5 }),
    interceptors.retry({
      // Only what changes nothing is sent twice: a write whose reply was lost may have happened.
      methods: ['GET', 'HEAD'],
      maxRetries: options.retries ?? 3,
      minTimeout: options.retryDelay ?? 500,
      maxTimeout: 30_000,
      statusCodes: [429, 500, 502, 503, 504],
      // A refused connection or an unknown host is told at once: waiting would not help.
      errorCodes: ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'],
      throwOnError: false,
    }),
  );
  return {
    send: request => send(dispatcher, request),
    close: () => dispatcher.close(),
  };
}

function agent(options: HttpOptions): Dispatcher {
  const timeout = options.timeout ?? 30_000;
  const settings = {
    connections: 16,
    pipelining: 1,
    // HTTP/2 would save little here, and a GOAWAY fails requests in flight without a repetition.
    allowH2: false,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout: Math.min(timeout, 10_000) },
  };
  if (options.proxy) return new ProxyAgent({ ...settings, uri: options.proxy });
  const hasProxy = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY'].some(name => process.env[name]);
  return hasProxy ? new EnvHttpProxyAgent(settings) : new Agent(settings);
}

async function send(dispatcher: Dispatcher, request: HttpRequest): Promise<HttpReply> {
  const url = new URL(request.url);
  const reply = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { 'accept-encoding': 'gzip', ...request.headers },
    body: request.body ?? null,
    signal: request.signal ?? null,
  });
  const bytes = Buffer.from(await reply.body.arrayBuffer());
  const body = reply.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  return { status: reply.statusCode, headers: reply.headers, body };
}
