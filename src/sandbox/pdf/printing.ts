import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HttpError } from '../errors.ts';
import type { Book } from './book.ts';

/** Prints a book in a thread of its own: it takes seconds, in which other requests want their answers. */
export async function printBook(book: Book, stopping: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(workerFile(), { workerData: book });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const stop = () => void worker.terminate();
  stopping.addEventListener('abort', stop);
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', () => reject(new HttpError(503, 'The PDF was not finished: the sandbox is being closed.')));
  if (stopping.aborted) stop();
  return promise.finally(() => stopping.removeEventListener('abort', stop));
}

/** What prints lies beside the sources, and as a bundle of its own beside the one that is made of them. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'worker.ts' : `pdf${extension}`);
}
