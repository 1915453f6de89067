import { parentPort, workerData } from 'node:worker_threads';
import { openApiViolation } from './validate.ts';

// Runs in a worker thread: receives the text of an OpenAPI description, and posts the result of the check.
async function check(): Promise<void> {
  parentPort?.postMessage(await openApiViolation(workerData as string));
}

void check();
