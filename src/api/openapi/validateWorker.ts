import { parentPort, workerData } from 'node:worker_threads';
import { openApiViolation } from './validate.ts';

// The thread in which an OpenAPI description is checked: it is given the text, and answers with what is wrong.
async function check(): Promise<void> {
  parentPort?.postMessage(await openApiViolation(workerData as string));
}

void check();
