import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fillAcme } from '../acme.ts';
import { openSandbox, toRequest } from '../sandbox.ts';

const child = join(import.meta.dirname, 'child.ts');

describe('a full disk', function () {
  let data: string;
  let running: ChildProcess | undefined;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'marginalia-data-'));
  });
  afterEach(() => {
    running?.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  });

  /** Starts a sandbox behind a shell command that limits what it can write. */
  async function start(restriction: string, wrapper: readonly string[] = []) {
    const [command = '', ...args] = [...wrapper, 'sh', '-c', `${restriction} && exec "$0" "$@"`];
    running = spawn(command, [...args, process.execPath, child, data], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface(running.stdout ?? assert.fail());
    const [line] = (await once(lines, 'line')) as [string];
    const { url, token } = JSON.parse(line) as { url: string; token: string };
    return async (route: 'GET /spaces/{spaceId}' | 'PATCH /spaces/{spaceId}', body?: object) => {
      const request = toRequest(route, { spaceId: 'handbook', body }, token);
      const response = await fetch(new Request(request.url.replace('http://sandbox.test', url), request));
      return { status: response.status, body: (await response.json()) as Answer };
    };
  }

  type Send = Awaited<ReturnType<typeof start>>;

  /** Changes a title until the server refuses. Returns the last stored title, and the refusal. */
  async function fill(send: Send) {
    let stored = '';
    for (let number = 0; number < 500; number++) {
      const title = `Title ${number}`;
      const reply = await send('PATCH /spaces/{spaceId}', { title });
      if (reply.status !== 200) return { stored, refused: title, reply };
      stored = title;
    }
    assert.fail('The disk never became full.');
  }

  async function stop() {
    const exited = once(running ?? assert.fail(), 'exit');
    running?.kill('SIGKILL');
    await exited;
  }

  it('is answered with 507, and no stored data is lost', async () => {
    const send = await start('ulimit -f 400');
    const { stored, reply } = await fill(send);
    assert.deepEqual(reply, { status: 507, body: { error: { code: 507, message: reply.body.error?.message } } });
    assert.match(reply.body.error?.message ?? '', /^No changes were saved: the (disk of the )?data folder '.+' /);
    const { status, body } = await send('GET /spaces/{spaceId}');
    assert.deepEqual([status, body.title], [200, stored]);
    await stop();
    const sandbox = await openSandbox({ data });
    assert.deepEqual([sandbox.warnings, sandbox.state.spaces.get('handbook').title], [[], stored]);
  });

  it('accepts writes again once there is space', async function () {
    const wrapper = ['unshare', '--user', '--map-root-user', '--mount'];
    const mount = `mount -t tmpfs -o size=600k,mode=700 tmpfs '${data}'`;
    if (spawnSync(wrapper[0] ?? '', [...wrapper.slice(1), 'sh', '-c', mount]).status !== 0) this.skip();
    const send = await start(`${mount} && head -c 300000 /dev/zero > '${join(data, 'other')}'`, wrapper);
    const { stored, refused, reply } = await fill(send);
    const message = `No changes were saved: the disk of the data folder '${data}' is full. Free some space and try again.`;
    assert.deepEqual(reply, { status: 507, body: { error: { code: 507, message } } });
    assert.equal((await send('GET /spaces/{spaceId}')).body.title, stored);
    rmSync(join(`/proc/${running?.pid}/root`, data, 'other'));
    assert.equal((await send('PATCH /spaces/{spaceId}', { title: refused })).status, 200);
    assert.equal((await send('GET /spaces/{spaceId}')).body.title, refused);
  });

  it('does not block reads while deleted spaces are due to be removed', async () => {
    let now = '2026-01-01T00:00:00Z';
    const sandbox = await openSandbox({ data, fill: fillAcme, clock: () => new Date(now) });
    await sandbox.call('DELETE /spaces/{spaceId}', { spaceId: 'guide' });
    now = '2026-02-01T00:00:00Z';
    const { exec } = DatabaseSync.prototype;
    DatabaseSync.prototype.exec = function (sql) {
      if (sql === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
      exec.call(this, sql);
    };
    try {
      assert.equal((await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'handbook' })).id, 'handbook');
      assert.equal(sandbox.state.spaces.has('guide'), true);
    } finally {
      DatabaseSync.prototype.exec = exec;
    }
    await sandbox.call('GET /spaces/{spaceId}', { spaceId: 'handbook' });
    assert.equal(sandbox.state.spaces.has('guide'), false);
  });
});

interface Answer {
  title?: string;
  error?: { code: number; message: string };
}
