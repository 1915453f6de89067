import { parentPort, workerData } from 'node:worker_threads';
import { jobs } from './jobs.ts';
import type { Job } from './runJob.ts';

// The thread of one job: it is given its name and input, and sends the result back.
void main();

async function main(): Promise<void> {
  const { name, input } = workerData as Job;
  const job = jobs[name] as (input: unknown) => unknown;
  const result = await job(input);
  parentPort?.postMessage(result, buffersIn(result));
}

/** The bytes in a result, which are moved to the other thread. */
function buffersIn(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null) return [];
  return 'json' in value && value.json instanceof Uint8Array && value.json.buffer instanceof ArrayBuffer
    ? [value.json.buffer]
    : Object.values(value).flatMap(buffersIn);
}
