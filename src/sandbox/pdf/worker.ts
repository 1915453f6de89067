import { setMaxListeners } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { Book } from './book.ts';
import { print } from './print.ts';

// Prints one PDF in a worker thread: receives a book, and posts the PDF.
void main();

async function main(): Promise<void> {
  // Nested tables, such as hints in tabs, add one listener each, which is no leak.
  setMaxListeners(0);
  parentPort?.postMessage(await print(workerData as Book));
}
