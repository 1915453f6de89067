import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A forwarding proxy on loopback, which resolves every name to this machine. */
export interface ForwardingProxy {
  url: string;
  /** The `METHOD target` of each received request and tunnel. */
  asked: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a proxy that requires these credentials in Proxy-Authorization, if any. */
export async function startProxy(credentials?: string): Promise<ForwardingProxy> {
  const asked: string[] = [];
  const isWelcome = ({ headers }: IncomingMessage) =>
    credentials === undefined || headers['proxy-authorization'] === credentials;
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (isWelcome(incoming)) forward(incoming, outgoing);
    else outgoing.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
  });
  const tunnels = new Set<Socket>();
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    if (!isWelcome(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const port = Number(incoming.url?.split(':').at(-1));
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) {
      tunnels.add(end);
      end.on('error', () => end.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { port, pathname, search } = new URL(incoming.url ?? '');
  const { method = 'GET', headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, path: pathname + search, method, headers }, reply => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  incoming.pipe(passed);
}
