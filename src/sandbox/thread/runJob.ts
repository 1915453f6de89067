import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HttpError } from '../errors.ts';
import type { Jobs } from './jobs.ts';

type Name = keyof Jobs;

export interface Job {
  name: Name;
  input: unknown;
}

/** A worker thread that waits for its next job: to start one takes longer than most jobs. */
let idleWorker: Worker | undefined;

/** Runs a job in a worker thread, which is terminated if the sandbox closes meanwhile. */
export function runJob<N extends Name>(
  name: N,
  input: Parameters<Jobs[N]>[0],
  stopping: AbortSignal,
): Promise<Awaited<ReturnType<Jobs[N]>>> {
  const job: Job = { name, input };
  const worker = takeWorker();
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Jobs[N]>>>();
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  worker.once('message', result => {
    releaseWorker(worker);
    resolve(result);
  });
  // An error ends the thread.
  worker.once('error', reject);
  worker.once('exit', () =>
    reject(new HttpError(503, 'The request was canceled because the sandbox is shutting down.')),
  );
  worker.postMessage(job);
  return promise.finally(() => stopping.removeEventListener('abort', stop));
}

function takeWorker(): Worker {
  const worker = idleWorker ?? new Worker(workerFile());
  idleWorker = undefined;
  worker.ref();
  return worker;
}

/** Keeps a worker for the next job, or terminates it if another one is idle already. */
function releaseWorker(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (idleWorker) {
    void worker.terminate();
    return;
  }
  idleWorker = worker;
  // An idle thread does not keep the process running.
  worker.unref();
}

/** Returns the path of the worker: beside the sources, or its own bundle beside the main bundle. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'worker.ts' : `sandbox-thread${extension}`);
}
