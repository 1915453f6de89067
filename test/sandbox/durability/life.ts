import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { build } from 'esbuild';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { checkIntegrity } from '../integrity.ts';
import { toRequest } from '../sandbox.ts';
import { checkThing } from './lane.ts';
import type { ConfirmedResource, Send } from './lane.ts';

const source = join(import.meta.dirname, '../../../src/sandbox');

/** A sandbox in its own process, which the test kills. */
export interface Life {
  child: ChildProcess;
  send: Send;
}

/**
 * Bundles the sandbox into one file, which starts three times as fast as its sources. It is started hundreds of times.
 */
export async function bundleSandbox(folder: string): Promise<string> {
  const outfile = join(folder, 'sandbox.mjs');
  await build({
    ...{ entryPoints: [join(source, 'main.ts')], outfile, bundle: true, platform: 'node', format: 'esm' },
    // The sample stays in its folder. Other files of the sandbox are not used here.
    define: { 'import.meta.dirname': JSON.stringify(join(source, 'load')) },
    banner: { js: `const require = process.getBuiltinModule('module').createRequire(import.meta.url);` },
    logLevel: 'warning',
  });
  return outfile;
}

export function spawnSandbox(main: string, data: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, [main, '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function startLife(main: string, data: string): Promise<Life> {
  const child = spawnSandbox(main, data);
  const exited = once(child, 'exit').then(() => assert.fail('The sandbox ended while it started.'));
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), exited])) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { child, send: asked => sendTo(url, toRequest(asked.route, asked.input, token)) };
}

async function sendTo(url: string, request: Request): ReturnType<Send> {
  try {
    const response = await fetch(new Request(request.url.replace('http://sandbox.test', url), request));
    // The next sandbox has another address, at which the data is read back.
    const text = (await response.text()).replaceAll(url, 'http://sandbox.test');
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    // The process was killed before it replied, which is the case under test.
    return undefined;
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Copies the data that a kill has left, so that the next sandbox can start while the copy is checked. */
export function copyData(data: string): string {
  const copy = `${data}-copy`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(data, copy, { recursive: true });
  return copy;
}

/** Fails unless the database is intact and contains each resource as acknowledged. */
export async function checkData(data: string, things: readonly ConfirmedResource[]): Promise<void> {
  const database = new DatabaseSync(join(data, 'sandbox.sqlite'));
  assert.deepEqual({ ...database.prepare('PRAGMA integrity_check').get() }, { integrity_check: 'ok' });
  database.close();
  const sandbox = await createSandbox({ data });
  try {
    checkIntegrity(sandbox.state);
    const send: Send = async ({ route, input }) => {
      const response = await sandbox.fetch(toRequest(route, input, sandbox.token));
      return { status: response.status, body: await response.json() };
    };
    for (const thing of things) await checkThing(send, thing);
  } finally {
    await sandbox.close();
  }
}
