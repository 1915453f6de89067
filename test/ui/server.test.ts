import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'undici';
import { node, root } from '../../scripts/setup.mjs';
import { launchBrowser, startServer, type Server } from '../host/vscode.ts';

/** A VS Code server gives access to the files and a terminal of its user, so it must serve nobody else. */
describe('the VS Code server of the tests and of npm start', () => {
  let dataDir: string;
  let server: Server;
  let token: string;

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'marginalia-server-'));
    // The folder and file have careless permissions.
    chmodSync(dataDir, 0o777);
    writeFileSync(join(dataDir, 'connection-token'), 'known to everybody', { mode: 0o666 });
    server = await startServer({ dataDir });
    token = readFileSync(join(dataDir, 'connection-token'), 'utf8');
  });
  after(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('has a new token in a file that nobody else can read', () => {
    assert.match(token, /^[\w-]{32,}$/);
    if (process.platform === 'win32') return;
    assert.equal(modeOf(join(dataDir, 'connection-token')), '600');
    assert.equal(modeOf(dataDir), '700');
  });

  it('opens with its address, and rejects requests without the token', async () => {
    const address = server.addressOf('ew=true');
    assert.equal(new URL(address).searchParams.get('tkn'), token);
    assert.equal((await fetch(address, { redirect: 'manual' })).status, 302);
    for (const path of ['/', '/?ew=true', '/?tkn=', '/?tkn=wrong', '/vscode-remote-resource?path=/etc/passwd']) {
      assert.equal(await statusOf(server.url + path), 403, path);
    }
  });

  it('rejects DNS rebinding: a web page with a host name that resolves to it', async () => {
    assert.equal(await statusOf(`${server.url}/`, { host: 'rebound.example' }), 403);
  });

  it('rejects cross-origin WebSocket connections', async () => {
    assert.equal(await greet(server, { origin: 'http://elsewhere.example', host: 'rebound.example' }), 'closed');
    assert.match(server.output(), /Unauthorized client refused/);
    assert.equal(await greet(server, { origin: server.url }, token), 'listened to');
  });

  it('exposes its token to no other process and no log', () => {
    const commands = globSync('/proc/[0-9]*/cmdline').map(readIfThere);
    const logs = globSync(join(dataDir, 'data/logs/**/*.log')).map(readIfThere);
    for (const text of [...commands, ...logs, server.output()]) assert.ok(!text.includes(token), text);
  });
});

describe('npm start', function () {
  let folder: string;
  let browser: Browser | undefined;
  let stop: (() => Promise<unknown>) | undefined;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-start-'));
  });
  after(async () => {
    await browser?.close();
    await stop?.();
    rmSync(folder, { recursive: true, force: true });
  });

  it('prints an address with a new token, and trusts no folder automatically', async () => {
    const dataDir = join(folder, 'data');
    const address = await start({ desktop: false, dataDir });
    const token = readFileSync(join(dataDir, 'connection-token'), 'utf8');
    assert.equal(address.searchParams.get('tkn'), token);
    assert.equal(await statusOf(`${address.origin}/`), 403);

    mkdirSync(join(folder, 'work'));
    browser = await launchBrowser();
    const page = await browser.newPage();
    address.searchParams.delete('ew');
    address.searchParams.set('folder', join(folder, 'work'));
    await page.goto(address.href);
    await page.getByText('Restricted Mode is intended').first().waitFor({ timeout: 60_000 });
    await page.goto('about:blank');
  });

  async function start(wishes: object): Promise<URL> {
    const child = spawn(node, [join(root, 'test/host/start.ts'), JSON.stringify(wishes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    stop = () => (child.kill('SIGINT'), ended);
    for await (const line of createInterface(child.stdout)) {
      const [address] = /http:\S+/.exec(line) ?? [];
      if (address !== undefined) return new URL(address);
    }
    throw new Error('npm start printed no address.');
  }
});

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

async function statusOf(url: string, headers: OutgoingHttpHeaders = {}): Promise<number | undefined> {
  const [response] = await once(get(url, { headers }), 'response');
  response.resume();
  return response.statusCode;
}

type Greeted = 'listened to' | 'closed';

/** Returns how the server reacts to the first message of a window. */
async function greet({ url }: Server, headers: Record<string, string>, token = ''): Promise<Greeted> {
  const address = `${url.replace('http', 'ws')}/?reconnectionToken=${randomUUID()}&skipWebSocketFrames=false`;
  const socket = new WebSocket(address, { headers });
  socket.binaryType = 'arraybuffer';
  const { promise, resolve } = Promise.withResolvers<Greeted>();
  socket.addEventListener('message', ({ data }) => {
    if (Buffer.from(data as ArrayBuffer).includes('"type":"sign"')) resolve('listened to');
  });
  socket.addEventListener('close', () => resolve('closed'));
  socket.addEventListener('open', () => socket.send(controlMessage({ type: 'auth', auth: token, data: '' })));
  return promise.finally(() => socket.close());
}

/** Returns a message of VS Code's own protocol: kind 2, no number, nothing to acknowledge, and its length. */
function controlMessage(content: object): Buffer {
  const body = Buffer.from(JSON.stringify(content));
  const head = Buffer.alloc(13);
  head.writeUInt8(2, 0);
  head.writeUInt32BE(body.length, 9);
  return Buffer.concat([head, body]);
}

function readIfThere(file: string): string {
  try {
    return existsSync(file) ? readFileSync(file, 'latin1') : '';
  } catch {
    // The process has ended, or belongs to another user.
    return '';
  }
}
