import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Agent } from 'undici';
import { Client } from '../../src/api/client.ts';
import { createHttp } from '../../src/api/http.ts';
import { compare } from './measure.ts';

/** A list page of 1,000 change requests, about as large as a real one. */
const list = JSON.stringify({
  items: Array.from({ length: 1000 }, (_, index) => ({
    object: 'change-request',
    id: `change-request-${index}`,
    number: index,
    status: 'open',
    subject: `Explain how tides are told apart from floods, part ${index}`,
    createdBy: { object: 'user', id: 'ada', displayName: 'Ada', email: 'ada@example.com' },
    createdAt: '2026-11-01T10:00:00.000Z',
    updatedAt: '2026-11-01T10:00:00.000Z',
    comments: index % 7,
    outdated: false,
  })),
  count: 1000,
});
const small = JSON.stringify({ object: 'user', id: 'ada', displayName: 'Ada' });

if (isMainThread) await main();
else await serve();

/** Runs the server in its own thread, so that it does not share the client's. */
async function serve(): Promise<void> {
  const server = createServer((request, response) => response.end(request.url === '/v1/user' ? small : list));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage((server.address() as AddressInfo).port);
}

async function main(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent({ connections: 16, pipelining: 1, allowH2: false });
  const http = createHttp();
  const client = new Client({ url, token: 'token', http: () => Promise.resolve(http) });
  const bare = async (path: string) => {
    const { body } = await agent.request({ origin: url, path, method: 'GET' });
    return body.json();
  };
  const times = (count: number, run: () => Promise<unknown>) => async () => {
    for (let index = 0; index < count; index++) await run();
  };
  await compare(
    'One small resource, 50 times',
    { name: 'undici Agent.request', run: times(50, () => bare('/v1/user')) },
    [{ name: 'client', run: times(50, () => client.request('GET /user', {})) }],
  );
  await compare('A list page of 1,000 items', { name: 'undici Agent.request', run: () => bare('/v1/orgs') }, [
    { name: 'client', run: () => client.request('GET /orgs', {}) },
  ]);
  await Promise.all([agent.close(), http.close(), worker.terminate()]);
}
