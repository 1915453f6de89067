import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Agent } from 'undici';
import { startSandbox } from '../../src/sandbox/index.ts';
import { addSpace, fillAcme } from '../sandbox/acme.ts';
import type { State } from '../../src/sandbox/store/state.ts';
import { compare } from './measure.ts';

// The sandbox and a bare server that has the same bytes ready, each in a thread of its own, asked in turn.
const token = 'token';
const at = '2026-11-01T10:00:00.000Z';
const big = 'big';

if (isMainThread) await main();
else if (workerData === 'sandbox') await serveSandbox();
else await serveBare();

async function serveSandbox(): Promise<void> {
  const sandbox = await startSandbox({ fill, token });
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

/** One space with 5,000 pages, 10,000 change requests and 100,000 comments, half of them on its main content. */
function fill(state: State): void {
  fillAcme(state);
  const space = addSpace(state, big);
  const pages = Array.from({ length: 5000 }, (_, index) => {
    const id = `page-${index}`;
    const document = state.documents.put({
      id: `document-${index}`,
      space: big,
      page: id,
      markdown: `# Page ${index}\n`,
    });
    return {
      id,
      type: 'document' as const,
      title: `Page ${index}`,
      slug: id,
      path: id,
      documentId: document.id,
      createdAt: at,
      updatedAt: at,
      pages: [],
    };
  });
  const revision = { id: space.revision, space: big, parents: [], createdAt: at, type: 'edits' as const };
  state.revisions.put({ ...revision, pages, files: [], variables: {}, reusableContents: [] });
  const users = ['ada', 'cato', 'rosa', 'eden', 'colm'];
  const comment = (id: string, index: number, changeRequest?: string) => {
    const postedBy = users[index % 5] ?? 'ada';
    const target = {
      space: big,
      revision: space.revision,
      page: `page-${index % 5000}`,
      ...(changeRequest !== undefined && { changeRequest }),
    };
    const markdown = `Could this say which tide is meant? It is the ${index}th time that somebody asks.`;
    state.comments.put({ id, ...target, postedBy, postedAt: at, markdown, reactions: [], status: 'open' });
  };
  for (let index = 0; index < 10_000; index++) {
    const id = `change-request-${index}`;
    state.changeRequests.put({
      id,
      space: big,
      number: index + 1,
      status: 'open',
      subject: `Explain tide ${index}`,
      createdBy: users[index % 5] ?? 'ada',
      createdAt: at,
      updatedAt: at,
      revision: space.revision,
      revisionInitial: space.revision,
    });
    for (let of = 0; of < 5; of++) comment(`comment-${index}-${of}`, index + of, id);
  }
  for (let index = 0; index < 50_000; index++) comment(`comment-${index}`, index);
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
  const write = async () => {
    const body = JSON.stringify({ subject: `Subject ${writes++}` });
    const path = `/v1/spaces/${big}/change-requests/9500`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await agent.request({ origin: url, path, method: 'PATCH', headers, body });
    if (response.statusCode !== 200) throw new Error(await response.body.text());
    await response.body.dump();
  };
  const lists = {
    'change requests of a space': `/v1/spaces/${big}/change-requests?limit=1000`,
    'comments of a space': `/v1/spaces/${big}/comments?limit=1000`,
    'change requests of an organization': '/v1/orgs/acme/change-requests?limit=1000',
  };
  for (const [name, path] of Object.entries(lists)) {
    const bytes = await get(url, path);
    bare.postMessage([path, bytes]);
    await compare(
      `1,000 ${name}, ${Math.round(bytes.length / 1000)} kB`,
      { name: 'node:http', run: () => get(bareUrl, path) },
      [
        { name: 'sandbox', run: () => get(url, path) },
        { name: 'sandbox, after a write', run: () => get(url, path), before: write },
      ],
      { sandbox: 2, 'sandbox, after a write': 2 },
    );
  }
  await Promise.all([agent.close(), sandbox.terminate(), bare.terminate()]);
}

function start(name: string): Worker {
  return new Worker(new URL(import.meta.url), { workerData: name });
}
