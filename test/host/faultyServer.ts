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

/** What goes wrong with a request; it is not done unless that is said. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: number; message?: string; isDone?: true }
  /** The connection ends without a word. */
  | { kind: 'dropped'; isDone?: true }
  /** It is done, and the connection ends after half of the reply. */
  | { kind: 'cut' }
  /** A web page in place of JSON: of a gateway with its status, else one on which a network wants a sign-in. */
  | { kind: 'html'; status?: 502 | 503 | 504; isDone?: true }
  /** A gateway gives up at once, or the connection ends; it is done when `release` is called. */
  | { kind: 'busy'; status?: 502 | 504 }
  /** Nothing happens until `release` is called. */
  | { kind: 'held' }
  /** It happens at once, but nothing is answered until `release` is called. */
  | { kind: 'late' }
  /** It happens, and something else is answered. */
  | { kind: 'other'; reply: (reply: Reply) => Partial<Reply> }
  /** This is answered, and the server behind is not asked. */
  | { kind: 'instead'; reply: Omit<Reply, 'status'> };

/** A whole answer. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Answers with other JSON, made of what the server answered. */
export function otherJson(change: (json: unknown) => unknown): Fault {
  const reply = ({ body }: Reply) => ({ body: Buffer.from(JSON.stringify(change(JSON.parse(body.toString())))) });
  return { kind: 'other', reply };
}

/** A list without end, of one item a page. */
export function endlessList(item: object): Fault {
  let page = 0;
  const body = () =>
    Buffer.from(JSON.stringify({ items: [{ ...item, id: `item-${++page}` }], next: { page: `${page}` } }));
  return { kind: 'other', reply: () => ({ status: 200, body: body() }) };
}

/** A request on its way, and back. */
export interface Exchange {
  asked: string;
  began: number;
  ended: number;
}

/** Which requests a fault strikes: those whose `METHOD /path` matches; the path has neither /v1 nor query. */
type Strikes = Pick<RegExp, 'test'>;

/** A loopback server in front of another one, in which things can be made to go wrong. */
export interface FaultyServer {
  readonly url: string;
  /** `METHOD /path` of every request that came, in order. */
  readonly requests: string[];
  /** The writes that were done, each with what it said. */
  readonly writes: { asked: string; body: unknown }[];
  /** Those whose connection ended before there was a whole answer. */
  readonly abandoned: string[];
  /** When each request came and when it was answered, in milliseconds. */
  readonly exchanges: Exchange[];
  /** Lets a fault strike these requests from now on, all of them or so many. */
  fail(fault: Fault, strikes?: Strikes, times?: number): void;
  /** Takes all faults back, and listens again after `refuse`. */
  recover(): Promise<void>;
  /** Refuses connections. */
  refuse(): Promise<void>;
  /** Resolves when a request is held, or its answer. */
  waiting(): Promise<void>;
  /** Lets the requests go on that are held. */
  release(): void;
  close(): Promise<void>;
}

interface Rule {
  fault: Fault;
  strikes: Strikes;
  left: number;
}

/**
 * Starts a server that passes everything on to the one at `target` until it is told otherwise; what that says of its own
 * address is said of this one, so that downloads come by here too. Under a name of its own it
 * is not taken for the sandbox, of which there is but one. It answers so many milliseconds later than it could.
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
    const rule = rules.find(({ strikes, left }) => left > 0 && strikes.test(asked));
    if (rule) rule.left--;
    const wait = () =>
      new Promise<void>(resolve => {
        held.push(resolve);
        expecting.splice(0).forEach(hear => hear());
      });
    if (rule?.fault.kind === 'held') await wait();
    // Who asked may have given up meanwhile, and what was never answered was never done.
    if (outgoing.destroyed) return;
    if (latency > 0) await setTimeout(latency);
    await reply({ url: target, name, own, writes }, rule?.fault, incoming, outgoing, wait);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  });
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
  const own = `http://127.0.0.1:${await listen(0)}`;
  return {
    url: own,
    requests,
    writes,
    abandoned,
    exchanges,
    fail: (fault, strikes = /^/, times = Infinity) => void rules.unshift({ fault, strikes, left: times }),
    async recover() {
      rules.length = 0;
      release();
      if (!server.listening) await listen(Number(new URL(own).port));
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

/** The server that is asked in the end, and the address under which it is asked. */
interface Target {
  url: string;
  name: string | undefined;
  own: string;
  writes: FaultyServer['writes'];
}

async function reply(
  target: Target,
  fault: Fault | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  wait: () => Promise<void>,
): Promise<void> {
  if (fault && 'isDone' in fault) await pass(target, incoming);
  if (fault?.kind === 'dropped') return void outgoing.destroy();
  if (fault?.kind === 'busy') {
    const { status } = fault;
    // With the connection, what is still to be read of the request ends too.
    const sent = await bodyOf(incoming);
    const going = wait().then(() => pass(target, incoming, sent));
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
  const whole = await pass(target, incoming);
  if (fault?.kind === 'late') await wait();
  const { status, headers, body } = fault?.kind === 'other' ? other(whole, fault.reply(whole)) : whole;
  outgoing.writeHead(status, target.name === undefined ? headers : { ...headers, server: target.name });
  if (fault?.kind !== 'cut') return void outgoing.end(body);
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.destroy());
}

/** Asks to try again at once what would be tried again after a while. */
function soon(status: number) {
  return status >= 500 ? { 'retry-after': '0.01' } : {};
}

function other(reply: Reply, changed: Partial<Reply>): Reply {
  const { 'content-length': _, ...headers } = reply.headers;
  return { ...reply, headers, ...changed };
}

/** Opens a connection for each request: a server that ends would break those that wait for the next one. */
const agent = new Agent({ keepAlive: false });

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Sends the request on, and reads the whole reply. */
async function pass({ url, own, writes }: Target, incoming: IncomingMessage, body?: Buffer): Promise<Reply> {
  const sent = body ?? (await bodyOf(incoming));
  // Packed, a reply could not be read here.
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
  const said = sent.toString();
  if (incoming.method !== 'GET') {
    writes.push({ asked: nameOf(incoming), body: said === '' ? undefined : (JSON.parse(said) as unknown) });
  }
  const reply = isJson ? Buffer.from(whole.toString().replaceAll(url, own)) : whole;
  const length = reply.length > 0 ? { 'content-length': String(reply.length) } : {};
  return { status: response.statusCode ?? 502, headers: { ...replied, ...length }, body: reply };
}
