import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HttpError } from '../errors.ts';
import type { Book } from './book.ts';

type Pdf = Uint8Array<ArrayBuffer>;

/** Prints a book. Stops when `givenUp` aborts, and settles after all resources are freed. */
export type PrintBook = (book: Book, givenUp: AbortSignal) => Promise<Pdf>;

/** Prints one book at a time, because each takes a quarter of a gigabyte. */
export interface Printer {
  /**
   * Prints a book when its turn comes. Calls `makeBook` only then, to save memory. `gone` aborts if the client
   * disconnects.
   */
  print(makeBook: () => Book, gone: AbortSignal): Promise<Pdf>;
}

/** The limit of waiting requests; further ones are asked to retry. */
const maxWaiting = 4;
/** The seconds that a book of some hundred pages takes. */
const usualSeconds = 10;

export function createPrinter(stopping: AbortSignal, printBook: PrintBook = printInThread): Printer {
  const takeTurn = createTurns();
  return {
    async print(makeBook, gone) {
      const givenUp = AbortSignal.any([stopping, gone]);
      const endTurn = await takeTurn(givenUp);
      try {
        if (givenUp.aborted) throw notFinished();
        return await printBook(makeBook(), givenUp);
      } finally {
        endTurn();
      }
    },
  };
}

/** Returns a function that waits for an exclusive turn, and resolves to a function that ends it. */
function createTurns(): (givenUp: AbortSignal) => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  const endTurn = () => {
    const next = waiting.shift();
    isTaken = next !== undefined;
    next?.();
  };

  return async givenUp => {
    if (givenUp.aborted) throw notFinished();
    if (isTaken) await wait(waiting, givenUp);
    isTaken = true;
    return endTurn;
  };
}

function wait(waiting: (() => void)[], givenUp: AbortSignal): Promise<void> {
  if (waiting.length >= maxWaiting) throw busy(waiting.length);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = () => {
    const place = waiting.indexOf(resolve);
    if (place >= 0) waiting.splice(place, 1);
    reject(notFinished());
  };
  waiting.push(resolve);
  givenUp.addEventListener('abort', leave);
  return promise.finally(() => givenUp.removeEventListener('abort', leave));
}

function busy(waiting: number): HttpError {
  const seconds = usualSeconds * (waiting + 1);
  const words = `another one is being printed, and ${waiting} wait. Ask again in ${seconds} seconds.`;
  return new HttpError(503, `The PDF was not printed: ${words}`, { 'retry-after': String(seconds) });
}

function notFinished(): HttpError {
  return new HttpError(503, 'The PDF was not finished: the sandbox is being closed, or nobody waits for it any more.');
}

/** Prints in a worker thread, because printing takes seconds and would block other requests. */
function printInThread(book: Book, givenUp: AbortSignal): Promise<Pdf> {
  const worker = new Worker(workerFile(), { workerData: book });
  const { promise, resolve, reject } = Promise.withResolvers<Pdf>();
  const stop = () => void worker.terminate();
  givenUp.addEventListener('abort', stop);
  let pdf: Pdf | undefined;
  worker.once('message', (message: Pdf) => (pdf = message));
  worker.once('error', reject);
  // The thread frees its memory when it exits.
  worker.once('exit', () => (pdf ? resolve(pdf) : reject(notFinished())));
  return promise.finally(() => givenUp.removeEventListener('abort', stop));
}

/** Returns the path of the worker: beside the sources, or its own bundle beside the main bundle. */
function workerFile(): string {
  const extension = extname(import.meta.filename);
  return join(import.meta.dirname, extension === '.ts' ? 'worker.ts' : `pdf${extension}`);
}
