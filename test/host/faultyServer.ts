import { once } from 'node:events';
import {
  Agent,
  ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A fault of a request. The request is not executed unless stated otherwise. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number; message?: string; isDone?: true }
  /** The connection ends without a reply. */
  | { kind: 'dropped'; isDone?: true }
  /** The request is executed, and the connection ends after half of the reply. */
  | { kind: 'cut' }
  /** The reply is a web page instead of JSON: an error page of a gateway, or the sign-in page of a network. */
  | { kind: 'html'; status?: 502 | 503 | 504; isDone?: true }
  /** The request is executed when `release` is called, after a gateway error or the end of the connection. */
  | { kind: 'busy'; status?: 502 | 504 }
  /** Nothing happens until `release` is called. */
  | { kind: 'held' }
  /** The request is executed at once, but the reply waits until `release` is called. */
  | { kind: 'late' }
  /** The request is executed, and the reply is replaced. `url` is the requested path with its query. */
  | { kind: 'other'; reply: (reply: Reply, url: string) => Partial<Reply> }
  /** This reply is sent, and the target server is not called. */
  | { kind: 'instead'; reply: Omit<Reply, 'status'> };

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Returns a fault that changes the JSON of the reply. */
export function otherJson(change: (json: unknown) => unknown): Fault {
  const reply = ({ body }: Reply) => ({ body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString())))) });
  return { kind: 'other', reply };
}

/** Returns a fault that replies with an endless list of one item per page. */
export function endlessList(item: object): Fault {
  let page = 0;
  const body = () =>
    Buffer.from(JSON.stringify({ items: [{ ...item, id: `item-${++page}` }], next: { page: `${page}` } }));
  return { kind: 'other', reply: () => ({ status: 200, body: body() }) };
}

/** The times of a request and its reply. */
export interface Exchange {
  asked: string;
  began: number;
  ended: number;
}

/** Matches the `METHOD /path` of the requests that a fault applies to; the path has neither /v1 nor a query. */
interface Strikes {
  /** Decides by the `METHOD /path` of a request and its body. */
  test(asked: string, body: string): boolean;
}

/** A loopback proxy in front of another server, which can simulate faults. */
export interface FaultyServer {
  readonly url: string;
  /** The `METHOD /path` of all requests, in order. */
  readonly requests: string[];
  /** The executed writes, each with its body. */
  readonly writes: { asked: string; body: unknown }[];
  /** The requests whose connection ended before the whole reply was sent. */
  readonly abandoned: string[];
  /** The start and end time of each request, in milliseconds. */
  readonly exchanges: Exchange[];
  /** Applies a fault to matching requests from now on, to all of them or to the given number. */
  fail(fault: Fault, strikes?: Strikes, times?: number): void;
  /** Removes all faults, and listens again after `refuse`. */
  recover(): Promise<void>;
  refuse(): Promise<void>;
  /** Resolves when a request or a reply is being held. */
  waiting(): Promise<void>;
  /** Continues all held requests. */
  release(): void;
  close(): Promise<void>;
}

interface Rule {
  fault: Fault;
  strikes: Strikes;
  remaining: number;
}

/**
 * Starts a proxy for the server at `target`. Addresses in its replies are replaced with the proxy's own, so that
 * downloads pass through it as well. With a `name`, the extension does not recognize the server as a sandbox. `latency`
 * delays each reply, in milliseconds.
 */
