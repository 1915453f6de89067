import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent } from 'undici';
import { startSandbox } from '../../src/sandbox/index.ts';
import { compare } from './measure.ts';
import { big, fillBig, small } from './sandboxWorld.ts';

// The sandbox and a bare server that has the same bytes ready, each in a thread of its own, asked in turn.
const token = 'token';

if (isMainThread) await main();
else if (workerData === 'sandbox') await serveSandbox();
else await serveBare();

async function serveSandbox(): Promise<void> {
  const sandbox = await startSandbox({ fill: fillBig, token });
  parentPort?.postMessage(sandbox.url);
}

async function serveBare(): Promise<void> {
  const bodies = new Map<string, Buffer>();
  parentPort?.on('message', ([path, body]: [string, Uint8Array]) => bodies.set(path, Buffer.from(body)));
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  parentPort?.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function main(): Promise<void> {
  const [sandbox, bare] = [start('sandbox'), start('bare')];
  const [[url], [bareUrl]] = (await Promise.all([once(sandbox, 'message'), once(bare, 'message')])) as [
    [string],
    [string],
  ];
  const agent = new Agent({ connections: 1, pipelining: 1, allowH2: false });
  const get = async (origin: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { body, statusCode } = await agent.request({ origin, path, method: 'GET', headers });
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${await body.text()}`);
    return body.bytes();
  };
  let [writes, comments] = [0, 0];
  const write = async (method: 'PATCH' | 'POST' | 'PUT', path: string, said: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await agent.request({
      origin: url,
      path: `/v1${path}`,
      method,
      headers,
      body: JSON.stringify(said),
    });
    if (response.statusCode !== 200) throw new Error(await response.body.text());
    await response.body.dump();
  };
  const subject = () => write('PATCH', `/spaces/${big}/change-requests/9500`, { subject: `Subject ${writes++}` });
  const comment = () => write('PUT', `/spaces/${big}/comments/comment-10`, { resolved: comments++ % 2 === 0 });
  const edit = (space: string) => () => {
    const change = {
      operation: 'update_page',
      page: 'page-7',
      document: { markdown: `Edit [${writes++}](page-8.md)\n` },
    };
    return write('POST', `/spaces/${space}/change-requests/1/content`, { changes: [change] });
  };
  const page = `/v1/spaces/${big}/change-requests/1/content/page/page-9`;
  const nodes = `${page}?format=document`;
  // A thousand items of which one is another: where 2 was wanted, see README.md.
  const longest = 2.3;
  const reads = [
    {
      name: '1,000 change requests of a space',
      path: `/v1/spaces/${big}/change-requests?limit=1000`,
      other: comment,
      own: subject,
      bound: 2,
      ownBound: longest,
    },
    {
      name: '1,000 comments of a space',
      path: `/v1/spaces/${big}/comments?limit=1000`,
      other: subject,
      own: comment,
      bound: 2,
      ownBound: longest,
    },
    {
      name: '1,000 change requests of an organization',
      path: '/v1/orgs/acme/change-requests?limit=1000',
      other: comment,
      own: subject,
      bound: 2,
      ownBound: longest,
    },
    // A comment changes the space, of which each of 550 references says all: that is made and written out anew.
    { name: 'links of a space', path: `/v1/spaces/${big}/links`, other: subject, own: comment, bound: 2, ownBound: 8 },
    { name: 'a page in Markdown', path: page, other: comment, own: edit(big), bound: 3 },
    { name: 'a page as nodes', path: nodes, other: comment, own: edit(big), bound: 3 },
  ];
  for (const { name, path, other, own, bound, ownBound = bound } of reads) {
    const bytes = await get(url, path);
    bare.postMessage([path, bytes]);
    await compare(
      `${name}, ${Math.round(bytes.length / 1000)} kB`,
      { name: 'node:http', run: () => get(bareUrl, path) },
      [
        { name: 'sandbox', run: () => get(url, path) },
        { name: 'sandbox, after a write elsewhere', run: () => get(url, path), before: other },
        { name: 'sandbox, after a write to it', run: () => get(url, path), before: own },
      ],
      { sandbox: bound, 'sandbox, after a write elsewhere': bound, 'sandbox, after a write to it': ownBound },
    );
  }
  await compare(
    'Editing a page',
    { name: 'among 50 pages', run: edit(small) },
    [{ name: 'among 5,000 pages', run: edit(big) }],
    { 'among 5,000 pages': 1.5 },
  );
  await Promise.all([agent.close(), sandbox.terminate(), bare.terminate()]);
}

function start(name: string): Worker {
  return new Worker(new URL(import.meta.url), { workerData: name });
}
