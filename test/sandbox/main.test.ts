import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import manifest from '../../package.json' with { type: 'json' };

const main = join(import.meta.dirname, '../../src/sandbox/main.ts');

describe('the command line of the sandbox', () => {
  const children: ChildProcess[] = [];
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'marginalia-'));
  });

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  function run(...args: string[]) {
    const child = spawn(process.execPath, [main, ...args]);
    children.push(child);
    return child;
  }

  async function fails(...args: string[]) {
    const child = run(...args);
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out, error, code: code as number };
  }

  async function starts(...args: string[]) {
    const child = run(...args);
    const error = text(child.stderr);
    const line = await new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).once('line', resolve);
      child.once('exit', code => void error.then(words => reject(new Error(`It ended with ${code}: ${words}`))));
    });
    return { child, ...(JSON.parse(line) as { url: string; token: string }) };
  }

  it('prints its address and token on one line, serves the sample, and stops on request', async () => {
    const { child, url, token, ...more } = await starts();
    assert.deepEqual(more, {});
    const response = await fetch(`${url}/v1/orgs`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal(((await response.json()) as { count: number }).count, 2);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null]);
  });

  it('serves a documentation folder, optionally with only the documented operations', async () => {
    writeFileSync(join(folder, 'README.md'), '# Herons\n\nThey wade.\n');
    const { url, token } = await starts('--content', folder, '--documented-only');
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(`${url}/v1/orgs`, { headers })).status, 200);
    assert.equal((await fetch(`${url}/v1/user`, { headers })).status, 404);
  });

  it('rejects unknown options', async () => {
    for (const args of [['--colour'], ['--port', 'eighty'], ['--port', '70000'], ['--content'], ['folder']]) {
      const { code, out, error } = await fails(...args);
      assert.deepEqual([code, out], [2, ''], args.join(' '));
      assert.match(error, /^The sandbox did not start: .+\nUsage: marginalia-sandbox /);
    }
  });

  it('prints its options and its version', async () => {
    const help = await fails('--help');
    assert.deepEqual([help.code, help.error], [0, '']);
    assert.match(help.out, /^Usage: marginalia-sandbox /);
    for (const option of ['--port N', '--content DIR', '--data DIR', '--documented-only', '--version', '--help']) {
      assert.ok(help.out.includes(`\n  ${option} `), option);
    }
    assert.deepEqual(await fails('--version'), { code: 0, out: `${manifest.version}\n`, error: '' });
    assert.equal((await fails('-h')).out, help.out);
  });

  it('reports why it cannot start', async () => {
    const { child } = await starts('--data', folder);
    const { code, out, error } = await fails('--data', folder);
    assert.deepEqual([code, out], [1, '']);
    assert.match(error, /^The sandbox did not start: Could not open the data folder .* another sandbox is using it/);
    const missing = await fails('--content', join(folder, 'nowhere'));
    assert.equal(missing.code, 1);
    assert.match(missing.error, /^The sandbox did not start: .*nowhere/);
    child.kill();
  });
});
