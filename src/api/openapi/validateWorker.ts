import { parentPort } from 'node:worker_threads';
import { openApiViolation } from './validate.ts';

// The thread in which an OpenAPI description is checked: it is sent the text, and answers with what is wrong.
parentPort?.once('message', (text: string) => void check(text));

async function check(text: string): Promise<void> {
  parentPort?.postMessage(await openApiViolation(text));
}
