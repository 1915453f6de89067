import { parentPort } from 'node:worker_threads';
import { jobs } from './jobs.ts';
import type { Job } from './runJob.ts';

// Runs jobs in a worker thread, one after another: receives the name and input of each, and posts its result.
parentPort?.on('message', message => void run(message as Job));

async function run({ name, input }: Job): Promise<void> {
  const job = jobs[name] as (input: unknown) => unknown;
  const result = await job(input);
  parentPort?.postMessage(result, buffersIn(result));
}

/** Returns the buffers in a result, which are transferred instead of copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'json' in value && value.json instanceof Uint8Array && value.json.buffer instanceof ArrayBuffer
    ? [value.json.buffer]
    : Object.values(value).flatMap(buffersIn);
}
