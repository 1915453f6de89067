import { once } from 'node:events';
import { createServer, maxHeaderSize } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { HttpError } from '../errors.ts';
import { serverName } from '../version.ts';
import { errorReply } from '../reply/httpReply.ts';
import type { HttpReply } from '../reply/httpReply.ts';

export interface Listener {
  readonly url: string;
  close(): Promise<void>;
}

/** Methods that the `Request` constructor rejects. */
const unsupportedMethods = new Set(['CONNECT', 'TRACE', 'TRACK']);

type Answer = (request: Request) => Promise<HttpReply>;

/** The limit for request bodies, in bytes; twenty files of a megabyte in base64 fit. */
const bodyLimit = 32 * 1024 * 1024;
const noBytes = new Uint8Array();
/** Replies below this size, in bytes, gain nothing from compression. */
const minCompressedSize = 4 * 1024;
/** The time that pending replies get when the server closes. */
const closeTimeoutMs = 2000;

/** Listens on a port of the loopback interface. Throws if the port is in use. */
export async function listen(answer: Answer, port: number): Promise<Listener> {
  let url = '';
  const server = createServer((request, response) => void serve(answer, url, request, response));
  // The timeout is longer than the idle timeout of clients, so that clients close connections first and no request
  // meets a closing one.
  server.keepAliveTimeout = 65_000;
  server.on('clientError', (error, socket) => refuseMalformed(error, socket as Socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw isInUse(error) ? new Error(`Could not listen on port ${port}: it is in use. Name another one.`) : error;
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => close(server) };
}

async function serve(
  answer: Answer,
  serverUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  let reply: HttpReply;
  try {
    reply = await answer(await toRequest(serverUrl, incoming, outgoing));
  } catch (error) {
    reply = errorReply(error instanceof HttpError ? error : new HttpError(400, 'The request cannot be read.'));
  }
  // Only the connection can fail, so no reply can report the error.
  await send(reply, incoming, outgoing).catch(() => outgoing.destroy());
}

async function toRequest(serverUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Request> {
  const url = urlFor(serverUrl, incoming);
  const method = incoming.method ?? 'GET';
  if (unsupportedMethods.has(method)) throw new HttpError(405, `No operation has the method ${method}.`);
  const body = method === 'GET' || method === 'HEAD' ? undefined : await readBody(incoming);
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return new Request(url, { method, headers, signal: gone(outgoing), ...(body?.length ? { body } : {}) });
}

/** Returns a signal that aborts if the connection closes before the reply was sent. */
function gone(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Returns the URL of a request. Throws a 421 error for a foreign `Host` header, which DNS rebinding sends. */
function urlFor(serverUrl: string, incoming: IncomingMessage): URL {
  const { host, port } = new URL(serverUrl);
  const hosts = [host, `localhost:${port}`];
  const requestUrl = URL.parse(incoming.url ?? '/', `http://${host}`);
  if (!requestUrl) throw new HttpError(400, 'The address of the request cannot be read.');
  const isOwnHost = hosts.includes(incoming.headers.host?.toLowerCase() ?? '') && hosts.includes(requestUrl.host);
  if (!isOwnHost)
    throw new HttpError(421, `This server answers as ${hosts.join(' or ')} only.`, { connection: 'close' });
  return requestUrl;
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new HttpError(413, `The body is larger than ${bodyLimit} bytes.`, { connection: 'close' });
  if (Number(incoming.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyLimit) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(reply: HttpReply, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string> = { ...reply.headers, server: serverName };
  let { bytes = noBytes } = reply;
  const accepts = String(incoming.headers['accept-encoding'] ?? '');
  if (bytes.length >= minCompressedSize && /\bgzip\b/.test(accepts) && isText(reply)) {
    bytes = await promisify(gzip)(bytes, { level: constants.Z_BEST_SPEED });
    headers['content-encoding'] = 'gzip';
  }
  if (reply.status !== 204) headers['content-length'] = String(bytes.length);
  outgoing.writeHead(reply.status, headers);
  outgoing.end(bytes);
  if (!incoming.complete) discard(incoming);
}

/** Reads the rest of a refused body for one second, because a client that is still sending does not read the reply. */
function discard(incoming: IncomingMessage): void {
  incoming.on('error', () => incoming.destroy());
  incoming.resume();
  setTimeout(() => incoming.destroy(), 1000).unref();
}

function isText({ headers }: HttpReply): boolean {
  return /^(text|application\/json)/.test(headers['content-type'] ?? '');
}

/** Replies to a malformed HTTP message with the JSON of all other errors. */
function refuseMalformed(error: Error, socket: Socket): void {
  if (!socket.writable) return;
  const isTooLong = 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
  const [code, reason, message] = isTooLong
    ? [431, 'Request Header Fields Too Large', `The address and the headers have more than ${maxHeaderSize} bytes.`]
    : [400, 'Bad Request', 'The request is not written as HTTP asks for.'];
  const body = JSON.stringify({ error: { code, message } });
  const headers = ['Connection: close', 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  socket.end([`HTTP/1.1 ${code} ${reason}`, ...headers, `Server: ${serverName}`, '', body].join('\r\n'));
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
  await closed;
  clearTimeout(timer);
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
