import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HttpError } from '../errors.ts';
import type { Jobs } from './jobs.ts';

type Name = keyof Jobs;

export interface Job {
  name: Name;
  input: unknown;
}

/** Runs a job in a new worker thread, which is terminated when the sandbox closes. */
export function runJob<N extends Name>(
  name: N,
  input: Parameters<Jobs[N]>[0],
  stopping: AbortSignal,
): Promise<Awaited<ReturnType<Jobs[N]>>> {
  const job: Job = { name, input };
  const worker = new Worker(workerFile(), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Jobs[N]>>>();
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () =>
    reject(new HttpError(503, 'The request was canceled because the sandbox is shutting down.')),
  );
  return promise.finally(() => stopping.removeEventListener('abort', stop));
}

/** Returns the path of the worker: beside the sources, or its own bundle beside the main bundle. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'worker.ts' : `sandbox-thread${extension}`);
}
