import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { checkIntegrity } from '../integrity.ts';
import { toRequest } from '../sandbox.ts';
import { checkThing } from './lane.ts';
import type { Known, Send } from './lane.ts';

const main = join(import.meta.dirname, '../../../src/sandbox/main.ts');

/** A sandbox in a process of its own, to be killed. */
export interface Life {
  child: ChildProcess;
  send: Send;
}

export function spawnSandbox(data: string): ChildProcess & { stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, [main, '--data', data], { stdio: ['ignore', 'pipe', 'inherit'] });
}

export async function startLife(data: string): Promise<Life> {
  const child = spawnSandbox(data);
  const exited = once(child, 'exit').then(() => assert.fail('The sandbox ended while it started.'));
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), exited])) as [string];
  const { url, token } = JSON.parse(line) as { url: string; token: string };
  return { child, send: asked => sendTo(url, toRequest(asked.route, asked.input, token)) };
}

async function sendTo(url: string, request: Request): ReturnType<Send> {
  try {
    const response = await fetch(new Request(request.url.replace('http://sandbox.test', url), request));
    // What is written here is read back at another address.
    const text = (await response.text()).replaceAll(url, 'http://sandbox.test');
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  } catch {
    // The process is gone, and with it the reply: that is what is tested here.
    return undefined;
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** What a kill left behind, put aside, so that the next life can begin while it is looked at. */
export function putAside(data: string): string {
  const copy = `${data}-copy`;
  rmSync(copy, { recursive: true, force: true });
  cpSync(data, copy, { recursive: true });
  return copy;
}

/** Fails unless the data is whole and has each thing as it was acknowledged. */
export async function checkData(data: string, things: readonly Known[]): Promise<void> {
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
