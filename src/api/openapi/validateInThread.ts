import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ValidationInput } from './validateWorker.ts';

/**
 * Runs `openApiViolation` in a worker thread, because a file of some megabytes takes many seconds. The thread does not
 * share the translations of its creator, so they are passed on.
 */
export async function openApiViolationInThread(
  text: string,
  signal: AbortSignal,
  translations?: ValidationInput['translations'],
): Promise<string | undefined> {
  signal.throwIfAborted();
  const job: ValidationInput = { text, translations };
  const worker = new Worker(workerFile(), { workerData: job });
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new Error('The check ended without a result.')));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** Returns the path of the worker: beside the sources, or its own bundle beside the main bundle. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'validateWorker.ts' : `openapi-validate${extension}`);
}