export async function startFaultyServer(target: string, name?: string, latency = 0): Promise<FaultyServer> {
  const rules: Rule[] = [];
  const requests: string[] = [];
  const writes: FaultyServer['writes'] = [];
  const abandoned: string[] = [];
  const exchanges: Exchange[] = [];
  let held: (() => void)[] = [];
  const expecting: (() => void)[] = [];
  const release = () => {
    held.forEach(go => go());
    held = [];
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = nameOf(incoming);
    requests.push(asked);
    const exchange = { asked, began: performance.now(), ended: Infinity };
    exchanges.push(exchange);
    outgoing.once('finish', () => (exchange.ended = performance.now()));
    outgoing.once('close', () => outgoing.writableFinished || abandoned.push(asked));
    // The body must be read first, because it is lost when the connection ends.
    const body = await bodyOf(incoming);
    const rule = rules.find(({ strikes, remaining }) => remaining > 0 && strikes.test(asked, body.toString()));
    if (rule) rule.remaining--;
    const wait = () =>
      new Promise<void>(resolve => {
        held.push(resolve);
        expecting.splice(0).forEach(hear => hear());
      });
    if (rule?.fault.kind === 'held') await wait();
    // If the client has given up, the request is not executed.
    if (outgoing.destroyed) return;
    if (latency > 0) await setTimeout(latency);
    await reply({ url: target, name, ownUrl, writes }, rule?.fault, { incoming, body }, outgoing, wait);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // On a busy machine, a request could arrive while the server closes its idle connection, and its reply be lost.
  server.keepAliveTimeout = 600_000;
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const stop = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const ownUrl = `http://127.0.0.1:${await listen(0)}`;
  return {
    url: ownUrl,
    requests,
    writes,
    abandoned,
    exchanges,
    fail: (fault, strikes = /^/, times = Infinity) => void rules.unshift({ fault, strikes, remaining: times }),
    async recover() {
      rules.length = 0;
      release();
      if (!server.listening) await listen(Number(new URL(ownUrl).port));
    },
    refuse: stop,
    waiting: () => (held.length > 0 ? Promise.resolve() : new Promise(resolve => expecting.push(resolve))),
    release,
    async close() {
      release();
      await stop();
    },
  };
}

function nameOf({ method = '', url = '' }: IncomingMessage): string {
  return `${method} ${url.replace(/\?.*$/, '').replace(/^\/v1/, '')}`;
}

/** The server behind the proxy, and the proxy's own address. */
interface Target {
  url: string;
  name: string | undefined;
  ownUrl: string;
  writes: FaultyServer['writes'];
}

interface Request {
  incoming: IncomingMessage;
  body: Buffer;
}

async function reply(
  target: Target,
  fault: Fault | undefined,
  request: Request,
  outgoing: ServerResponse,
  wait: () => Promise<void>,
): Promise<void> {
  if (fault && 'isDone' in fault) await pass(target, request);
  if (fault?.kind === 'dropped') return void outgoing.destroy();
  if (fault?.kind === 'busy') {
    const { status } = fault;
    const going = wait().then(() => pass(target, request));
    if (status) outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Gateway timeout</h1>');
    else outgoing.destroy();
    return void (await going);
  }
  if (fault?.kind === 'status') {
    const { status, retryAfter, message = `The test says ${status}.` } = fault;
    const wait = retryAfter === undefined ? soon(status) : { 'retry-after': String(retryAfter) };
    outgoing.writeHead(status, { 'content-type': 'application/json', ...wait });
    outgoing.end(JSON.stringify({ error: { code: status, message } }));
    return;
  }
  if (fault?.kind === 'html') {
    const { status = 200 } = fault;
    outgoing.writeHead(status, { 'content-type': 'text/html', ...soon(status) });
    outgoing.end('<!doctype html><title>Welcome</title><h1>Please log in to the network</h1>');
    return;
  }
  if (fault?.kind === 'instead') return void outgoing.writeHead(200, fault.reply.headers).end(fault.reply.body);
  const whole = await pass(target, request);
  if (fault?.kind === 'late') await wait();
  const { status, headers, body } =
    fault?.kind === 'other' ? other(whole, fault.reply(whole, request.incoming.url ?? '')) : whole;
  outgoing.writeHead(status, target.name === undefined ? headers : { ...headers, server: target.name });
  if (fault?.kind !== 'cut') return void outgoing.end(body);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}

/** Shortens the time until the client retries. */
function soon(status: number) {
  return status >= 500 ? { 'retry-after': '0.01' } : {};
}

function other(reply: Reply, changed: Partial<Reply>): Reply {
  const { 'content-length': _, ...headers } = reply.headers;
  return { ...reply, headers, ...changed };
}

/** Opens a new connection for each request, since a server that closes would break reused ones. */
const agent = new Agent({ keepAlive: false });

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Forwards a request, and reads the whole reply. */
async function pass({ url, ownUrl, writes }: Target, { incoming, body: sent }: Request): Promise<Reply> {
  // The proxy could not read a compressed reply.
  const { host: _, 'accept-encoding': __, ...headers } = incoming.headers;
  // In VS Code, request() looks up proxies and certificates each time.
  const { hostname, port } = new URL(url);
  const { method = 'GET', url: path = '/' } = incoming;
  const outgoing = new ClientRequest({ hostname, port, method, path, headers, agent });
  outgoing.end(sent);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { 'transfer-encoding': ___, connection: ____, ...replied } = response.headers;
  const isJson = response.headers['content-type']?.startsWith('application/json');
  const whole = Buffer.concat(chunks);
  const text = sent.toString();
  if (incoming.method !== 'GET') {
    writes.push({ asked: nameOf(incoming), body: text === '' ? undefined : (JSON.parse(text) as unknown) });
  }
  const reply = isJson ? Buffer.from(whole.toString().replaceAll(url, ownUrl)) : whole;
  const length = reply.length > 0 ? { 'content-length': String(reply.length) } : {};
  return { status: response.statusCode ?? 502, headers: { ...replied, ...length }, body: reply };
}
