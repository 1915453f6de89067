import { parentPort, workerData } from 'node:worker_threads';
import { jobs } from './jobs.ts';
import type { Job } from './runJob.ts';

// Runs one job in a worker thread: receives its name and input, and posts the result.
void main();

async function main(): Promise<void> {
  const { name, input } = workerData as Job;
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
