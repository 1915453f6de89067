import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent } from 'undici';
import { startSandbox } from '../../src/sandbox/index.ts';
import { compare, rounded, printFigure } from './measure.ts';
import { bigSpace, fillBig, smallSpace } from './sandboxWorld.ts';

// Compares the sandbox with a bare server that sends equal bytes from memory. Each runs in its own thread, and both are
// called in turn.
const token = 'token';
/** Maximum time of every list, document and report, in milliseconds. */
const most = 100;
/**
 * Maximum ratio of the time of a reply of 21 MB to that of the bare server. Serializing that much JSON alone takes
 * longer than `most`.
 */
const mostOfHuge = 12;

interface Read {
  name: string;
  path: string;
  /** Changes something on which the reply depends. */
  write: () => Promise<void>;
  /** True if the first call parses thousands of pages. It has no limit. */
  parses?: boolean;
  isHuge?: boolean;
}

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
  let writes = 0;
  const send = async (method: 'PATCH' | 'POST' | 'PUT', path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await agent.request({
      origin: url,
      path: `/v1${path}`,
      method,
      headers,
      body: JSON.stringify(body),
    });
    if (response.statusCode !== 200) throw new Error(await response.body.text());
    await response.body.dump();
  };
  const setSubject = () =>
    send('PATCH', `/spaces/${bigSpace}/change-requests/9500`, { subject: `Subject ${writes++}` });
  const settle = () => send('PUT', `/spaces/${bigSpace}/comments/comment-10`, { resolved: writes++ % 2 === 0 });
  const edit = (space: string) => () => {
    const change = {
      operation: 'update_page',
      page: 'page-7',
      document: { markdown: `Edit [${writes++}](page-8.md)\n` },
    };
    return send('POST', `/spaces/${space}/change-requests/1/content`, { changes: [change] });
  };
  const space = `/spaces/${bigSpace}`;
  const changed = `${space}/change-requests/1/content`;
  const reads: Read[] = [
    { name: '1,000 change requests of a space', path: `${space}/change-requests?limit=1000`, write: setSubject },
    { name: '1,000 comments of a space', path: `${space}/comments?limit=1000`, write: settle },
    {
      name: '1,000 change requests of an organization',
      path: '/orgs/acme/change-requests?limit=1000',
      write: setSubject,
    },
    { name: 'the pages of a space', path: `${space}/content/pages`, write: settle },
    { name: 'a page in Markdown', path: `${changed}/page/page-9`, write: edit(bigSpace) },
    { name: 'a page as nodes', path: `${changed}/page/page-9?format=document`, write: edit(bigSpace) },
    { name: 'the links of a space', path: `${space}/links`, write: settle, parses: true },
    {
      name: '1,000 links of a space',
      path: `${space}/links?limit=1000`,
      write: settle,
      parses: true,
      isHuge: true,
    },
    { name: 'the links of an edited page', path: `${changed}/page/page-7/links`, write: edit(bigSpace) },
    { name: 'a search', path: '/orgs/acme/search?query=station+400', write: settle, parses: true },
  ];
  for (const { name, path, write, parses = false, isHuge = false } of reads) {
    const start = performance.now();
    const bytes = await get(url, `/v1${path}`);
    const first = rounded(performance.now() - start);
    bare.postMessage([`/v1${path}`, bytes]);
    const title = `${name}, ${Math.round(bytes.length / 1000)} kB`;
    printFigure({ name: `${title}: first call`, unit: 'ms', value: [first], ...(!parses && { atMost: [most] }) });
    const bound = isHuge ? {} : { atMost: most };
    await compare(
      title,
      { name: 'node:http', run: () => get(bareUrl, `/v1${path}`) },
      [
        { name: 'sandbox', run: () => get(url, `/v1${path}`), ...bound },
        { name: 'sandbox, after a write', run: () => get(url, `/v1${path}`), before: write, ...bound },
      ],
      isHuge ? { sandbox: mostOfHuge, 'sandbox, after a write': mostOfHuge } : {},
    );
  }
  await compare(
    'Editing a page',
    { name: 'among 50 pages', run: edit(smallSpace) },
    [{ name: 'among 5,000 pages', run: edit(bigSpace) }],
    { 'among 5,000 pages': 1.5 },
  );
  await Promise.all([agent.close(), sandbox.terminate(), bare.terminate()]);
}

function start(name: string): Worker {
  return new Worker(new URL(import.meta.url), { workerData: name });
}
