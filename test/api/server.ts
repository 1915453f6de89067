import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '../../src/api/client.ts';
import { createHttp, type HttpOptions } from '../../src/api/http.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server whose replies the test controls, and a client connected to it. */
export interface ScriptedServer {
  url: string;
  client: Client;
  /** All received requests. */
  requests: { method: string; url: string; authorization: string | undefined }[];
  lines: string[];
  answer: Answer;
  [Symbol.asyncDispose](): Promise<void>;
}

export const token = 'secret-token-1234';

export async function startScriptedServer(answer: Answer, options: HttpOptions = {}): Promise<ScriptedServer> {
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    self.requests.push({ method, url, authorization: headers.authorization });
    // A rejection is unhandled, and fails the test.
    void self.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = createHttp({ retryDelayMs: 1, ...options });
  const lines: string[] = [];
  const client = new Client({ url, token, http: () => Promise.resolve(http), log: line => lines.push(line) });
  const self: ScriptedServer = {
    ...{ url, client, lines, requests: [], answer },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await http.close();
    },
  };
  return self;
}

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Returns a promise and a function that resolves it. Tests wait for events with it instead of a time. */
export function signal(): { promise: Promise<void>; done: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, done: () => resolve() };
}
