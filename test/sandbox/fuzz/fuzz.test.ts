import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '../../../src/api/routes.ts';
import { createSandbox, startSandbox } from '../../../src/sandbox/index.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { loadSample } from '../../../src/sandbox/load/sample.ts';
import type { State } from '../../../src/sandbox/store/state.ts';
import { isFullSize, sized } from '../../size.ts';
import { checkIntegrity, tablesOf } from '../integrity.ts';
import { createChoices } from './random.ts';
import type { Random } from './random.ts';
import { fuzzOnce, operations } from './requests.ts';
import type { FuzzContext } from './requests.ts';

const seed = Number(process.env['MARGINALIA_FUZZ_SEED'] ?? 1);
const worlds = sized(10);
const requestsPerWorld = 1000;
/** The number of requests of each world that are sent over HTTP, at the end. */
const requestsOverHttp = 100;

describe('random requests generated from the contract', function () {
  this.timeout(300_000);
  const accepted = new Map<Route, number>();
  const { fetch: realFetch } = globalThis;
  let folder: string;
  let files: Server;
  let urls: string[];
  const outside: string[] = [];
  /** The results by world. The first test that needs a world runs it. */
  const tried = new Map<number, Promise<void>>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-fuzz-'));
    files = serveFiles();
    await once(files.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    urls = [
      `${origin}/page.md`,
      `${origin}/page.md`,
      `${origin}/page.html`,
      `${origin}/spec.yaml`,
      `${origin}/nowhere`,
    ];
    urls.push('http://127.0.0.1:9/closed', 'ftp://127.0.0.1/file', 'data:text/plain,x');
    // Generated URLs must not cause requests to other machines.
    globalThis.fetch = async (target, init) => {
      const { hostname } = new URL(target instanceof Request ? target.url : target);
      if (hostname === '127.0.0.1') return realFetch(target, init);
      outside.push(hostname);
      throw new Error('There is no network here.');
    };
  });

  after(() => {
    globalThis.fetch = realFetch;
    files.close();
    files.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  for (let number = 0; number < worlds; number++) {
    const name = `MARGINALIA_FUZZ_SEED=${seed}, world ${number}`;
    it(`cause no internal error, and leave the state valid and stored (${name})`, () => worldOf(number));
  }

  it(`are accepted often enough, ${isFullSize ? 'each operation' : 'nearly every operation'} at least once`, async () => {
    for (let number = 0; number < worlds; number++) await worldOf(number);
    const total = [...accepted.values()].reduce((sum, count) => sum + count, 0);
    assert.ok(total > 0.3 * worlds * requestsPerWorld, `only ${total} were accepted`);
    const sandbox = await createSandbox({ fill, timeoutMs: 200 });
    const random = createChoices(seed);
    const fuzzed: FuzzContext = {
      sandbox,
      random,
      urls,
      accepted,
      fetch: sandbox.fetch,
      origin: 'http://sandbox.test',
    };
    const missing = () => operations.filter(({ route }) => !accepted.has(route));
    // Some operations need many related resources, so they are tried more often.
    for (let round = 0; round < sized(500) && missing().length > 0; round++) {
      for (const operation of missing()) await fuzzOnce(fuzzed, operation);
    }
    await sandbox.close();
    const routes = missing().map(({ route }) => route);
    assert.ok(routes.length <= (isFullSize ? 0 : operations.length / 20), `never accepted: ${routes.join(', ')}`);
  });

  function worldOf(number: number): Promise<void> {
    const known = tried.get(number) ?? tryWorld(number);
    tried.set(number, known);
    return known;
  }

  async function tryWorld(number: number): Promise<void> {
    const data = join(folder, String(number));
    const sandbox = await startSandbox({ data, fill, timeoutMs: 200 });
    const random = createChoices(seed * 1000 + number);
    const inProcess = { fetch: sandbox.fetch, origin: 'http://sandbox.test' };
    const http = { fetch: globalThis.fetch, origin: sandbox.url };
    const common = { sandbox, random, urls, accepted };
    for (const [index, operation] of shuffled(random).entries()) {
      const way = index < requestsPerWorld - requestsOverHttp ? inProcess : http;
      const fuzzed: FuzzContext = { ...common, ...way };
      await fuzzOnce(fuzzed, operation);
      if (index % 500 === 499) checkIntegrity(sandbox.state);
    }
    await sandbox.idle();
    const lists = await listsOf(sandbox);
    await sandbox.close();
    const again = await createSandbox({ data });
    // The stored data must equal the state in memory.
    assert.deepEqual(await listsOf(again), lists);
    checkIntegrity(again.state);
    assert.deepEqual(contentOf(again.state), contentOf(sandbox.state));
    await again.close();
    assert.deepEqual(outside, []);
  }
});

/** Returns all operations in random order. Half of the reads and deletions are replaced by operations with a body. */
function shuffled(random: Random): typeof operations {
  const writing = operations.filter(({ body }) => body !== undefined);
  const all = Array.from({ length: requestsPerWorld }, (_, index) => operations[index % operations.length]);
  return all
    .map(operation => ({ operation, at: random.below(2 ** 31) }))
    .sort((a, b) => a.at - b.at)
    .map(({ operation }) => (operation?.body === undefined && random.chance(0.5) ? random.pick(writing) : operation))
    .flatMap(operation => operation ?? []);
}

/**
 * Fills a sandbox with the sample, in which the owner administrates both organizations and a site has several items to
 * sort.
 */
function fill(state: State): void {
  loadSample(state, join(import.meta.dirname, '../../../src/sandbox/load/sample'));
  const [owner] = state.users.all();
  for (const member of state.members.all())
    if (member.user === owner?.id) state.members.put({ ...member, role: 'admin' });
  const [site] = state.sites.all();
  for (const name of ['one', 'two', 'three']) {
    const row = { site: site?.id ?? '', title: `More ${name}` };
    state.siteSections.put({ ...row, id: `section-${name}`, path: name });
    state.siteSectionGroups.put({ ...row, id: `group-${name}` });
  }
}

/** Returns all change requests and comments from their lists. */
async function listsOf(sandbox: Sandbox): Promise<string[]> {
  const { spaces, changeRequests } = sandbox.state;
  const lists = [
    ...spaces.all().flatMap(({ id }) => ['comments', 'change-requests'].map(list => `${id}/${list}`)),
    ...changeRequests.all().map(({ id, space }) => `${space}/change-requests/${id}/comments`),
  ];
  const read = async (list: string) => {
    const headers = { authorization: `Bearer ${sandbox.token}` };
    const response = await sandbox.fetch(new Request(`http://sandbox.test/v1/spaces/${list}?limit=1000`, { headers }));
    return `${list}: ${await response.text()}`;
  };
  return Promise.all(lists.map(read));
}

/** Returns all rows in order, as they are stored. */
function contentOf(state: State): unknown {
  return tablesOf(state).map(table => [table.kind, JSON.parse(JSON.stringify(table.all()))]);
}

const served: Readonly<Record<string, [type: string, text: string]>> = {
  '/page.md': ['text/markdown', '# Imported\n\nWith a [link](other.md) and a picture: ![](picture.png)\n'],
  '/page.html': ['text/html', '<h1>Imported</h1><p>With <b>words</b>.</p>'],
  '/spec.yaml': ['application/yaml', 'openapi: 3.1.0\ninfo: {title: Heron, version: "1"}\npaths: {}\n'],
};

function serveFiles(): Server {
  return createServer((request, response) => {
    const file = served[request.url ?? ''];
    response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain' }).end(file?.[1] ?? 'Nothing.');
  });
}
