import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { sized } from '../../size.ts';
import { createRandom } from '../random.ts';
import { kill } from './life.ts';

const seed = Number(process.env['MARGINALIA_KILL_SEED'] ?? 1);
const kills = sized(20, 3);
/** The number of windows that review concurrently. */
const windows = 2;

describe('killing the extension host during a review', function () {
  this.timeout(300_000);
  const random = createRandom(seed);
  const children = new Set<ChildProcess>();
  /** The number of stored words of each text, by the ID at its beginning. */
  const typed = new Map<string, number>();
  const posted: { id: string; body: { markdown: string }; target: object; postedBy: { id: string } }[] = [];
  let parent: string;
  let main: string;
  let server: Server;

  before(async () => {
    parent = mkdtempSync(join(tmpdir(), 'marginalia-review-'));
    main = await bundleReviewer(join(parent, 'reviewer.mjs'));
    server = createServer((request, response) => {
      const answer = async () => {
        const chunks = await request.toArray();
        if (request.method !== 'POST') return response.end(JSON.stringify(posted));
        const { body } = JSON.parse(Buffer.concat(chunks as Buffer[]).toString()) as { body: { markdown: string } };
        const comment = { id: `c${posted.length}`, body, target: {}, postedBy: { id: 'mira' } };
        posted.push(comment);
        // The request has arrived, and its sender may be killed before it receives the reply.
        await delay(random.below(8));
        response.end(JSON.stringify(comment));
      };
      // A canceled request gets no reply.
      answer().catch(() => response.destroy());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    for (const child of children) child.kill('SIGKILL');
    server.close();
    rmSync(parent, { recursive: true, force: true });
  });

  function start(...task: string[]): ChildProcess & { stdout: NodeJS.ReadableStream } {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [main, join(parent, 'drafts'), address, String(random.below(2 ** 31)), ...task];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  }

  /** Reviews in a window until some more words are stored, then kills it. */
  async function reviewAndDie(): Promise<void> {
    const child = start();
    let remaining = 3 + random.below(30);
    for await (const line of createInterface(child.stdout)) {
      const [id = '', count] = line.split(' ');
      typed.set(id, Number(count));
      if (remaining-- === 0) break;
    }
    await delay(random.below(15));
    await kill(child);
  }

  it(`keeps every typed word exactly once, ${kills} times`, async () => {
    let begun = 0;
    const work = Array.from({ length: windows }, async () => {
      while (begun++ < kills) await reviewAndDie();
    });
    await Promise.all(work);
    const [code] = (await once(start('end'), 'exit')) as [number];
    assert.equal(code, 0);
    const texts = posted.map(({ body }) => body.markdown);
    for (const [id, count] of typed) {
      const matches = texts.filter(text => text.startsWith(id));
      assert.equal(matches.length, 1, `${id} is there ${matches.length} times (seed ${seed})`);
      const words = (matches[0]?.split(' ').length ?? 0) - 1;
      assert.ok(words >= count, `${id} has ${words} words of ${count} (seed ${seed})`);
    }
    assert.ok(typed.size >= kills, `only ${typed.size} texts were typed`);
  });
});

/** Bundles the code that runs in the window. Of VS Code's API, it uses only events. */
async function bundleReviewer(outfile: string): Promise<string> {
  const contents = `export class EventEmitter {
    #listeners = new Set();
    event = listener => { this.#listeners.add(listener); return { dispose: () => this.#listeners.delete(listener) }; };
    fire(event) { for (const listener of this.#listeners) listener(event); }
    dispose() { this.#listeners.clear(); }
  }
  export class CancellationError extends Error {}
  export const Uri = {};`;
  await build({
    ...{
      entryPoints: [join(import.meta.dirname, 'reviewer.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
    },
    banner: { js: `const require = process.getBuiltinModule('module').createRequire(import.meta.url);` },
    plugins: [
      {
        name: 'vscode',
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^vscode$/ }, ({ path }) => ({ path, namespace: 'vscode' }));
          onLoad({ filter: /./, namespace: 'vscode' }, () => ({ contents, loader: 'js' }));
        },
      },
    ],
    logLevel: 'warning',
  });
  return outfile;
}
