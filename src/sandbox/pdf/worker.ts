import { setMaxListeners } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Book } from './book.ts';
import { print } from './print.ts';

// The thread in which a PDF is printed: it is given a book, and sends the PDF back.
void main();

async function main(): Promise<void> {
  // Tables within tables, such as hints in tabs, add a listener each: that is no leak.
  setMaxListeners(0);
  parentPort?.postMessage(await print(workerData as Book));
}
